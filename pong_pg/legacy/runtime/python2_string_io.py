"""Python 2's `StringIO` and `cStringIO`: files in memory that hold a byte string, or text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, to_bytes


class StringIO(io.TextIOBase):
    """A file in memory that holds a byte string, or text.

    Libraries that read from it get `bytes`, unless it holds nothing but plain text. It is no `io.StringIO`, which
    libraries refuse where they want bytes, as Pillow does.
    """

    softspace = 0

    def __init__(self, buf: Any = "") -> None:
        super().__init__()
        # Only a newline ends a line, and none is translated.
        self._text = io.StringIO(_as_str(buf), newline="\n")

    def __reduce__(self) -> Any:
        return _restored, (type(self), self._text.getvalue(), self._text.tell()), vars(self) | {"_text": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update((name, value) for name, value in state.items() if name != "_text")

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._text.closed

    def close(self) -> None:
        """Close the file."""
        self._text.close()

    def readable(self) -> bool:
        """Return True."""
        return True

    writable = seekable = readable

    def tell(self) -> int:
        """Return the current position."""
        return self._text.tell()

    def write(self, s: Any) -> None:  # type: ignore[override]  # Python 2's returned nothing
        """Write a string at the current position."""
        self._text.write(_as_str(s))

    def writelines(self, lines: Iterable[Any]) -> None:
        """Write several strings."""
        for line in lines:
            self.write(line)

    def _given(self, text: str) -> Any:
        if called_by_python2(2) or _is_plain(self):
            return text
        return to_bytes(text)

    def read(self, size: Any = -1) -> Any:
        """Read at most `size` characters; all that are left without it."""
        return self._given(self._text.read(-1 if size is None else size))

    def readline(self, size: Any = -1) -> Any:
        """Read a line."""
        return self._given(self._text.readline(-1 if size is None else size))

    def readlines(self, hint: Any = 0) -> Any:
        """Read all lines, or as many as have `hint` characters."""
        lines: list[Any] = []
        count = 0
        while line := self._text.readline():
            lines.append(self._given(line))
            count += len(line)
            if 0 < (hint or 0) <= count:
                break
        return lines

    def __next__(self) -> Any:
        line = self._text.readline()
        if not line:
            raise StopIteration
        return self._given(line)

    def next(self) -> Any:
        """Return the next line."""
        line = self._text.readline()
        if not line:
            raise StopIteration
        return self._given(line)

    def getvalue(self, *_: Any) -> Any:
        """Return all that it holds."""
        return self._given(self._text.getvalue())

    @property
    def buf(self) -> Any:
        """All that it holds."""
        return self._text.getvalue()

    @property
    def len(self) -> int:
        """How many characters it holds."""
        return len(self._text.getvalue())

    @property
    def pos(self) -> int:
        """The current position."""
        return self.tell()

    def seek(self, offset: int, whence: int = 0) -> Any:
        """Go to a position."""
        size = len(self._text.getvalue())
        start = (0, self.tell() if whence == 1 else 0, size)[whence]
        self._text.seek(max(0, start + int(offset)))

    def truncate(self, size: Any = None) -> Any:
        """Cut off what comes after a position, and go there."""
        if size is not None and size < 0:
            raise OSError(22, "Negative size not allowed")
        place = self.tell() if size is None else size
        self._text.truncate(place)
        self._text.seek(min(place, len(self._text.getvalue())))

    def reset(self) -> None:
        """Go to the start."""
        self.seek(0)

    def isatty(self) -> bool:
        """Return False."""
        if self.closed:
            raise ValueError("I/O operation on closed file")
        return False


def _as_str(value: Any) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).decode("latin-1")
    return value if isinstance(value, str) else str(value)


def _restored(kind: type[StringIO], text: str, place: int) -> StringIO:
    made = kind.__new__(kind)
    made._text = io.StringIO(text, newline="\n")
    made._text.seek(place)
    return made


def _is_plain(file: StringIO) -> bool:
    value = file._text.getvalue()
    return value.isascii() and "\0" not in value


def raw_of(file: Any) -> Any:
    """Return a file that today's libraries can use: for a `StringIO` of Python 2, one of its bytes."""
    if not isinstance(file, StringIO):
        return file
    return _OfStringIO(file)


class _OfStringIO(io.RawIOBase):
    """The bytes in a `StringIO`."""

    def __init__(self, file: StringIO) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    writable = seekable = readable

    def readinto(self, buffer: Any) -> int:
        data = to_bytes(self._file._text.read(len(buffer)))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: Any) -> int:
        self._file.write(bytes(data))
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        self._file.seek(offset, whence)
        return self._file.tell()

    def tell(self) -> int:
        return self._file.tell()

    def truncate(self, size: int | None = None) -> int:
        self._file.truncate(size)
        return self._file.tell()

    def close(self) -> None:
        """Leave the file open, which is the script's."""
