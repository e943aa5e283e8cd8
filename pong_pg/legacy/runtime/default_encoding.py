"""Python 2's default encoding, by which byte strings and text became each other: ASCII, unless a script set another.

With ASCII, only what is plain text became the other, and anything else was an error, which nothing here raises. With
another encoding, a string that is written or converted is known by its characters, since there is one type for both
(see `byte_strings`): one whose bytes are valid in that encoding is a byte string, any other is text.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

from pong_pg.legacy.runtime.python2_text import str_of

__all__ = ["are_different", "are_equal", "byte_string_of", "default_text_of", "is_in"]

_ASCII = "ascii"
_encoding = [_ASCII]
_BYTES = re.compile("[\x80-\xff]+")


def setdefaultencoding(name: str) -> None:
    """Set the default encoding.

    Raises:
        LookupError: there is none of this name.
    """
    codecs.lookup(name)
    _encoding[0] = name


def getdefaultencoding() -> str:
    """Return the default encoding."""
    return _encoding[0]


def encoded(text: str) -> str:
    """Return the byte string that a string became where bytes were needed; with ASCII, the string as it is."""
    if _encoding[0] == _ASCII or text.isascii() or _is_encoded(text):
        return text
    try:
        return decoded(text).encode(_encoding[0]).decode("latin-1")
    except UnicodeEncodeError:
        return text


def decoded(text: str) -> str:
    """Return the text that a string became beside text; with ASCII, the string as it is.

    Of a byte string and text that have been put together, each part becomes text.
    """
    return text if _encoding[0] == _ASCII or text.isascii() else _BYTES.sub(_decoded_part, text)


def _is_encoded(text: str) -> bool:
    try:
        text.encode("latin-1").decode(_encoding[0])
    except UnicodeError:
        return False
    return True


def _decoded_part(found: re.Match[str]) -> str:
    try:
        return found[0].encode("latin-1").decode(_encoding[0])
    except UnicodeDecodeError:
        return found[0]


def byte_string_of(value: Any) -> str:
    """Return `str(value)`."""
    return encoded(str_of(value))


def default_text_of(value: Any) -> str:
    """Return `unicode(value)`."""
    return decoded(str_of(value))


def are_equal(a: Any, b: Any) -> Any:
    """Return `a == b`, where a byte string and text may be equal."""
    return decoded(a) == decoded(b) if isinstance(a, str) and isinstance(b, str) else a == b


def are_different(a: Any, b: Any) -> Any:
    """Return `a != b`, where a byte string and text may be equal."""
    return decoded(a) != decoded(b) if isinstance(a, str) and isinstance(b, str) else a != b


def is_in(value: Any, values: Any) -> bool:
    """Return `value in values`, where a byte string and text may be equal; a dict has always told them apart."""
    if isinstance(value, str) and isinstance(values, str):
        return decoded(value) in decoded(values)
    if isinstance(value, str) and type(values) in {list, tuple}:
        return any(are_equal(value, one) for one in values)
    return value in values
