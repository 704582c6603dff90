"""The board of votes: ratings with intervals, places, and who is first."""

import math
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from numbers import Real
from statistics import NormalDist
from typing import Any, Generic, Literal
from unicodedata import normalize

import numpy as np

from .fit import Flags, Floats
from .frames import LikeFrame, Name, Numbers, maker_of, text_of
from .measure import Measured, SpeaksFor, UnitKind, Units, Weights, choose_units, half_widths, measure
from .picture import board_text
from .rated import find_rated, votes_among
from .student import FARTHEST_DEVIATE, student_deviate
from .votes import BOTH_BAD, LEFT, RIGHT, TIE, Orders, Votes, read_votes

State = Literal["first_votes", "dead_heat", "leads", "wins"]
Status = Literal["rated", "too_few_votes", "not_linked"]
Looks = Literal["one", "any"]

METHOD_VERSION = 3
POINTS = 400 / math.log(10)
"""A rating is 1000 + POINTS theta."""
MAX_RATED = 1000
MIN_FOR_LOWER_LEVEL = 4
ALPHA = 0.05
"""The chance that a board names a false winner, however often somebody looks."""
TUNED_AT = 12.5
"""Robbins' boundary is tightest where 1 / V is 8 times this: 400 even votes of a pair."""


@dataclass(frozen=True)
class Contestant:
    """One row of a board. Ratings are in points; rating, interval and place are None where it is not rated."""

    name: str
    status: Status
    rating: float | None
    interval: tuple[float, float] | None
    """The bootstrap confidence interval of the rating, at the level of the board."""
    place: tuple[int, int] | None
    """Best and worst: 1 + the number of intervals wholly above, and all minus the number wholly below."""
    theta: float | None
    """The natural-log strength."""
    win_rate: float | None
    wins: int
    losses: int
    ties: int
    """Votes without a winner, those with two bad answers included."""
    both_bad: int
    votes: int


@dataclass(frozen=True)
class Difference:
    """How far a contestant is ahead of another in points, and half of the interval of that, for these two alone."""

    points: float
    margin: float


@dataclass(frozen=True, repr=False, eq=False)
class Board(Generic[LikeFrame]):
    """What votes say of contestants. `print(board)` draws it, `board.frame()` is a table of it."""

    state: State
    dead_heat: list[str]
    """All that nobody is above, highest rated first; one name where it leads or wins."""
    leader: str | None
    clear_by: float | None
    """Points between the leader's interval and the next."""
    finish_line: float | None
    """The highest low end of any interval, in points."""
    contestants: list[Contestant]
    """Rated ones by place, then rating; then the others by name."""
    votes: int
    voters: int | None
    prompts: int | None
    units: list[UnitKind]
    """What is resampled; none: single votes."""
    effective_units: dict[UnitKind, float | None]
    speaks_for: SpeaksFor | None
    """For whom alone the board speaks, where people or prompts are few."""
    source: str
    criterion: str | None
    level: float
    looks: Looks
    weights: Weights
    anchor: tuple[str, float] | None
    left_out: dict[str, int]
    """How many rows are no votes of this board, by the reason."""
    intervals: Literal["closed_form"] = "closed_form"
    """The limit of endless bootstrap rounds."""
    method_version: int = METHOD_VERSION
    _make: Callable[[dict[str, list[Any]]], LikeFrame] = field(kw_only=True)
    _measured: Measured | None = field(kw_only=True, default=None)
    _rated: list[str] = field(kw_only=True, default_factory=list)

    def frame(self) -> LikeFrame:
        """The contestants as a frame of the type that was rated, with the columns of `export ratings`; for a mapping, a dict."""
        rows = self.contestants
        columns: dict[str, list[Any]] = {
            "model": [row.name for row in rows],
            "rating": [row.rating for row in rows],
            "rating_lower": [row.interval and row.interval[0] for row in rows],
            "rating_upper": [row.interval and row.interval[1] for row in rows],
            "place_best": [row.place and row.place[0] for row in rows],
            "place_worst": [row.place and row.place[1] for row in rows],
            "win_rate": [row.win_rate for row in rows],
            "votes": [row.votes for row in rows],
            "wins": [row.wins for row in rows],
            "losses": [row.losses for row in rows],
            "ties": [row.ties for row in rows],
            "both_bad": [row.both_bad for row in rows],
            "status": [row.status for row in rows],
            "source": [self.source for _ in rows],
        }
        return self._make(columns)

    def difference(self, ahead: str, behind: str) -> Difference:
        """How far one rated contestant is ahead of another. Raises ValueError for a name without a rating."""
        for name in (ahead, behind):
            if name not in self._rated:
                raise ValueError(f"There is no rated contestant {name!r}.")
        assert self._measured is not None
        i, j = self._rated.index(ahead), self._rated.index(behind)
        spread = self._measured.of_differences(i)
        of_pair = replace(spread, variance=spread.variance[j : j + 1], degrees=spread.degrees[j : j + 1])
        lead = self._measured.theta[i] - self._measured.theta[j]
        return Difference(float(POINTS * lead), 0.0 if i == j else float(POINTS * half_widths(of_pair, self.level)[0]))

    def text(self, width: int = 80) -> str:
        """The picture of the board in lines of at most so many columns."""
        return board_text(self, width)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__


def rate(
    votes: LikeFrame,
    *,
    source: str | None = None,
    criterion: Name | None = None,
    looks: Looks = "one",
    level: float = 0.95,
    weights: Weights = "units",
    orders: Orders = "merge",
    anchor: tuple[Name, float] | None = None,
) -> Board[LikeFrame]:
    """The board of votes, with the figures of `deadheat rate --rounds 0`.

    `votes` is a frame of pandas or polars, or a mapping of columns. A row is one vote: `model_a`, `model_b`, `winner`
    (`model_a`, `model_b`, `tie` or `both_bad`) and, where known, `question_id` or `group`, `judge`, `judge_type`, `criterion`,
    `id`; `pair_id`, `turn` and `order` of a judge that was asked in both orders. Other columns are not read. A missing value
    is not known.

    `source`: `people`, `judges`, `judge:NAME` and others; by default all votes, but simulated ones never beside others.
    `criterion`: needed where the frame has several.
    `looks`: `any` where somebody may look while votes come in, so that a winner must hold at every look.
    `level`: the coverage of the intervals, from 0.5 to 0.999; below 0.95 for four contestants or more.
    `weights`: `votes` is plain Bradley-Terry; by default many votes on one prompt or by one person weigh less each.
    `orders`: `separate` counts each order of a judge as a vote.
    `anchor`: a contestant and the rating that it gets; all others are shifted with it.

    Raises ValueError that names column, row and remedy.
    """
    _check_choice("looks", looks, ("one", "any"))
    _check_choice("weights", weights, ("units", "votes"))
    _check_choice("orders", orders, ("merge", "separate"))
    if not isinstance(level, Real) or not 0.5 <= level <= 0.999:
        raise ValueError(f"level: {level!r} is no share from 0.5 to 0.999. Write a number, such as 0.9.")
    view = _sorted(read_votes(votes, source=source, criterion=criterion, orders=orders))
    names = view.contestants
    if level < 0.95 and 0 < len(names) < MIN_FOR_LOWER_LEVEL:
        raise ValueError(f"level: {level} needs {MIN_FOR_LOWER_LEVEL} contestants; with fewer it names more false winners.")
    fixed = None if anchor is None else _check_anchor(anchor, names)
    rated, is_linked = find_rated(view)
    has_ratings = len(rated) >= 2 and 2 * len(rated) >= len(names)
    if has_ratings and len(rated) > MAX_RATED:
        remedy = "Filter the frame, or rate its file with `deadheat rate`: it rates more, without intervals."
        raise ValueError(f"{len(rated):,} contestants would be rated, {MAX_RATED:,} are the most. {remedy}")
    chosen = votes_among(view, rated)
    units = choose_units(chosen, weights)
    reading = _read_board(chosen, units, looks, level, weights) if has_ratings else None
    shift = 1000.0
    if fixed is not None and (reading is None or fixed[0] not in chosen.contestants):
        rest = "so it cannot anchor the scale. The scale stays centred on 1000."
        warnings.warn(f"{fixed[0]} has no rating, {rest}", stacklevel=2)
        fixed = None
    if fixed is not None and reading is not None:
        shift = fixed[1] - POINTS * float(reading.measured.theta[chosen.contestants.index(fixed[0])])
    contestants = _contestants(view, chosen.contestants, is_linked, reading, shift)
    state: State = reading.state if reading else "first_votes"
    dead_heat = [chosen.contestants[i] for i in reading.dead_heat] if reading else []
    leader = dead_heat[0] if state in ("leads", "wins") else None
    bars = {row.name: row.interval for row in contestants if row.interval}
    behind = [high for name, (_, high) in bars.items() if name != leader]
    return Board(
        state=state,
        dead_heat=dead_heat,
        leader=leader,
        clear_by=bars[leader][0] - max(behind) if leader else None,
        finish_line=max((low for low, _ in bars.values()), default=None),
        contestants=contestants,
        votes=len(view.left),
        voters=view.voters,
        prompts=view.prompts,
        units=units.kinds,
        effective_units=units.effective,
        speaks_for=units.speaks_for,
        source=view.source,
        criterion=None if criterion is None else text_of(criterion),
        level=level,
        looks=looks,
        weights=weights,
        anchor=fixed,
        left_out=view.left_out,
        _make=maker_of(votes),
        _measured=reading.measured if reading else None,
        _rated=chosen.contestants if reading else [],
    )


def _check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is none. Use {' or '.join(choices)}.")


def _check_anchor(anchor: Any, names: list[str]) -> tuple[str, float]:
    """The contestant as the board calls it, and its rating."""
    if not isinstance(anchor, (tuple, list)) or len(anchor) != 2 or not isinstance(anchor[1], Real) or not math.isfinite(anchor[1]):
        raise ValueError(f"anchor: {anchor!r} is no contestant with a finite rating. Write both: anchor=(NAME, 1000).")
    wanted = normalize("NFC", text_of(anchor[0]))
    name = next((name for name in names if normalize("NFC", name) == wanted), None)
    if name is None:
        shown = f"{', '.join(names[:20])}{' …' if len(names) > 20 else ''}" or "none"
        raise ValueError(f"anchor: there is no contestant {anchor[0]!r}. The contestants are: {shown}.")
    return name, float(anchor[1])


def _sorted(votes: Votes) -> Votes:
    """In an order that depends on the votes alone, so that the order of rows and sides changes no digit."""
    is_swapped = votes.left > votes.right
    outcome = np.where(is_swapped & (votes.outcome <= RIGHT), RIGHT - votes.outcome, votes.outcome)
    left, right = np.minimum(votes.left, votes.right), np.maximum(votes.left, votes.right)
    ordered = replace(votes, left=left, right=right, outcome=outcome)
    return ordered.pick(np.lexsort((outcome, votes.person, votes.prompt, right, left)))


@dataclass(frozen=True)
class _Reading:
    """What the intervals of rated contestants say; arrays have the shape (M,)."""

    measured: Measured
    half: Floats
    """Half of the interval of each strength."""
    places: list[tuple[int, int]]
    dead_heat: list[int]
    state: State


def _read_board(votes: Votes, units: Units, looks: Looks, level: float, weights: Weights) -> _Reading:
    """Measures and reads. People and judges together lead at most."""
    looks = "any" if votes.is_mixed else looks
    reading = _read(measure(votes, units.kinds, weights), looks, level)
    if votes.is_mixed and reading.state == "wins":
        return replace(reading, state="leads")
    leader = reading.dead_heat[0]
    is_won = np.where(votes.left == leader, votes.outcome == LEFT, votes.outcome == RIGHT)
    is_of_leader = (votes.left == leader) | (votes.right == leader)
    if votes.is_mixed or reading.state != "leads" or not is_won[is_of_leader].all():
        return reading
    # a leader that lost nothing is read as if one of its wins were a loss
    again = _read(measure(_with_one_loss(votes, leader), units.kinds, weights), looks, level)
    wins = again.state == "wins" or (len(votes.contestants) == 2 and _is_unanimous_win(votes, units.kinds))
    return replace(reading, state="wins" if wins else "leads")


def _read(measured: Measured, looks: Looks, level: float) -> _Reading:
    """Reads the bars. Where anybody may look at any time, each lead alone must also pass Robbins' boundary to win."""
    theta = measured.theta
    half = half_widths(measured.of_ratings(), level)
    is_above = (theta - half)[:, None] > (theta + half)[None, :]
    places = [(1 + int(above), len(theta) - int(below)) for above, below in zip(is_above.sum(0), is_above.sum(1))]
    order = np.argsort(-theta, kind="stable").tolist()
    first = [i for i in order if places[i][0] == 1]
    if places[order[0]][1] > 1:
        return _Reading(measured, half, places, first, "dead_heat")
    wins = looks == "one" or _leads_at_all_looks(measured, order[0])
    return _Reading(measured, half, places, order[:1], "wins" if wins else "leads")


def _leads_at_all_looks(measured: Measured, leader: int) -> bool:
    """Whether each lead passes sqrt((1 + 1/r) (ln(1 + r) - 2 ln alpha)), r = 1 / (12.5 V e): the information at equality
    (Robbins 1970; Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024, equation 8)."""
    spread = measured.of_differences(leader)
    evenness = measured.evenness_of_differences(leader)
    for rival in range(len(measured.theta)):
        if rival == leader:
            continue
        variance = float(spread.variance[rival])
        r = 1 / (TUNED_AT * variance * evenness[rival])
        boundary = math.sqrt((1 + 1 / r) * (math.log1p(r) - 2 * math.log(ALPHA)))
        lead = float(measured.theta[leader] - measured.theta[rival]) / math.sqrt(variance)
        if boundary > FARTHEST_DEVIATE or lead <= student_deviate(boundary, float(spread.degrees[rival])):
            return False
    return True


def _with_one_loss(votes: Votes, leader: int) -> Votes:
    """One win of a leader that won all its votes as a loss: over the rival, on the prompt and by the person with the highest number."""
    rows = np.flatnonzero((votes.left == leader) | (votes.right == leader))
    rival = votes.left[rows] + votes.right[rows] - leader
    last = rows[np.lexsort((votes.person[rows], votes.prompt[rows], rival))[-1]]
    outcome = votes.outcome.copy()
    outcome[last] = RIGHT - outcome[last]
    return replace(votes, outcome=outcome)


def _is_unanimous_win(votes: Votes, kinds: list[UnitKind]) -> bool:
    """Whether one of two won every vote on enough units to win at all looks: the martingale of the sign test, times five."""
    units = [votes.prompt if kind == "prompt" else votes.person for kind in kinds]
    fewest = min([len(votes.left), *(len(np.unique(unit[unit >= 0])) + int((unit < 0).sum()) for unit in units)])
    return math.log(5 * (fewest + 1)) - fewest * math.log(2) < math.log(ALPHA)


def _contestants(
    votes: Votes, rated: list[str], is_linked: Flags, reading: _Reading | None, shift: float
) -> list[Contestant]:
    """The rows of the board, in its order."""
    size = len(votes.contestants)

    def count(side: Numbers, is_counted: Flags) -> Numbers:
        return np.bincount(side[is_counted], minlength=size)

    is_left, is_right = votes.outcome == LEFT, votes.outcome == RIGHT
    is_tie, is_bad = votes.outcome >= TIE, votes.outcome == BOTH_BAD
    wins = count(votes.left, is_left) + count(votes.right, is_right)
    losses = count(votes.left, is_right) + count(votes.right, is_left)
    ties = count(votes.left, is_tie) + count(votes.right, is_tie)
    both_bad = count(votes.left, is_bad) + count(votes.right, is_bad)
    at = {name: i for i, name in enumerate(rated)} if reading else {}
    rows = []
    for i, name in enumerate(votes.contestants):
        won, lost, tied = int(wins[i]), int(losses[i]), int(ties[i])
        all_votes = won + lost + tied
        theta, interval, place = None, None, None
        status: Status = "too_few_votes"
        if reading and name in at:
            theta, half = float(reading.measured.theta[at[name]]), float(reading.half[at[name]])
            interval = (shift + POINTS * (theta - half), shift + POINTS * (theta + half))
            place, status = reading.places[at[name]], "rated"
        elif all_votes == 0 or (reading and not is_linked[i]):
            status = "not_linked"
        rows.append(
            Contestant(
                name=name,
                status=status,
                rating=None if theta is None else shift + POINTS * theta,
                interval=interval,
                place=place,
                theta=theta,
                win_rate=(won + tied / 2) / all_votes if all_votes else None,
                wins=won,
                losses=lost,
                ties=tied,
                both_bad=int(both_bad[i]),
                votes=all_votes,
            )
        )
    statuses = ("rated", "too_few_votes", "not_linked")
    return sorted(rows, key=lambda row: (statuses.index(row.status), row.place or (0, 0), -(row.rating or 0), row.name))
