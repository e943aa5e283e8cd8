"""Standard output and error of Python 2 programs, which take byte strings; see `byte_strings`."""

from __future__ import annotations

import io
import sys
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, text_of
from pong_pg.legacy.runtime.default_encoding import decoded, encoded


class Output(io.TextIOWrapper):
    """A stream that writes what Python 2 wrote: the bytes of byte strings.

    A terminal shows text. What libraries of Python 3 write is text, unless it can only be a byte string in UTF-8.
    """

    softspace = 0

    def write(self, text: Any) -> int:
        """Write a byte string or text."""
        if not isinstance(text, str):
            return super().write(bytes(text).decode("utf-8", "surrogateescape"))
        if not text.isascii():
            text = self._bytes_of(text) if called_by_python2() else text_of(text)
        return super().write(text)

    def print_text(self, text: Any) -> None:
        """Write what code of Python 2 wrote."""
        if isinstance(text, str):
            super().write(text if text.isascii() else self._bytes_of(text))
        else:
            self.write(text)

    def _bytes_of(self, text: str) -> str:
        shown = text_of(text)
        if shown is not text:
            return shown
        if self.isatty():
            return decoded(text)
        text = encoded(text)
        try:
            return text.encode("latin-1").decode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            return text


def install() -> None:
    """Let this process's standard streams take byte strings from now on; calling it again does nothing."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper:
            stream.flush()
            made = Output(
                stream.buffer,
                encoding=stream.encoding,
                errors="surrogateescape",
                line_buffering=stream.line_buffering,
                write_through=stream.write_through,
            )
            _replaced.append(stream)
            setattr(sys, name, made)


# They must not be collected, since that would close what is below them.
_replaced: list[Any] = []


def print_text(file: Any, text: str) -> None:
    """Write what Python 2's print statement wrote to a file."""
    if isinstance(file, Output):
        file.print_text(text)
    elif text.isascii() or not isinstance(file, io.TextIOBase) or hasattr(file, "getvalue"):
        file.write(text)
    else:
        file.write(text_of(text))
