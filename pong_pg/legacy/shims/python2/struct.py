"""`struct` of Python 2: packed values and the values of the formats "s", "p" and "c" are byte strings."""

from __future__ import annotations

import struct as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import on_strings, public, to_strings

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

pack = on_strings(_real.pack)
pack_into = on_strings(_real.pack_into)
unpack = on_strings(_real.unpack)
unpack_from = on_strings(_real.unpack_from)


class Struct(_real.Struct):
    """A compiled format."""

    def pack(self, *values: Any) -> Any:
        """Return values packed."""
        return pack(self.format, *values)

    def unpack(self, string: Any) -> Any:
        """Return the packed values."""
        return unpack(self.format, string)

    def unpack_from(self, buffer: Any, offset: int = 0) -> Any:
        """Return the values packed at an offset."""
        return unpack_from(self.format, buffer, offset)

    def pack_into(self, *arguments: Any) -> Any:
        """Pack values into a buffer."""
        return to_strings(pack_into(self.format, *arguments))
