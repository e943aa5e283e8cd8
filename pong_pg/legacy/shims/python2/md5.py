"""`md5` of Python 2."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings
from pong_pg.legacy.shims.python2 import hashlib

blocksize = 1
digest_size = 16
digestsize = 16


def new(string: Any = "") -> OnStrings:
    """Return a hash object."""
    return hashlib.new("md5", string)


md5 = new
MD5Type = OnStrings
