"""`bz2` of Python 2: what is read and written are byte strings."""

from __future__ import annotations

import bz2 as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings, on_strings, public
from pong_pg.legacy.runtime.python2_files import OfBytes

globals().update(public(_real))


compress = on_strings(_real.compress)
decompress = on_strings(_real.decompress)


class BZ2File(OfBytes, _real.BZ2File):  # type: ignore[misc]  # Python 2's methods have other types
    """A compressed file."""

    def __init__(self, filename: Any, mode: str = "r", buffering: int = 0, compresslevel: int = 9) -> None:
        super().__init__(filename, mode.replace("U", "") or "r", compresslevel=compresslevel)


def BZ2Compressor(*arguments: Any) -> OnStrings:
    """Return an object that compresses."""
    return OnStrings(_real.BZ2Compressor(*arguments))


def BZ2Decompressor() -> OnStrings:
    """Return an object that decompresses."""
    return OnStrings(_real.BZ2Decompressor())
