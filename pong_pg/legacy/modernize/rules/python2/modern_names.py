"""What stands today for a module of the standard library, or for a name in one."""

from __future__ import annotations

import builtins
import importlib
import importlib.util
from dataclasses import dataclass

from pong_pg.legacy.tables import python2, python3_library


@dataclass(frozen=True)
class Target:
    """What stands for an old name.

    Attributes:
        module: the module that has it; "" for a builtin, a method or a function.
        name: its name there; of a method, with a dot before it.
        is_function: `name` is a rule of `module_functions`, or a function that the file gets a copy of.
    """

    module: str
    name: str
    is_function: bool = False


def is_known(module: str) -> bool:
    """Return whether a module, or names in it, may have other names today."""
    return (
        module in python2.MODULES
        or module in python2.NAMES
        or module in python3_library.MODULES
        or module in python3_library.NAMES
    )


def modules_of(module: str) -> tuple[str, ...]:
    """Return today's modules with the names of a module of Python 2; none if it has its own name still."""
    if module in python3_library.MODULES:
        return (python3_library.MODULES[module],)
    row = python2.MODULES.get(module)
    return row.modern if row else ()


def target_of(module: str, name: str) -> Target | None:
    """Return what stands for a name in a module; None if it is the same as ever."""
    given = python3_library.NAMES.get(module, {}).get(name)
    row = python2.MODULES.get(module)
    if module == "__builtin__" and hasattr(builtins, name):
        return Target("", name)
    if given is None and module in python2.NAMES and name in python2.NAMES[module]:
        given = python2.NAMES[module][name].supplied_by
    if given is None and row is not None:
        given = row.names.get(name)
    if given is not None:
        return _read(given)
    if module == "strop":
        return target_of("string", name)
    having = [modern for modern in modules_of(module) if modern != module and _value(modern, name) is not None]
    # Modules also have what they import from others.
    having.sort(key=lambda modern: getattr(_value(modern, name), "__module__", modern) != modern)
    return Target("" if having[0] == "builtins" else having[0], name) if having else None


def _read(supplied_by: str) -> Target:
    module, separator, name = supplied_by.partition(":")
    if not separator:
        return Target("", supplied_by, is_function=not supplied_by.startswith("."))
    if module.startswith("pong_pg."):
        return Target("", name, is_function=True)
    if module == "builtins":
        return Target("", name)
    if name.endswith("()"):
        return Target("", name.removesuffix("()"), is_function=True)
    return Target(module, name)


def _value(module: str, name: str) -> object:
    """Return what a module has by a name; None if it has nothing."""
    try:
        return getattr(importlib.import_module(module), name, None) or is_module(f"{module}.{name}") or None
    except ImportError:
        # Such as tkinter, which some systems come without.
        return module


def is_module(name: str) -> bool:
    """Return whether this Python has a module of this name."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
