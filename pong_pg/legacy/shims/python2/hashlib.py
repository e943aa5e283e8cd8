"""`hashlib` of Python 2: data and digests are byte strings."""

from __future__ import annotations

import hashlib as _real
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings, on_strings, public, to_bytes

globals().update(public(_real))

__all__ = ["algorithms", "algorithms_available", "algorithms_guaranteed", "new", "pbkdf2_hmac"]

algorithms = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
pbkdf2_hmac = on_strings(_real.pbkdf2_hmac)


def new(name: str, string: Any = "") -> OnStrings:
    """Return a hash object."""
    return OnStrings(_real.new(name, to_bytes(string)))


def _constructor(name: str) -> Callable[..., OnStrings]:
    def make(string: Any = "") -> OnStrings:
        return new(name, string)

    make.__name__ = f"openssl_{name}"
    return make


globals().update({name: _constructor(name) for name in algorithms})
__all__ += algorithms  # noqa: PLE0605 - the names just made
