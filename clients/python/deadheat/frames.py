"""Columns of frames: of pandas, of polars, or a mapping of columns. No frame library is imported."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Name = str | float

BLANKS = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What a server takes from both ends of a text."""
LAST_EXACT = 2**53
"""Larger whole numbers lose digits in JSON."""


class Frame(Protocol):
    """What is read of a frame: the names of its columns, and each column by its name."""

    @property
    def columns(self) -> Iterable[Any]: ...

    def __getitem__(self, name: Any, /) -> Any: ...


Columns = Frame | Mapping[Any, Any]
LikeFrame = TypeVar("LikeFrame", bound=Columns)


@dataclass(frozen=True)
class Column:
    """A column whose values are numbered by their texts, in order."""

    number: Numbers
    """The number of each row's value, shape (rows,); -1 where it is missing: None, NaN, NaT or an empty text."""
    texts: list[str]
    """The text of each number."""


def names_in(frame: Columns) -> list[str]:
    """The names of the columns. Raises TypeError for what has none, such as a list of rows."""
    return [str(key) for key in _keys_of(frame)]


def columns_of(frame: Columns, wanted: Collection[str] | None = None) -> dict[str, Any]:
    """Columns of equal length by their names: all, or those that are wanted and there.

    Raises TypeError for what has no columns, and ValueError for a column that is none, is there twice, or is shorter.
    """
    columns: dict[str, Any] = {}
    for key in _keys_of(frame):
        name = str(key)
        if wanted is not None and name not in wanted:
            continue
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


def read_columns(columns: Mapping[str, Any], names: list[str], write: Callable[[Any], str]) -> list[Column]:
    """Numbers the values of several columns together, so that values with one text have one number.

    Raises ValueError for a value that is a list or an object.
    """
    parts = [_distinct(columns[name], name) for name in names]
    written = [[write(value) for value in values] for _, values in parts]
    texts = sorted(set().union(*written) - {""})
    numbers = {"": -1, **{text: number for number, text in enumerate(texts)}}
    return [
        Column(np.array([numbers[text] for text in part], dtype=np.int64)[places], texts)
        for part, (places, _) in zip(written, parts)
    ]


def text_of(value: Any) -> str:
    """A value as a server writes it: without blanks around it, and 3.0 as 3. Empty where it is missing."""
    if isinstance(value, str):
        return value.strip(BLANKS)
    if is_missing(value):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if not isinstance(value, (float, np.floating)):
        return str(value).strip(BLANKS)
    number = float(value)
    if number.is_integer() and abs(number) < LAST_EXACT:
        return str(int(number))
    return np.format_float_positional(value, trim="-") if 1e-6 <= abs(number) < 1e21 else repr(number)


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
    if isinstance(value, np.datetime64):
        return str(value)
    if isinstance(value, np.generic) and value.dtype.kind != "m":
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
    if isinstance(value, (list, tuple, np.ndarray)) or hasattr(value, "to_list"):
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
        if hasattr(column, method) and not (isinstance(column, np.ndarray) and column.dtype.kind in "mM"):
            return list(getattr(column, method)())
    return list(column)


def _distinct(column: Any, name: str) -> tuple[Numbers, list[Any]]:
    """For each row the place of its value among the distinct ones, shape (rows,), and these."""
    dtype = getattr(column, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind in "iufb":
        # many times NaN is one value here, and many in a list
        distinct, places = np.unique(np.asarray(column), return_inverse=True)
        return places.astype(np.int64), distinct.tolist()
    values = _values_of(column)
    known: dict[Any, int] = {}
    try:
        return np.fromiter((known.setdefault(value, len(known)) for value in values), np.int64, len(values)), list(known)
    except TypeError:
        row = next(row for row, value in enumerate(values) if getattr(value, "__hash__", None) is None)
        kind = type(values[row]).__name__
        raise ValueError(f"{name}, row {row}: a value is a text or a number, not a {kind}.") from None
