"""The standard library as it was: modules that have left it, and names that its modules no longer have."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import types
from collections.abc import Sequence
from typing import Any

from pong_pg.legacy.runtime import python2_names, stdlib_names
from pong_pg.legacy.runtime.messages import NotCoveredModuleError, not_covered
from pong_pg.legacy.tables import python2, python3_library
from pong_pg.legacy.tables.rows import Module, supplied

_modules: dict[str, types.ModuleType] = {}
_looked_at: set[str] = set()
_MISSING = object()
# What a plain name in a row's `supplied_by` is one of.
_HELPERS = {**vars(python2_names), **vars(stdlib_names)}


class _Gone(types.ModuleType):
    """A module that today's Python does not have; it can be imported, and parts of it work."""

    def __init__(self, name: str, row: Module) -> None:
        super().__init__(name)
        self._pong_pg_row = row
        # A module that this Python comes without, such as tkinter, is missed at once.
        self._pong_pg_today = [importlib.import_module(today) for today in row.modern]
        for today in row.modern:
            add_missing_names(today)
        self.__all__ = [*row.names, *(one for today in self._pong_pg_today for one in getattr(today, "__all__", ()))]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        row = self._pong_pg_row
        value = _supplied(row.names[name].supplied_by) if name in row.names else _MISSING
        for today in self._pong_pg_today:
            value = getattr(today, name, _MISSING) if value is _MISSING else value
        if value is _MISSING:
            value = _module(f"{self.__name__}.{name}") or _MISSING
        if value is _MISSING:
            raise not_covered(self.__name__, name, f"modern code uses {row.advice or row.modern[0]}")
        setattr(self, name, value)
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return _module, (self.__name__,)


def _supplied(by: str) -> Any:
    """Return what a row's `supplied_by` says; a marker if this Python has nothing for it."""
    try:
        return supplied(by, _HELPERS)
    except (ImportError, AttributeError, KeyError):
        return _MISSING


def _module(name: str) -> types.ModuleType | None:
    """Return the module that stands for one that is gone; None if there never was one of this name."""
    row = python3_library.MODULES.get(name) or python2.MODULES.get(name)
    if name not in _modules and row is not None:
        _modules[name] = _Gone(name, row)
    return _modules.get(name)


def modern_module(name: str, fromlist: Sequence[str] = ()) -> types.ModuleType | None:
    """Return what one of the script's files gets for a module that this Python does not have.

    Returns:
        What `__import__` returns; None if there never was such a module.

    Raises:
        NotCoveredModuleError: the module is known, and a name that is imported from it is not.
    """
    module, top = _module(name), _module(name.partition(".")[0])
    if module is None or top is None:
        return None
    for attribute in fromlist:
        if attribute != "*":
            try:
                getattr(module, attribute)
            except AttributeError as error:
                raise NotCoveredModuleError(str(error)) from None
    return module if fromlist else top


def add_missing_names(name: str) -> None:
    """Give a module that the script imports the names that it no longer has; what it has stays as it is."""
    top = name.partition(".")[0]
    if top in _looked_at or top not in sys.modules:
        return
    _looked_at.add(top)
    for missing, row in python2.NAMES.get(top, {}).items():
        if not hasattr(sys.modules[top], missing):
            value = _supplied(row.supplied_by)
            if value is not _MISSING:
                setattr(sys.modules[top], missing, value)
    for place, methods in python3_library.METHODS.items():
        if place.partition(":")[0] == top:
            kind = pkgutil.resolve_name(place)
            for old, new in methods.items():
                if not hasattr(kind, old):
                    setattr(kind, old, getattr(kind, new))
