"""`string` and `strop` of Python 2: functions of strings, and their constants."""

from __future__ import annotations

import string as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.stdlib import names_of

globals().update(public(_real))
globals().update(names_of("string"))

whitespace = "\t\n\x0b\x0c\r "
index_error = atof_error = atoi_error = atol_error = ValueError
_idmap = "".join(map(chr, range(256)))


def capwords(s: str, sep: str | None = None) -> str:
    """Return a string with the first letter of each word in upper case, the others in lower case."""
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


def zfill(x: Any, width: int) -> str:
    """Return a number, or its string, with zeros before it."""
    return (x if isinstance(x, str) else repr(x)).zfill(width)
