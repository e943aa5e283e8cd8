"""`gzip` of Python 2: what is read and written are byte strings."""

from __future__ import annotations

import gzip as _real
import weakref
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_files import OfBytes
from pong_pg.legacy.runtime.python2_string_io import raw_of

globals().update(public(_real))


class GzipFile(OfBytes, _real.GzipFile):  # type: ignore[misc]  # Python 2's methods have other types
    """A compressed file."""

    def __init__(
        self, filename: Any = None, mode: Any = None, compresslevel: int = 9, fileobj: Any = None, mtime: Any = None
    ) -> None:
        mode = mode and mode.replace("U", "").replace("t", "")
        super().__init__(filename, mode, compresslevel, raw_of(fileobj), mtime)
        # In some versions of Python 3.12 and 3.13 a circle of references keeps what was written from the file.
        stream: Any = getattr(getattr(self, "_buffer", None), "raw", None)
        if getattr(stream, "gzip_file", None) is self:
            stream.gzip_file = weakref.proxy(self)


def open(filename: Any, mode: str = "rb", compresslevel: int = 9) -> GzipFile:
    """Open a compressed file."""
    return GzipFile(filename, mode, compresslevel)
