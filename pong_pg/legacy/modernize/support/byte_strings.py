"""Strings of Python 2, which were bytes, where today's library takes or gives bytes."""

from __future__ import annotations

import codecs
import struct
from typing import Any


def as_bytes(data: Any) -> Any:
    """Return the bytes that Python 2 had in a string; what is no string is returned as it is."""
    return data.encode("latin-1") if isinstance(data, str) else data


def signed_32(checksum: int) -> int:
    """Return a checksum as Python 2 gave it, with a sign."""
    return (checksum ^ 0x80000000) - 0x80000000


def unpack_strings(layout: str, data: Any) -> tuple[Any, ...]:
    """Unpack a structure with strings instead of bytes, as Python 2's `struct.unpack` did."""
    values = struct.unpack(layout, data.encode("latin-1") if isinstance(data, str) else data)
    return tuple(value.decode("latin-1") if isinstance(value, bytes) else value for value in values)


def pack_strings(layout: str, *values: Any) -> bytes:
    """Pack values, strings among them, as Python 2's `struct.pack` did."""
    return struct.pack(layout, *(value.encode("latin-1") if isinstance(value, str) else value for value in values))


def encode_escapes(text: str) -> str:
    """Return a string with escapes for what is not printed, as Python 2's codec "string_escape" did."""
    return text.encode("unicode_escape").decode("ascii").replace("'", "\\'")


def decode_escapes(text: str) -> str:
    """Return a string without these escapes."""
    data, _ = codecs.escape_decode(text.encode("latin-1"))
    return str(data, "latin-1")
