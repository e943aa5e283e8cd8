"""The rows of the tables: names, arguments and modules that a package, or the standard library, once had."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Name:
    """A name that a package once had, such as a function or a constant.

    Attributes:
        modern: what modern code says instead.
        supplied_by: what a script gets for it, as `pkgutil.resolve_name` takes it, where that is something that
            exists today: "numpy:bool_". Of the standard library also a function or class of `runtime.python2_names` or
            `runtime.stdlib_names`, and ".name" for a function that calls this method of its first argument. "" where
            the shim of the package has an object of its own by this name.
        older_than: the version of the package that every script with this name is older than; "" where no decision
            depends on it.
        written: what modernised code says in its place, with full names: a value such as "-numpy.inf", or a call such
            as "len({0})", where `{0}` is the first of exactly as many arguments as there are such places. "" where
            that is what supplies it, or a support function of this name.
    """

    modern: str
    supplied_by: str = ""
    older_than: str = ""
    written: str = ""


@dataclass(frozen=True)
class Argument:
    """A keyword argument that a function of a package once had.

    Attributes:
        modern: what modern code says instead.
        renamed: the name that the argument has today; "" where it has none.
        is_dropped: the argument means nothing today; the shim ignores it, with a note. One that is neither renamed
            nor dropped is translated by code of the shim.
        older_than: as in `Name`.
    """

    modern: str
    renamed: str = ""
    is_dropped: bool = False
    older_than: str = ""


@dataclass(frozen=True)
class Module:
    """A module of the standard library that is gone, or has another name today.

    Attributes:
        modern: today's modules whose names it gives, the first of them before the others.
        advice: what modern code says instead of importing it; "" for an import of the first modern module.
        names: what it also had, and scripts get.
    """

    modern: tuple[str, ...] = ()
    advice: str = ""
    names: dict[str, Name] = field(default_factory=dict)


def at(module: str, *names: str) -> dict[str, Name]:
    """Return the rows of names that a module of today has."""
    return {name: Name(f"{module}.{name}", f"{module}:{name}") for name in names}


def alias(module: str, **names: str) -> dict[str, Name]:
    """Return the rows of names that something else in a module of today stands for."""
    prefix = "" if module == "builtins" else f"{module}."
    return {old: Name(f"{prefix}{new}", f"{module}:{new}") for old, new in names.items()}


def renamed(function: str, name: str, older_than: str = "") -> Argument:
    """Return the row of an argument that has another name today."""
    return Argument(f"{function}({name}=)", renamed=name, older_than=older_than)


def dropped(older_than: str = "") -> Argument:
    """Return the row of an argument that means nothing today."""
    return Argument("remove the argument", is_dropped=True, older_than=older_than)


def renames(arguments: Mapping[str, Argument]) -> dict[str, str]:
    """Return the renamed ones among the arguments of a function: from the old name to today's."""
    return {name: row.renamed for name, row in arguments.items() if row.renamed}


def supplied(by: str, helpers: Mapping[str, Any]) -> Any:
    """Return what a script gets for a name that its Python had.

    Args:
        by: the row's `supplied_by`; with "." before it, the name of a method.
        helpers: the functions and classes that a plain name is one of.

    Raises:
        ImportError: this Python has no such module.
        AttributeError: this Python's module has no such name.
    """
    if by.startswith("."):
        return _method(by.removeprefix("."))
    return pkgutil.resolve_name(by) if ":" in by else helpers[by]


def _method(name: str) -> Callable[..., Any]:
    def call(text: Any, *arguments: Any) -> Any:
        return getattr(text, name)(*arguments)

    call.__name__ = name
    return call
