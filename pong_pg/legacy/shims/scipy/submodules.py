"""Modules of SciPy with the names that have moved elsewhere since; `tables.scipy` says where to."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
import types
from typing import Any

from pong_pg.legacy.tables.scipy import MOVED_IN


class _Module(types.ModuleType):
    """A module of the installed SciPy, and what it no longer has."""

    def __init__(self, name: str, real: str) -> None:
        super().__init__(name)
        self._pong_pg_real = real
        # Makes it a package, whose modules are found as the real one's.
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        try:
            value = getattr(importlib.import_module(self._pong_pg_real), name)
            if (self._pong_pg_real, name) == ("scipy.stats", "mode"):
                # Up to SciPy 1.10 the reduced axis stayed, with length 1.
                value = functools.partial(value, keepdims=True)
        except AttributeError:
            row = MOVED_IN[self._pong_pg_real].get(name)
            if row is None:
                raise
            value = pkgutil.resolve_name(row.supplied_by)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return sorted({*dir(importlib.import_module(self._pong_pg_real)), *MOVED_IN[self._pong_pg_real]})


def register(package: str) -> None:
    """Let the imports of a package find these modules in it."""
    for real in MOVED_IN:
        name = f"{package}.{real.partition('.')[2]}"
        sys.modules.setdefault(name, _Module(name, real))
