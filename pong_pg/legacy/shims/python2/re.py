r"""`re` of Python 2: classes such as `\w` are those of ASCII, unless a pattern asks for Unicode."""

from __future__ import annotations

import re as _real
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

_ALPHANUMERIC = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def compile(pattern: Any, flags: int = 0) -> Any:
    """Return a compiled pattern."""
    if not isinstance(pattern, str) or flags & _real.UNICODE or _asks_for_unicode(pattern):
        return _real.compile(pattern, flags)
    return _real.compile(pattern, (flags & ~_real.LOCALE) | _real.ASCII)


def _asks_for_unicode(pattern: str) -> bool:
    found = _real.match(r"\(\?([aiLmsux]+)\)", pattern)
    return found is not None and "u" in found[1]


def _function(name: str, position: int) -> Callable[..., Any]:
    """Return a function that calls the method of a pattern, with the flags at a position after the pattern."""

    def call(pattern: Any, *arguments: Any, flags: int = 0, **named: Any) -> Any:
        if len(arguments) > position:
            flags, arguments = arguments[position], arguments[:position]
        return getattr(compile(pattern, flags), name)(*arguments, **named)

    call.__name__ = name
    return call


match = _function("match", 1)
search = _function("search", 1)
findall = _function("findall", 1)
finditer = _function("finditer", 1)
sub = _function("sub", 3)
subn = _function("subn", 3)


def split(pattern: Any, string: Any, maxsplit: int = 0, flags: int = 0) -> Any:
    """Split a string at the matches of a pattern that are not empty."""
    compiled = compile(pattern, flags)
    parts: list[Any] = []
    start = 0
    for found in compiled.finditer(string):
        if found.end() == found.start():
            continue
        if maxsplit and len(parts) >= maxsplit * (1 + compiled.groups):
            break
        parts += [string[start : found.start()], *found.groups()]
        start = found.end()
    return [*parts, string[start:]]


def escape(pattern: Any) -> Any:
    """Return a pattern that matches a string; all but letters and digits have a backslash."""
    if not isinstance(pattern, str):
        return _real.escape(pattern)
    return "".join(
        letter if letter in _ALPHANUMERIC else "\\000" if letter == "\0" else f"\\{letter}" for letter in pattern
    )
