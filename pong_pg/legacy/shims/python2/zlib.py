"""`zlib` of Python 2: data are byte strings, checksums are signed."""

from __future__ import annotations

import zlib as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings, on_strings, public, to_bytes

globals().update(public(_real))

compress = on_strings(_real.compress)
decompress = on_strings(_real.decompress)


def _signed(value: int) -> int:
    return value - (1 << 32) if value & 0x80000000 else value


def crc32(string: Any, value: int = 0) -> int:
    """Return a CRC-32 checksum, from -2**31 to 2**31 - 1."""
    return _signed(_real.crc32(to_bytes(string), value & 0xFFFFFFFF))


def adler32(string: Any, value: int = 1) -> int:
    """Return an Adler-32 checksum, from -2**31 to 2**31 - 1."""
    return _signed(_real.adler32(to_bytes(string), value & 0xFFFFFFFF))


def compressobj(*arguments: Any) -> OnStrings:
    """Return an object that compresses."""
    return OnStrings(_real.compressobj(*arguments))


def decompressobj(*arguments: Any) -> OnStrings:
    """Return an object that decompresses."""
    return OnStrings(_real.decompressobj(*arguments))
