"""Tables for pandas."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def frame(rows: Mapping[str, Any] | Iterable[Mapping[str, Any]]) -> "pandas.DataFrame":
    """A pandas DataFrame of rows, or of the contestants of a board. Raises ImportError if pandas is missing."""
    try:
        import pandas
    except ImportError:
        raise ImportError("frame() needs pandas: pip install pandas") from None
    return pandas.DataFrame(list(rows["contestants"] if isinstance(rows, Mapping) else rows))
