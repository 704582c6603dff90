"""Votes of a frame: its rows checked, the two orders of a judge merged, and one view chosen."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from .frames import Column, Columns, Name, Numbers, columns_of, names_in, read_columns, text_of

Orders = Literal["merge", "separate"]

LEFT, RIGHT, TIE, BOTH_BAD, INCONSISTENT = range(5)
OUTCOMES = {
    "model_a": LEFT,
    "model_b": RIGHT,
    "tie": TIE,
    "tie (bothbad)": BOTH_BAD,
    "both_bad": BOTH_BAD,
    "tie (inconsistent)": INCONSISTENT,
}
JUDGE_TYPES = ("human", "llm", "result", "simulated", "live")
HUMAN, LLM, RESULT, SIMULATED, LIVE = range(5)
TYPES_OF_SOURCE = {
    "people": (HUMAN,),
    "judges": (LLM,),
    "simulated": (SIMULATED,),
    "live": (LIVE,),
    "all": (HUMAN, LLM, RESULT),
}
FIRST_NAMES = {"humans": "people"}
"""What sources were called first."""
SOURCE_OF_TYPE = ("people", "judges", "all", "simulated", "live")
SAMPLES = ("sample_a", "sample_b")
JUDGEMENT = ("judge", "criterion", "pair_id", "turn")

OF_A_VOTE = ("model_a", "model_b", "winner")
OTHERS = ("judge_type", *JUDGEMENT, "question_id", "group", "order", "id", *SAMPLES)

LONGEST_NAME = 200
EMPTY = re.compile(
    r"nan|NaN|NaT|[Nn]one|NONE|nil|[Nn]ull|NULL|undefined|NA|N/A|n/a|\\N|[<(\[](?:NA|null|NULL|none|blank|empty)[>)\]]"
    r"|[-–—?.]{1,3}|…|#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NULL!|NUM!)"
)
"""What programs write for an empty cell."""
NOT_IN_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, characters that change the direction of text, and halves of others."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Votes:
    """The votes of one view. Arrays have the shape (votes,); numbers follow the order of names, -1 is not known."""

    contestants: list[str]
    """All names of the frame, sorted; also those without a vote in this view."""
    left: Numbers
    right: Numbers
    outcome: Numbers
    """LEFT, RIGHT, TIE or BOTH_BAD."""
    prompt: Numbers
    """The prompt of each vote, or its group where the frame has groups."""
    person: Numbers
    """Who voted, where people alone did; else -1."""
    source: str
    """`people`, `judges`, `judge:NAME`, `simulated`, `live`, or `all`: several kinds together."""
    prompts: int | None
    voters: int | None
    left_out: dict[str, int]
    """How many rows are no votes of this view, by the reason."""

    @property
    def is_mixed(self) -> bool:
        """Whether people, judges or results are counted together."""
        return self.source == "all"

    def pick(self, rows: Flags | Numbers) -> "Votes":
        """The same with some of the votes."""
        chosen = {name: getattr(self, name)[rows] for name in ("left", "right", "outcome", "prompt", "person")}
        return replace(self, **chosen)


def read_votes(frame: Columns, *, source: str | None, criterion: Name | None, orders: Orders) -> Votes:
    """Reads the votes of a frame.

    Raises ValueError that names column, row and remedy, for a column that is missing and for a value that has no meaning.
    """
    names = names_in(frame)
    # a frame made of no rows has no columns
    missing = [name for name in OF_A_VOTE if name not in names] if names else []
    if missing:
        raise ValueError(f"The frame has no column {missing[0]}. Rename one of its columns: {', '.join(names)}.")
    if "count" in names:
        raise ValueError("A row is one vote, and this frame has a column count. Repeat each row so often, and drop the column.")
    given = columns_of(frame, (*OF_A_VOTE, *OTHERS)) or {name: [] for name in OF_A_VOTE}
    columns = {name: read_columns(given, [name], WRITTEN.get(name, text_of))[0] for name in OTHERS if name in given}
    (outcomes,) = read_columns(given, ["winner"], _id_of)
    outcome = _numbers_of(outcomes, "winner", OUTCOMES)
    judge_type = np.full(len(outcome), HUMAN)
    if "judge_type" in columns:
        types = _numbers_of(columns["judge_type"], "judge_type", {name: at for at, name in enumerate(JUDGE_TYPES)})
        judge_type = np.where(types < 0, HUMAN, types)
    contestants, sides, rows, left_out = _read_sides(given, outcome)
    _refuse_repeated_ids(columns.get("id"), rows)
    if orders == "merge" and "order" in columns:
        rows, sides, outcome, incomplete = _merge_orders(columns, sides, outcome, rows, judge_type == LLM)
        left_out["judgements in one order alone"] = incomplete
    rows = rows[_is_of_criterion(columns.get("criterion"), rows, criterion)]
    source = None if source is None else FIRST_NAMES.get(source, source)
    view = _choose_source(source, judge_type, columns.get("judge"), rows, left_out)
    chosen_source = source or _source_of(judge_type[view])
    judges = _picked(columns, "judge", view)
    people = np.where(judge_type[view] == HUMAN, judges, -1) if chosen_source == "all" else judges
    prompt, prompts = _prompts(columns, view)
    return Votes(
        contestants=contestants,
        left=sides[0, view],
        right=sides[1, view],
        outcome=np.where(outcome[view] == INCONSISTENT, TIE, outcome[view]),
        prompt=prompt,
        person=people if chosen_source != "all" and _are_people(chosen_source) else np.full(len(view), -1),
        source=chosen_source,
        prompts=prompts,
        voters=_distinct_count(people),
        left_out={reason: count for reason, count in left_out.items() if count},
    )


def _id_of(value: Any) -> str:
    """The text of a name or an id; empty also for what programs write into an empty cell."""
    text = text_of(value)
    return "" if EMPTY.fullmatch(text) else text


def _number_of(value: Any) -> str:
    """The text of a number, also of one that is written as text; empty for anything else."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return ""
    return text_of(number) if math.isfinite(number) else ""


def _sample_of(value: Any) -> str:
    """The number of a sample; empty for the first one, which a row need not name."""
    number = _number_of(value)
    return "" if number == "1" else number


WRITTEN: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("id", "question_id", "judge"), _id_of),
    "turn": _number_of,
    **dict.fromkeys(SAMPLES, _sample_of),
}
"""How values of a column are written, where it is not `text_of`."""


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a contestant."""
    return not NOT_IN_A_NAME.search(text) and len(text.encode("utf-16-le")) <= 2 * LONGEST_NAME


def _read_sides(columns: Mapping[str, Any], outcome: Numbers) -> tuple[list[str], Numbers, Numbers, dict[str, int]]:
    """Reads the names of both sides. Spellings that are composed otherwise are one contestant, called as the first row calls it.

    Returns the contestants, sorted; the sides by their numbers, shape (2, rows); the rows that are votes; and how many are
    none, by the reason.
    """
    left, right = read_columns(columns, ["model_a", "model_b"], _id_of)
    texts, spelled = left.texts, np.stack([left.number, right.number])
    known: dict[str, int] = {}
    form = np.array([known.setdefault(normalize("NFC", text), len(known)) for text in texts] + [-1])
    is_named = np.array([_is_name(text) for text in texts] + [True])
    is_empty = (spelled < 0).any(0) | (outcome < 0)
    is_odd = ~is_empty & ~is_named[spelled].all(0)
    is_self = ~is_empty & ~is_odd & (form[spelled[0]] == form[spelled[1]])
    rows = np.flatnonzero(~is_empty & ~is_odd & ~is_self)
    in_order = spelled[:, rows].T.ravel()
    found, first = np.unique(form[in_order], return_index=True)
    names = [texts[number] for number in in_order[first]]
    number = np.full(len(known) + 1, -1)
    number[found[sorted(range(len(names)), key=names.__getitem__)]] = np.arange(len(names))
    left_out = {
        "without names or winner": int(is_empty.sum()),
        f"with control characters or over {LONGEST_NAME} letters in a name": int(is_odd.sum()),
        "against themselves": int(is_self.sum()),
    }
    return sorted(names), number[form[spelled]], rows, left_out


def _numbers_of(column: Column, name: str, meanings: dict[str, int]) -> Numbers:
    """What each row says, shape (rows,); -1 where it says nothing. Raises ValueError for a text without a meaning."""
    numbers = np.array([meanings.get(text, -1) for text in column.texts] + [-1])
    unknown = np.flatnonzero((column.number >= 0) & (numbers[column.number] < 0))
    if len(unknown):
        row = int(unknown[0])
        text = column.texts[column.number[row]]
        raise ValueError(f"{name}, row {row}: {text!r} has no meaning. Use {', '.join(meanings)}.")
    return numbers[column.number]


def _refuse_repeated_ids(column: Column | None, rows: Numbers) -> None:
    """Raises ValueError where two rows have one id: they may be one vote, or the id that of something else."""
    if column is None:
        return
    numbers = column.number[rows]
    by_id = np.argsort(numbers, kind="stable")
    repeated = np.flatnonzero((numbers[by_id][1:] == numbers[by_id][:-1]) & (numbers[by_id][1:] >= 0))
    if len(repeated):
        first, second = rows[by_id[repeated[0]]], rows[by_id[repeated[0] + 1]]
        text = column.texts[column.number[first]]
        raise ValueError(f"id, rows {first} and {second}: both have {text!r}. Drop the rows that are there twice, or the column id.")


def _merge_orders(
    columns: dict[str, Column], sides: Numbers, outcome: Numbers, rows: Numbers, is_llm: Flags
) -> tuple[Numbers, Numbers, Numbers, int]:
    """Makes one vote of a judgement that was asked in both orders: both name the same winner, or it is inconsistent.

    Where a frame has both orders of some judgements, one with a single order is no vote. Where it has none, each row is a
    vote. `sides` has the shape (2, rows). Returns the rows that are votes, sides and outcomes, and how many judgements are
    no votes.
    """
    order = columns["order"].number
    calls = rows[is_llm[rows] & (order[rows] >= 0)]
    first, second = sides[:, calls].min(0), sides[:, calls].max(0)
    is_exchanged = sides[0, calls] != first
    keys = [_named_prompts(columns, calls), *(columns[name].number[calls] for name in JUDGEMENT if name in columns)]
    samples = [_picked(columns, name, calls) for name in SAMPLES]
    keys += [np.where(is_exchanged, *samples[::-1]), np.where(is_exchanged, *samples)]
    judgement = _combined(*keys, first, second)
    asked = _combined(judgement, order[calls])
    # one order of one judgement; the verdict is what more than half of its calls say
    judgement_of = np.zeros(asked.max(initial=-1) + 1, dtype=np.int64)
    judgement_of[asked] = judgement
    is_both = np.bincount(judgement_of, minlength=judgement.max(initial=-1) + 1) > 1
    if not is_both.any():
        return rows, sides, outcome, 0
    said = outcome[calls]
    said = np.where(is_exchanged & (said <= RIGHT), RIGHT - said, said)
    counts = np.zeros((len(judgement_of), INCONSISTENT + 1), dtype=np.int64)
    np.add.at(counts, (asked, said), 1)
    verdict = np.where(2 * counts.max(1) > counts.sum(1), counts.argmax(1), -1)
    lowest = np.full(len(is_both), INCONSISTENT)
    highest = np.full(len(is_both), -1)
    np.minimum.at(lowest, judgement_of, verdict)
    np.maximum.at(highest, judgement_of, verdict)
    agreed = np.where((lowest == highest) & (lowest >= 0), lowest, INCONSISTENT)
    _, firsts = np.unique(judgement, return_index=True)
    votes = calls[firsts[is_both]]
    sides, outcome = sides.copy(), outcome.copy()
    sides[0, votes], sides[1, votes] = first[firsts[is_both]], second[firsts[is_both]]
    outcome[votes] = agreed[is_both]
    plain = rows[~np.isin(rows, calls)]
    return np.sort(np.concatenate([plain, votes])), sides, outcome, int((~is_both).sum())


def _combined(*keys: Numbers) -> Numbers:
    """Numbers of the different combinations of several numbers, shape (rows,) each."""
    number = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        number = np.unique(number * (key.max(initial=0) + 2) + key + 1, return_inverse=True)[1]
    return number


def _choose_source(
    source: str | None, judge_type: Numbers, judge: Column | None, rows: Numbers, left_out: dict[str, int]
) -> Numbers:
    """The rows of a source. Simulated votes are never counted with others, votes on visitors' prompts only where asked for."""
    types = judge_type[rows]
    if source is None:
        for apart, reason in ((SIMULATED, "simulated"), (LIVE, "on visitors' own prompts")):
            is_apart = types == apart
            if is_apart.any() and (~is_apart & (types != SIMULATED)).any():
                left_out[reason] = int(is_apart.sum())
                rows, types = rows[~is_apart], types[~is_apart]
        return rows
    if source.startswith("judge:"):
        name = source.removeprefix("judge:")
        judges = [] if judge is None else sorted({judge.texts[number] for number in judge.number[rows[types == LLM]] if number >= 0})
        if name not in judges:
            raise ValueError(f"source: there is no judge {name!r}. The judges are: {', '.join(judges) or 'none'}.")
        assert judge is not None
        is_judge: Flags = (types == LLM) & (judge.number[rows] == judge.texts.index(name))
        return rows[is_judge]
    if source not in TYPES_OF_SOURCE:
        raise ValueError(f"source: {source!r} is none. Use {', '.join(TYPES_OF_SOURCE)} or judge:NAME.")
    return rows[np.isin(types, TYPES_OF_SOURCE[source])]


def _is_of_criterion(column: Column | None, rows: Numbers, criterion: Name | None) -> Flags:
    """Which rows have the criterion, shape (rows,). Raises ValueError where there are several and none is chosen."""
    number = np.full(len(rows), -1) if column is None else column.number[rows]
    texts = [] if column is None else column.texts
    if criterion is None:
        found = ["no criterion" if at < 0 else repr(texts[at]) for at in np.unique(number)]
        if len(found) > 1:
            raise ValueError(f"The frame has votes under {len(found)} criteria: {', '.join(found)}. Choose one: criterion=….")
        return np.ones(len(rows), dtype=bool)
    chosen = text_of(criterion)
    if chosen not in texts:
        raise ValueError(f"criterion: there is no {chosen!r}. The frame has: {', '.join(texts) or 'none'}.")
    is_chosen: Flags = number == texts.index(chosen)
    return is_chosen


def _source_of(types: Numbers) -> str:
    found = np.unique(types)
    return SOURCE_OF_TYPE[found[0]] if len(found) == 1 else "all"


def _are_people(source: str) -> bool:
    return all(kind in (HUMAN, SIMULATED, LIVE) for kind in TYPES_OF_SOURCE.get(source, (LLM,)))


def _prompts(columns: dict[str, Column], rows: Numbers) -> tuple[Numbers, int | None]:
    """The prompt of each row, or its group, where groups are known; and how many prompts there are."""
    prompt, group = _picked(columns, "question_id", rows), _picked(columns, "group", rows)
    count = _distinct_count(_named_prompts(columns, rows))
    if (group < 0).all():
        return prompt, count
    # a prompt without a group is a group
    return np.where(group >= 0, group, np.where(prompt >= 0, group.max() + 1 + prompt, -1)), count


def _named_prompts(columns: dict[str, Column], rows: Numbers) -> Numbers:
    """The prompt of each row; a group alone is a prompt."""
    prompt, group = _picked(columns, "question_id", rows), _picked(columns, "group", rows)
    return np.where(prompt >= 0, prompt, np.where(group >= 0, prompt.max(initial=-1) + 1 + group, -1))


def _picked(columns: dict[str, Column], name: str, rows: Numbers) -> Numbers:
    return columns[name].number[rows] if name in columns else np.full(len(rows), -1)


def _distinct_count(numbers: Numbers) -> int | None:
    return len(np.unique(numbers[numbers >= 0])) or None
