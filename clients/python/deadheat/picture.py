"""The picture of a board in a terminal: a bar for each contestant, before and past the finish line."""

import math
import statistics
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board, Contestant

MIN_WIDTH = 60
MIN_PLOT = 20
MAX_NAME = 32
MAX_NAMED = 3
LONGEST_NAMED = 90
MAX_IN_ROWS = 20
MIN_SPAN = 10
MARGIN = 0.025
VOTES_EACH = 7


def board_text(board: "Board[Any]", width: int) -> str:
    """The board in lines of at most `width` columns, at least 60, as `deadheat rate` prints it."""
    room = max(MIN_WIDTH, width) - 1
    lines = _wrapped(_headline(board), room)
    if board.votes:
        lines += _wrapped(_rule(board), room)
    if board.votes and board.state == "first_votes":
        lines.append(_progress(board))
    groups = _groups(board, room)
    if groups:
        lines += ["", *groups]
    lines += ["", *_wrapped(_source(board), room)]
    for text in (_lead_alone(board), _left_out(board)):
        lines += _wrapped(text, room) if text else []
    return "\n".join(f" {line}".rstrip() for line in lines)


def _headline(board: "Board[Any]") -> str:
    if board.votes == 0:
        return "No votes yet."
    if board.state == "first_votes":
        return f"{_counted(board.votes, 'vote')}. First ratings from about {_votes_for_ratings(board):,}."
    if board.leader is not None:
        clear = "less than 1 point" if (board.clear_by or 0) < 1 else _counted(_whole(board.clear_by or 0), "point")
        undecided = " Not decided yet." if board.state == "leads" and board.looks == "any" else ""
        return _scoped(board, f"{_shortened(board.leader, 40)} {board.state},") + f" {clear} clear.{undecided}"
    rated = sum(row.status == "rated" for row in board.contestants)
    names = [_shortened(name, 40) for name in board.dead_heat]
    if len(names) <= MAX_NAMED and _columns("".join(names)) <= LONGEST_NAMED:
        who = _listed(names)
    elif len(names) == rated:
        who = "Both" if rated == 2 else f"All {rated:,}"
    else:
        who = f"{len(names):,} of {rated:,}"
    crosses = "crosses the line" if len(names) == 1 else "cross the line together"
    return f"{_scoped(board, 'Dead heat.')} {who} {crosses}."


def _scoped(board: "Board[Any]", lead: str) -> str:
    """With those for whom alone the board speaks before it."""
    if board.speaks_for is None:
        return lead
    voters, prompts = board.voters or 0, board.prompts
    among = "for this one person" if voters == 1 else f"among these {_counted(voters, 'person', 'people')}"
    on = "on this one prompt" if prompts == 1 else f"on these {_counted(prompts or 0, 'prompt')}"
    if board.speaks_for == "these_prompts":
        scope = on
    else:
        scope = f"{among} and {on}" if not board.units and prompts is not None else among
    return f"{scope[0].upper()}{scope[1:]}, {'a dead heat.' if lead == 'Dead heat.' else lead}"


def _rule(board: "Board[Any]") -> str:
    if board.state == "first_votes":
        return "Until then the board shows counts alone. It is too early for places."
    few = ""
    if board.speaks_for == "these_people":
        few = " One person cannot speak for others." if board.voters == 1 else " Too few have voted to speak for others."
    elif board.speaks_for == "these_prompts":
        few = " One prompt cannot speak for others." if board.prompts == 1 else " The prompts are too few to speak for others."
    return f"Bars that reach the line share first. {100 * board.level:.4g} % confidence intervals, by bootstrap.{few}"


def _source(board: "Board[Any]") -> str:
    parts = [_counted(board.votes, "vote")]
    if board.voters is not None:
        are_judges = board.source == "judges" or board.source.startswith("judge:")
        parts.append(_counted(board.voters, "judge" if are_judges else "voter"))
    if board.prompts is not None:
        parts.append(_counted(board.prompts, "prompt"))
    return " · ".join(parts)


def _lead_alone(board: "Board[Any]") -> str:
    """Who is ahead in a dead heat of two or three where two alone are compared. Empty if nobody is."""
    names = board.dead_heat
    if board.leader is not None or not 2 <= len(names) <= MAX_NAMED:
        return ""
    pairs = [(ahead, behind, board.difference(ahead, behind)) for i, ahead in enumerate(names) for behind in names[i + 1 :]]
    clear = [pair for pair in pairs if pair[2].points > pair[2].margin]
    if not clear:
        return ""
    ahead, behind, difference = max(clear, key=lambda pair: pair[2].points / pair[2].margin)
    of = f" of {_shortened(behind, 60)}" if len(names) > 2 else ""
    return f"These two alone: {_shortened(ahead, 60)} is {_whole(difference.points):,} ± {_whole(difference.margin):,} points ahead{of}."


def _left_out(board: "Board[Any]") -> str:
    reasons = [f"{count:,} {reason}" for reason, count in board.left_out.items()]
    return f"Left out: {_listed(reasons)}." if reasons else ""


def _progress(board: "Board[Any]") -> str:
    """How far the votes are from the first ratings."""
    needed = _votes_for_ratings(board)
    done = _whole(24 * board.votes / needed)
    return f"{'█' * done}{'░' * (24 - done)}▚ {board.votes:,} of about {_counted(needed, 'vote')} until the first ratings"


def _groups(board: "Board[Any]", room: int) -> list[str]:
    """The rows under their headings."""
    rated = sorted((row for row in board.contestants if row.status == "rated"), key=lambda row: -(row.rating or 0))
    unrated = [row for row in board.contestants if row.status != "rated"]
    if not rated:
        return _counts(unrated, room) if board.votes else []
    first = [row for row in rated if row.name in board.dead_heat]
    behind = [row for row in rated if row.name not in board.dead_heat]
    heading = {"leads": "Leads", "wins": "Winner"}.get(board.state, f"Dead heat for first: {len(first):,} of {len(rated):,}")
    draw = _Rows(board, rated, room)
    lines = [heading, *(draw.line(row, True) for row in first)]
    if behind:
        lines.append("Behind" if len(rated) <= MAX_IN_ROWS else f"Behind: {len(behind):,} of {len(rated):,}")
        lines += [draw.line(row, False) for row in behind]
    if unrated:
        width = min(MAX_NAME, max(_columns(row.name) for row in unrated))
        lines.append("Not rated yet")
        lines += [f"{_padded(row.name, width)}  {_lacks(row)}" for row in unrated]
    return lines


def _lacks(row: "Contestant") -> str:
    if row.status == "not_linked":
        return "no vote compares it with the others"
    return f"{row.votes} of 10 votes" if row.votes < 10 else "fewer than 10 votes with rated contestants"


def _counts(rows: "Sequence[Contestant]", room: int) -> list[str]:
    """A table of counts, before there are ratings."""
    heads = ("Won", "Lost", "Tied", "Votes")
    cells = [[f"{n:,}" if n else "–" for n in (row.wins, row.losses, row.ties)] + [f"{row.votes:,}"] for row in rows[:100]]
    widths = [max(len(head), *(len(line[at]) for line in cells)) for at, head in enumerate(heads)]
    names = max(_columns("Contestant"), *(_columns(row.name) for row in rows))
    width = max(8, min(MAX_NAME, names, room - sum(widths) - 2 * len(widths)))
    return [
        _padded(name, width) + "".join(f"  {cell:>{at}}" for cell, at in zip(line, widths))
        for name, line in [("Contestant", list(heads)), *((row.name, line) for row, line in zip(rows, cells))]
    ]


class _Rows:
    """Draws rows on one axis, which has all ratings and at least half a bar of median length beyond them."""

    def __init__(self, board: "Board[Any]", rated: "Sequence[Contestant]", room: int):
        self.solid = "▒" if board.state == "leads" else "█"
        self.line_at = board.finish_line or 0.0
        ratings = [row.rating or 0.0 for row in rated]
        bars = [row.interval or (0.0, 0.0) for row in rated]
        median = statistics.median(high - low for low, high in bars)
        below = min(ratings) - min(*(low for low, _ in bars), min(ratings))
        above = max(*(high for _, high in bars), max(ratings)) - max(ratings)
        low = min(self.line_at, min(ratings) - min(median, max(median / 2, below)))
        high = max(self.line_at, max(ratings) + min(median, max(median / 2, above)))
        margin = max((high - low) * MARGIN, (MIN_SPAN - (high - low)) / 2)
        self.low, self.high = low - margin, high + margin
        self.place = max(len(_place(row)) for row in rated)
        self.rating = max(len(_points(row.rating or 0)) for row in rated)
        self.interval = max(len(_interval(row)) for row in rated)
        names = min(MAX_NAME, max(_columns(row.name) for row in rated))
        left = room - self.place - self.rating - self.interval - 6
        self.name = min(names, max(8, left - MIN_PLOT))
        self.plot = left - self.name if left - self.name >= MIN_PLOT else 0
        if not self.plot:
            self.name = max(1, min(names, left))

    def line(self, row: "Contestant", is_first: bool) -> str:
        """Place, name, rating, interval and bar of a contestant."""
        head = f"{_place(row):<{self.place}} {_padded(row.name, self.name)} {_points(row.rating or 0):>{self.rating}}"
        return f"{head}  {_interval(row):<{self.interval}}  {self._bar(row, is_first)}".rstrip()

    def _bar(self, row: "Contestant", is_first: bool) -> str:
        """Hollow before the finish line, solid past it, with the rating as a mark."""
        if not self.plot:
            return ""
        low, high = row.interval or (0.0, 0.0)
        # a column right of the line stays free for a bar past it
        line = min(self.plot - 2, max(1, self._cell(self.line_at)))
        start, end = self._cell(low), self._cell(high)
        if is_first:
            start, end = min(start, line), max(end, line + 1)
        else:
            start, end = min(start, line - 1), min(end, line - 1)
        cells = [" "] * self.plot
        for at in range(start, end + 1):
            cells[at] = self.solid if at > line else "░"
        if low < self.low:
            cells[start] = "←"
        if high > self.high:
            cells[end] = "→"
        cells[line] = "▚"
        mark = self._cell(row.rating or 0.0)
        cells[mark if is_first else min(mark, line - 1)] = "┃"
        return "".join(cells)

    def _cell(self, points: float) -> int:
        share = min(1.0, max(0.0, (points - self.low) / (self.high - self.low)))
        return min(self.plot - 1, _whole(share * (self.plot - 1)))


def _place(row: "Contestant") -> str:
    best, worst = row.place or (0, 0)
    return str(best) if best == worst else f"{best}–{worst}"


def _points(points: float) -> str:
    """Whole points, with a minus sign; vast ones as powers of ten."""
    return (str(_whole(points)) if abs(points) < 1e6 else f"{points:.1e}").replace("-", "−")


def _interval(row: "Contestant") -> str:
    low, high = row.interval or (0.0, 0.0)
    return (" – " if low < 0 or high < 0 else "–").join((_points(low), _points(high)))


def _votes_for_ratings(board: "Board[Any]") -> int:
    count = len(board.contestants)
    return math.ceil(max(10 if count <= 2 else VOTES_EACH * count, board.votes + 1) / 10) * 10


def _whole(value: float) -> int:
    """Rounded, halves up."""
    return math.floor(value + 0.5)


def _counted(count: int, singular: str, plural: str | None = None) -> str:
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _wrapped(text: str, room: int) -> list[str]:
    """Lines of at most so many columns, broken at spaces."""
    lines: list[str] = []
    for word in text.split():
        if lines and _columns(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [_shortened(line, room) for line in lines]


def _columns(text: str) -> int:
    """The width of a text in a terminal: wide letters take two columns, marks none."""
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _shortened(text: str, columns: int) -> str:
    """A text in one line of at most so many columns, without control characters."""
    text = "".join(letter for letter in " ".join(text.split()) if unicodedata.category(letter) not in ("Cc", "Cf"))
    if _columns(text) <= columns:
        return text
    while _columns(text) > columns - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _padded(text: str, columns: int) -> str:
    shown = _shortened(text, columns)
    return shown + " " * max(0, columns - _columns(shown))
