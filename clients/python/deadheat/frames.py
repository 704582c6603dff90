"""Columns of frames: of pandas, of polars, or a mapping of columns. No frame library is imported."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Frame(Protocol):
    """What is read of a frame: the names of its columns, and each column by its name."""

    @property
    def columns(self) -> Iterable[Any]: ...

    def __getitem__(self, name: Any, /) -> Any: ...


Columns = Frame | Mapping[str, Any]
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
    if not isinstance(frame, Mapping) and not hasattr(frame, "columns"):
        raise TypeError(f"A {type(frame).__name__} is no frame. Make one of it, such as pandas.DataFrame(rows).")
    return [str(name) for name in (frame if isinstance(frame, Mapping) else frame.columns)]


def make_frame(like: LikeFrame, columns: dict[str, list[Any]]) -> LikeFrame:
    """A frame of these columns, of the same type as another one."""
    make: Callable[[dict[str, list[Any]]], LikeFrame] = type(like)
    return make(columns)


def read_column(frame: Columns, name: str) -> Column:
    """Numbers the values of a column. Raises ValueError for a value that is a list or an object."""
    return read_columns(frame, [name])[0]


def read_columns(frame: Columns, names: list[str]) -> list[Column]:
    """Numbers the values of several columns together, so that equal values have one number."""
    parts = [_distinct(frame[name], name) for name in names]
    written = [["" if is_missing(value) else str(value) for value in values] for _, values in parts]
    texts = sorted(set().union(*written) - {""})
    numbers = {"": -1, **{text: number for number, text in enumerate(texts)}}
    return [
        Column(np.array([numbers[text] for text in part], dtype=np.int64)[places], texts)
        for part, (places, _) in zip(written, parts)
    ]


def rows_in(frame: Columns) -> list[dict[str, Any]]:
    """The rows of a frame as JSON has them: no missing values, and dates as ISO 8601."""
    columns = {name: _values_of(frame[name]) for name in names_in(frame)}
    return [
        {name: _as_json(value) for name, value in zip(columns, row) if not is_missing(value)}
        for row in zip(*columns.values())
    ]


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or the NA of pandas."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        # the NA of pandas is neither true nor false; nor is a list of numbers, which is a value
        return not hasattr(value, "__len__")


def _as_json(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _values_of(column: Any) -> list[Any]:
    """The values as Python has them: those of a pandas column of dates are dates, those of an array of numpy are numbers."""
    for method in ("to_list", "tolist"):
        if hasattr(column, method):
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
