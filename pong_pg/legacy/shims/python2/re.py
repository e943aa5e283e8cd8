r"""`re` of Python 2: classes such as `\w` are those of ASCII, unless a pattern asks for Unicode."""

from __future__ import annotations

import functools
import importlib
import re as _real
import sys
from collections.abc import Callable, Iterator
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.stdlib_names import Another

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

_parse: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse").parse
_pattern_type = _real.Pattern
_ALPHANUMERIC = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def compile(pattern: Any, flags: int = 0) -> Any:
    """Return a compiled pattern."""
    return _compiled(pattern, int(flags)) if isinstance(pattern, str) else _real.compile(pattern, flags)


@functools.lru_cache(maxsize=512)
def _compiled(pattern: str, flags: int) -> Any:
    if not flags & _real.UNICODE and not _asks_for_unicode(pattern):
        flags = (flags & ~_real.LOCALE) | _real.ASCII
    real = _real.compile(pattern, flags)
    return MayBeEmpty(real) if _parse(pattern, flags).getwidth()[0] == 0 else real


class MayBeEmpty(metaclass=Another):
    """A compiled pattern that may match nothing, where Python 2 did not replace, and did not split."""

    # Scripts ask whether something is a pattern by the type of any of them, and today's `re` does so by its own.
    _real: Any = _real.Pattern
    __class__: Any = property(lambda _: _real.Pattern)

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __reduce__(self) -> Any:
        return compile, (self._real.pattern, self._real.flags)

    def finditer(self, string: Any, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[Any]:
        """Go through the matches; after an empty one the search went on at the next character."""
        last = min(len(string), endpos)
        place = min(max(pos, 0), last)
        while place <= last and (found := self._real.search(string, place, last)) is not None:
            yield found
            place = found.end() + (found.start() == found.end())

    def findall(self, string: Any, pos: int = 0, endpos: int = sys.maxsize) -> list[Any]:
        """Return the texts of the matches, or of their groups."""
        groups = [found.groups("") or (found.group(),) for found in self.finditer(string, pos, endpos)]
        return [parts[0] if len(parts) == 1 else parts for parts in groups]

    def sub(self, repl: Any, string: Any, count: int = 0) -> Any:
        """Return a string with the matches replaced."""
        return self.subn(repl, string, count)[0]

    def subn(self, repl: Any, string: Any, count: int = 0) -> tuple[Any, int]:
        """Return a string with the matches replaced, but for an empty one right after another one, and how many."""
        parts: list[Any] = []
        repl = _template(repl)
        done = end = 0
        for found in self.finditer(string):
            if count and done >= count:
                break
            if done == 0 or not found.start() == found.end() == end:
                parts += [string[end : found.start()], repl(found) if callable(repl) else found.expand(repl)]
                end, done = found.end(), done + 1
        parts.append(string[end:])
        return string[:0].join(parts), done

    def split(self, string: Any, maxsplit: int = 0) -> list[Any]:
        """Split a string at the matches that are not empty."""
        parts: list[Any] = []
        start = 0
        for found in self.finditer(string):
            if found.end() == found.start():
                continue
            if maxsplit and len(parts) >= maxsplit * (1 + self._real.groups):
                break
            parts += [string[start : found.start()], *found.groups()]
            start = found.end()
        return [*parts, string[start:]]


def _template(text: Any) -> Any:
    """Return a replacement whose unknown escapes, which are errors today, stand for themselves."""
    return _UNKNOWN_ESCAPE.sub(r"\1\\\\\2", text) if isinstance(text, str) and "\\" in text else text


_UNKNOWN_ESCAPE = _real.compile(r"((?<!\\)(?:\\\\)*)\\([c-eh-mo-qsuw-zA-Z])")


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


def sub(pattern: Any, repl: Any, string: Any, count: int = 0, flags: int = 0) -> Any:
    """Return a string with the matches of a pattern replaced."""
    return compile(pattern, flags).sub(_template(repl), string, count)


def subn(pattern: Any, repl: Any, string: Any, count: int = 0, flags: int = 0) -> Any:
    """Return a string with the matches of a pattern replaced, and how many were."""
    return compile(pattern, flags).subn(_template(repl), string, count)


def split(pattern: Any, string: Any, maxsplit: int = 0, flags: int = 0) -> Any:
    """Split a string at the matches of a pattern that are not empty."""
    return compile(pattern, flags).split(string, maxsplit)


def escape(pattern: Any) -> Any:
    """Return a pattern that matches a string; all but letters and digits have a backslash."""
    if not isinstance(pattern, str):
        return _real.escape(pattern)
    return "".join(
        letter if letter in _ALPHANUMERIC else "\\000" if letter == "\0" else f"\\{letter}" for letter in pattern
    )
