"""Finds what a row of `tables.python2` supplies."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from typing import Any


def supplied(by: str, helpers: Mapping[str, Any]) -> Any:
    """Return what a script gets for a name of Python 2.

    Args:
        by: the row's `supplied_by`.
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
