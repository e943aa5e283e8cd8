"""`hmac` of Python 2: keys, messages and digests are byte strings, and the hash is MD5 by default."""

from __future__ import annotations

import hmac as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings, on_strings, public, to_bytes

globals().update(public(_real))
compare_digest = on_strings(_real.compare_digest)


def new(key: Any, msg: Any = None, digestmod: Any = "md5") -> OnStrings:
    """Return an object that authenticates a message.

    Args:
        key: the key.
        msg: the beginning of the message.
        digestmod: a module with `new`, a function that makes a hash object, or the name of a hash.
    """
    made = digestmod if isinstance(digestmod, str) else getattr(digestmod, "new", digestmod)("").name
    return OnStrings(_real.new(to_bytes(key), to_bytes(msg), made))


HMAC = new
