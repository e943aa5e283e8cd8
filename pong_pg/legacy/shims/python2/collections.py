"""`collections` of Python 2.7."""

from __future__ import annotations

import collections as _real
import sys
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.stdlib import names_of

globals().update(public(_real))
globals().update(names_of("collections"))
__all__ = [  # noqa: PLE0604 - what the real module had then
    "Counter", "deque", "defaultdict", "namedtuple", "OrderedDict", *names_of("collections"),
]  # fmt: skip


def namedtuple(typename: str, field_names: Any, verbose: bool = False, rename: bool = False) -> Any:
    """Return a class of tuples whose elements have names."""
    del verbose
    made: Any = _real.namedtuple(typename, field_names, rename=rename)  # type: ignore[misc]  # the names are arguments
    made._asdict = lambda self: _real.OrderedDict(zip(self._fields, self, strict=True))
    made.__module__ = _caller()
    return made


def _caller() -> str:
    return str(sys._getframe(2).f_globals.get("__name__", "__main__"))
