"""`csv` of Python 2: rows are read from and written to files of any mode."""

from __future__ import annotations

import csv as _real
from collections.abc import Iterable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_str
from pong_pg.legacy.runtime.python2_order import ordered
from pong_pg.legacy.runtime.python2_text import repr_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def reader(csvfile: Iterable[Any], *arguments: Any, **named: Any) -> Any:
    """Return an iterator over the rows of a file."""
    return _real.reader(map(to_str, csvfile), *arguments, **named)


class _Writer:
    """What writes rows; values that hold others are written as Python 2 wrote them."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.dialect = real.dialect

    def writerow(self, row: Any) -> None:
        """Write a row.

        Raises:
            csv.Error: it is no row.
        """
        self._real.writerow(map(_field, row) if isinstance(row, Iterable) or hasattr(row, "__getitem__") else row)

    def writerows(self, rows: Any) -> None:
        """Write rows."""
        for row in rows:
            self.writerow(row)


def _field(value: Any) -> Any:
    return repr_of(value) if isinstance(value, dict | frozenset | list | set | tuple) else value


def writer(csvfile: Any, *arguments: Any, **named: Any) -> Any:
    """Return what writes rows to a file."""
    return _Writer(_real.writer(csvfile, *arguments, **named))


class DictReader(_real.DictReader):  # type: ignore[type-arg]  # as Python 2's
    """Reads rows as dictionaries."""

    def __init__(self, f: Iterable[Any], *arguments: Any, **named: Any) -> None:
        super().__init__(map(to_str, f), *arguments, **named)

    def next(self) -> Any:
        """Return the next row."""
        return self.__next__()


class DictWriter(_real.DictWriter):  # type: ignore[type-arg]  # as Python 2's
    """Writes dictionaries as rows."""

    def __init__(self, f: Any, fieldnames: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(f, list(ordered(fieldnames)), *arguments, **named)
        self.writer: Any = _Writer(self.writer)

    def writeheader(self) -> None:  # type: ignore[override]  # Python 2's returned nothing
        """Write a row of the field names."""
        super().writeheader()
