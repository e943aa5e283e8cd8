"""`base64` of Python 2: data and their encodings are byte strings."""

from __future__ import annotations

import base64 as _real
import binascii
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import on_strings, public, to_bytes, to_str

globals().update(public(_real))
__all__ = [
    "b16decode",
    "b16encode",
    "b32decode",
    "b32encode",
    "b64decode",
    "b64encode",
    "decode",
    "decodestring",
    "encode",
    "encodestring",
    "standard_b64decode",
    "standard_b64encode",
    "urlsafe_b64decode",
    "urlsafe_b64encode",
]  # fmt: skip


def _decoding(function: Callable[..., Any]) -> Callable[..., Any]:
    decode_strings = on_strings(function)

    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return decode_strings(*arguments, **named)
        except (binascii.Error, ValueError) as error:
            raise TypeError(str(error)) from None

    call.__name__ = function.__name__
    return call


for _name in ("b64", "b32", "b16", "standard_b64", "urlsafe_b64"):
    globals()[f"{_name}encode"] = on_strings(getattr(_real, f"{_name}encode"))
    globals()[f"{_name}decode"] = _decoding(getattr(_real, f"{_name}decode"))


def encodestring(s: Any) -> Any:
    """Return the base64 encoding, in lines of 76 characters."""
    return to_str(_real.encodebytes(to_bytes(s)))


def decodestring(s: Any) -> Any:
    """Return what base64 encodes."""
    return to_str(binascii.a2b_base64(to_bytes(s)))


def encode(input: Any, output: Any) -> None:
    """Encode a file to another."""
    while data := input.read(57):
        output.write(to_str(binascii.b2a_base64(to_bytes(data))))


def decode(input: Any, output: Any) -> None:
    """Decode a file to another."""
    while line := input.readline():
        output.write(to_str(binascii.a2b_base64(to_bytes(line))))
