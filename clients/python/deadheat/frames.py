"""Columns of frames: of pandas, of polars, or a mapping of columns. No frame library is imported."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Protocol, TypeVar, cast

LAST_EXACT = 2**53
"""Larger whole numbers lose digits in JSON."""


class Frame(Protocol):
    """What is read of a frame: the names of its columns, and each column by its name."""

    @property
    def columns(self) -> Iterable[Any]: ...

    def __getitem__(self, name: Any, /) -> Any: ...


Columns = Frame | Mapping[Any, Any]
LikeFrame = TypeVar("LikeFrame", bound=Columns)


def columns_of(frame: Columns) -> dict[str, Any]:
    """Columns of equal length by their names.

    Raises TypeError for what has no columns, and ValueError for a column that is none, is there twice, or is shorter.
    """
    columns: dict[str, Any] = {}
    for key in _keys_of(frame):
        name = str(key)
        if name in columns:
            raise ValueError(f"The frame has two columns {name}. Rename one of them, or drop it.")
        column = frame[key]
        if isinstance(column, (str, bytes, Mapping, set)) or not hasattr(column, "__iter__"):
            kind = type(column).__name__
            raise ValueError(f"The column {name} is a {kind}, not a list of values. Write a single row as a list: [row].")
        columns[name] = column if hasattr(column, "__len__") else list(column)
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{name} {length:,}" for name, length in lengths.items())
        raise ValueError(f"The columns differ in length: {counts} values. Give each row a value in each, such as None.")
    return columns


def maker_of(frame: LikeFrame) -> Callable[[dict[str, list[Any]]], LikeFrame]:
    """What makes a frame of the same type of columns; of any mapping, a dict."""
    return cast(Callable[[dict[str, list[Any]]], LikeFrame], dict if isinstance(frame, Mapping) else type(frame))


def rows_in(rows: Columns | Iterable[Mapping[Any, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of a frame, or rows, as JSON has them: no missing values, and dates as ISO 8601.

    Raises ValueError that names column, row and remedy, for a value that JSON does not have.
    """
    for at, row in enumerate(_plain_rows(rows)):
        if not isinstance(row, Mapping):
            raise ValueError(f"Row {at} is a {type(row).__name__}. Make a dict of it, with the names of its columns.")
        written = {}
        for name, value in row.items():
            if not is_missing(value):
                try:
                    written[str(name)] = _as_json(value)
                except TypeError as error:
                    raise ValueError(f"{name}, row {at}: {error} Make it a text or a number.") from None
        yield written


def rows_as_jsonl(rows: Columns | Iterable[Mapping[Any, Any]]) -> bytes:
    """The rows of a frame, or rows, a line each."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_in(rows)).encode()


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or the NA of pandas."""
    if value is None or hasattr(value, "__len__"):
        return value is None
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        # the NA of pandas is neither true nor false
        return True


def _keys_of(frame: Columns) -> list[Any]:
    kind = type(frame).__name__
    if hasattr(frame, "collect"):
        raise TypeError(f"A {kind} has no values yet. Make a frame of it with .collect().")
    if not isinstance(frame, Mapping) and not hasattr(frame, "columns"):
        raise TypeError(f"A {kind} is no frame. Make one of it, such as pandas.DataFrame(rows).")
    return list(frame if isinstance(frame, Mapping) else frame.columns)


def _plain_rows(rows: Columns | Iterable[Any]) -> Iterable[Any]:
    if not isinstance(rows, Mapping) and not hasattr(rows, "columns") and not hasattr(rows, "collect"):
        return rows
    columns = {name: _values_of(column) for name, column in columns_of(cast(Columns, rows)).items()}
    return (dict(zip(columns, row)) for row in zip(*columns.values()))


def _as_json(value: Any) -> Any:
    """A value as JSON has it. Raises TypeError that says what it is, for one that JSON does not have."""
    kind = _numpy_kind(value)
    if kind == "M" and not hasattr(value, "__len__"):
        return str(value)
    if kind and kind != "m" and not hasattr(value, "__len__"):
        value = value.item()
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LAST_EXACT else str(value)
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        if math.isinf(value):
            raise TypeError("infinity is no number of JSON.")
        return None if math.isnan(value) else value
    if isinstance(value, Mapping):
        return {str(name): _as_json(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)) or hasattr(value, "to_list") or (kind and hasattr(value, "__len__")):
        return [_as_json(part) for part in _values_of(value)]
    if is_missing(value):
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"a value of type {type(value).__name__} has no form in JSON.")


def _values_of(column: Any) -> list[Any]:
    """The values as Python has them: those of a pandas column of dates are dates, those of an array of numpy are numbers."""
    # numpy makes whole numbers of its dates
    for method in ("to_list", "tolist"):
        if hasattr(column, method) and (method == "to_list" or _numpy_kind(column) not in ("m", "M")):
            return list(getattr(column, method)())
    return list(column)


def _numpy_kind(value: Any) -> str | None:
    """The letter that numpy has for the type of an array or a number of its own: `M` for dates, `m` for spans of time."""
    return getattr(getattr(value, "dtype", None), "kind", None)
