"""Functions and classes that the standard library had, and nothing of today's stands for."""

from __future__ import annotations

import functools
import inspect
import io
import re
import subprocess
from typing import Any, NamedTuple

_TRUE = frozenset(["y", "yes", "t", "true", "on", "1"])
_FALSE = frozenset(["n", "no", "f", "false", "off", "0"])


class StringIO(io.StringIO):
    """A file in memory that takes strings and bytes, since Python 2's strings were both."""

    def __init__(self, text: Any = "") -> None:
        super().__init__(_as_text(text))

    def write(self, text: Any) -> int:
        """Write at the current position."""
        return super().write(_as_text(text))


def _as_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes | bytearray) else str(value)


class ArgSpec(NamedTuple):
    """The parameters of a function, as `getargspec` returns them."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(function: Any) -> ArgSpec:
    """Return the parameters of a function."""
    return ArgSpec(*inspect.getfullargspec(function)[:4])


def strtobool(value: str) -> int:
    """Return 1 for a text such as "yes", and 0 for one such as "no".

    Raises:
        ValueError: it is neither.
    """
    word = value.lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(f"invalid truth value {word!r}")
    return int(word in _TRUE)


@functools.total_ordering
class LooseVersion:
    """A version of any form, compared by its numbers and words.

    Attributes:
        vstring: the text.
        version: its parts, integers and words.
    """

    def __init__(self, vstring: str = "") -> None:
        self.vstring = vstring
        parts = [part for part in re.split(r"(\d+|[a-z]+|\.)", vstring) if part and part != "."]
        self.version: Any = [int(part) if part.isdigit() else part for part in parts]

    def __eq__(self, other: object) -> bool:
        return bool(self.version == self._other(other).version)

    def __lt__(self, other: object) -> bool:
        return bool(self.version < self._other(other).version)

    def _other(self, other: Any) -> Any:
        return type(self)(other) if isinstance(other, str) else other

    __hash__ = None  # type: ignore[assignment]  # it can change

    def __str__(self) -> str:
        return self.vstring

    def __repr__(self) -> str:
        return f"{type(self).__name__} ('{self}')"


def getstatusoutput(command: str) -> tuple[int, str]:
    """Run a command in a shell; return its status, encoded as `os.wait` does it, and its output."""
    status, output = subprocess.getstatusoutput(command)
    return status << 8, output


def join(words: Any, separator: str = " ") -> str:
    """Return words with a separator between them."""
    return separator.join(words)


def nothing(*_: Any, **__: Any) -> None:
    """Do nothing, where today's Python has nothing to do."""
