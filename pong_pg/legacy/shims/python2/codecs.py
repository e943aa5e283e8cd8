"""`codecs` of Python 2: encodings and marks are byte strings."""

from __future__ import annotations

import codecs as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_str
from pong_pg.legacy.runtime.python2_codecs import decode as _decode
from pong_pg.legacy.runtime.python2_codecs import encode as _encode

globals().update(public(_real))
globals().update({name: to_str(value) for name, value in vars(_real).items() if name.startswith("BOM")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def encode(obj: Any, encoding: str = "ascii", errors: str = "strict") -> Any:
    """Return a byte string that encodes a text."""
    return _encode(obj, encoding, errors)


def decode(obj: Any, encoding: str = "ascii", errors: str = "strict") -> Any:
    """Return the text that a byte string encodes."""
    return _decode(obj, encoding, errors)
