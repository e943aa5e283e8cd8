"""Python 2's standard library on today's: modules by their old names, and names that modules no longer have."""

from __future__ import annotations

import importlib
import importlib.util
import types
from collections.abc import Callable, Mapping
from typing import Any

from pong_pg.legacy.runtime import python2_names, stdlib_names
from pong_pg.legacy.runtime.supplied import supplied
from pong_pg.legacy.tables import python2

# What a plain name in a row's `supplied_by` is one of; those of `python2_names` are in the module `__builtin__`.
_HELPERS = {**vars(python2_names), **vars(stdlib_names)}

_modules: dict[str, types.ModuleType] = {}


def modern_module(name: str) -> types.ModuleType | None:
    """Return the module that one of the script's files gets for `import name`.

    Args:
        name: the name that the script imports.

    Returns:
        A module with the names of the old one; None where this Python's own module of that name is meant.

    Raises:
        ImportError: this Python comes without the modern module, such as tkinter.
    """
    row = python2.MODULES.get(name)
    if row is None or (not row.is_gone and importlib.util.find_spec(name) is not None):
        return None
    if name not in _modules:
        _modules[name] = _make(name, row)
    return _modules[name]


def _make(name: str, row: python2.Module) -> types.ModuleType:
    parts = [importlib.import_module(part) for part in row.modern]
    renamed = {old: new.supplied_by for old, new in python2.NAMES.get(name, {}).items()} | row.names
    if len(parts) == 1 and not renamed:
        return parts[0]
    module = _Merged(name, parts[0].__doc__)
    for part in reversed(parts):
        module.__dict__.update({key: value for key, value in vars(part).items() if not key.startswith("__")})
    module.__dict__.update(_resolved(renamed))
    if hasattr(parts[0], "__path__"):
        module.__path__ = parts[0].__path__
    return module


class _Merged(types.ModuleType):
    """A module with the names of several; it is pickled by its old name, which `modern_module` makes it from."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return _made, (self.__name__,)


def _made(name: str) -> types.ModuleType | None:
    return modern_module(name)


def _resolved(names: Mapping[str, str]) -> dict[str, Any]:
    """Return what supplies each name, without those that this Python has nothing for."""
    found = {}
    for name, by in names.items():
        try:
            found[name] = supplied(by, _HELPERS)
        except (ImportError, AttributeError):
            continue
    return found


def names_of(module: str) -> dict[str, Any]:
    """Return what supplies the names that a module of Python 2 had and today's has not."""
    return _resolved({name: row.supplied_by for name, row in python2.NAMES[module].items()})


def add_missing_names() -> None:
    """Give the standard library's modules the names that they no longer have; what they have stays as it is."""
    for place, rows in python2.NAMES.items():
        # What is in another module today is in the module that `modern_module` makes, which only the script gets.
        if place in python2.MODULES:
            continue
        module = importlib.import_module(place)
        missing = {name: row.supplied_by for name, row in rows.items() if not hasattr(module, name)}
        for name, value in _resolved(missing).items():
            setattr(module, name, value)
