r"""Byte strings of Python 2 as strings of Python 3.

Python 2's `str` held bytes and `unicode` held text. A file of Python 2 has one type for both here, Python 3's `str`:

- A byte string is a `str` whose characters, U+0000 to U+00FF, are its bytes (Latin-1). That holds for literals (the
  bytes of the source file), for what `encode` returns, for what is read from files, pipes and sockets, and for binary
  data: of `struct`, `zlib`, `pickle`, `hashlib`, `base64` and so on. Lengths, indices, slices, comparisons, hashes,
  concatenation and formatting are therefore those of Python 2.
- Text is a `str` of code points: what `u"..."` and `decode` return.
- Functions that took byte strings take such a `str`, and `bytes` too, which is what Python 3's own libraries return.
- Files, pipes and Python 2's standard output write one byte for each character. A character beyond U+00FF can only be
  from text, which Python 2 refused to write to a file.

What gets lost is the type: `u"é"` and `"\xe9"` are equal, `isinstance(x, unicode)` holds for both, and mixing both
raises no UnicodeDecodeError. Telling them apart would need a second Python.

Libraries that are not part of the script know `bytes`. Objects that both get hold of, such as open files, answer a
`str` to code of Python 2 and `bytes` to other code; see `called_by_python2`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.legacy.read.python2_mark import is_python2


def to_bytes(value: Any) -> Any:
    """Return a byte string of Python 2 as `bytes`; anything but a `str` is returned as it is.

    Raises:
        UnicodeEncodeError: it has a character that is no byte.
    """
    return value.encode("latin-1") if isinstance(value, str) else value


def to_str(value: Any) -> Any:
    """Return `bytes` as a byte string of Python 2; anything else is returned as it is."""
    return value.decode("latin-1") if type(value) is bytes else value


def text_of(value: str) -> str:
    """Return the text that a byte string holds in UTF-8; a string that holds no UTF-8 is returned as it is."""
    if value.isascii():
        return value
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def bytes_of_text(value: Any) -> Any:
    """Return text from the system, such as a name, as the byte string that Python 2 gave for it."""
    if not isinstance(value, str) or value.isascii():
        return value
    return value.encode("utf-8", "surrogateescape").decode("latin-1")


def called_by_python2(depth: int = 1) -> bool:
    """Return whether the caller of the calling function is code of Python 2.

    Args:
        depth: how many frames there are between the caller and the calling function, and one.
    """
    return is_python2(sys._getframe(depth + 1))


def on_strings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of bytes that takes and returns byte strings of Python 2."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        result = function(*map(to_bytes, arguments), **{name: to_bytes(value) for name, value in named.items()})
        return to_strings(result)

    return call


def to_strings(result: Any) -> Any:
    """Return what a function of bytes returned, with byte strings of Python 2, also in a tuple or a list."""
    if isinstance(result, bytes):
        return result.decode("latin-1")
    if type(result) in {tuple, list}:
        return type(result)(map(to_str, result))
    return result


class OnStrings:
    """An object of Python 3 whose methods take and return byte strings of Python 2."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        if name == "_real":
            raise AttributeError(name)
        value = getattr(self._real, name)
        return on_strings(value) if callable(value) else to_strings(value)

    def copy(self) -> OnStrings:
        """Return a copy in the same state."""
        return type(self)(self._real.copy())


def public(module: Any, *, without: Iterable[str] = ()) -> dict[str, Any]:
    """Return the names of a module, for another that stands for it."""
    left_out = {"annotations", *without}
    return {name: value for name, value in vars(module).items() if not name.startswith("__") and name not in left_out}
