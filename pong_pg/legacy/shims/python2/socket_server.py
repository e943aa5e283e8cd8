"""`SocketServer` of Python 2: the files of a connection take and give byte strings."""

from __future__ import annotations

import io
import socketserver as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_bytes
from pong_pg.legacy.runtime.python2_files import OfBytes

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class Received(OfBytes, io.BufferedReader):  # type: ignore[misc]  # Python 2's methods have other types
    """The file that a connection is read from."""


class Sent(io.RawIOBase):
    """The file that a connection is written to."""

    softspace = 0

    def __init__(self, file: Any) -> None:
        super().__init__()
        self._file = file

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Write a byte string, or bytes."""
        return int(self._file.write(to_bytes(data)))

    def flush(self) -> None:
        """Send what is held back."""
        if not self._file.closed:
            self._file.flush()

    def fileno(self) -> int:
        """Return the descriptor of the connection."""
        return int(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


class WithFiles:
    """A handler of connections whose files are Python 2's."""

    def setup(self) -> None:
        """Open the files of the connection."""
        super().setup()  # type: ignore[misc]  # of the other base class
        handler: Any = self
        if isinstance(handler.rfile, io.BufferedReader):
            handler.rfile = Received(handler.rfile.detach())
        handler.wfile = Sent(handler.wfile)


class StreamRequestHandler(WithFiles, _real.StreamRequestHandler):
    """Handles a connection by its files."""
