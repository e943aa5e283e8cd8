"""`csv` of Python 2: rows are read from and written to files of any mode."""

from __future__ import annotations

import csv as _real
from collections.abc import Iterable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_str

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def reader(csvfile: Iterable[Any], *arguments: Any, **named: Any) -> Any:
    """Return an iterator over the rows of a file."""
    return _real.reader(map(to_str, csvfile), *arguments, **named)


class DictReader(_real.DictReader):  # type: ignore[type-arg]  # as Python 2's
    """Reads rows as dictionaries."""

    def __init__(self, f: Iterable[Any], *arguments: Any, **named: Any) -> None:
        super().__init__(map(to_str, f), *arguments, **named)

    def next(self) -> Any:
        """Return the next row."""
        return self.__next__()


class DictWriter(_real.DictWriter):  # type: ignore[type-arg]  # as Python 2's
    """Writes dictionaries as rows."""

    def writeheader(self) -> None:  # type: ignore[override]  # Python 2's returned nothing
        """Write a row of the field names."""
        super().writeheader()
