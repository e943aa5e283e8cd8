"""Files of Python 2: bytes as strings, whatever the mode; see `byte_strings`.

On the systems that this package runs on, Python 2's text files were binary files: no byte was an error, no line end was
translated but with mode "U", and pickles or images could be in them.
"""

from __future__ import annotations

import builtins
import io
import os
from collections.abc import Iterable, Iterator
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, text_of, to_bytes, to_str
from pong_pg.legacy.runtime.default_encoding import encoded


def open_file(name: Any, mode: str = "r", buffering: int = -1) -> Any:
    """Open a file as Python 2 did.

    Args:
        name: a path.
        mode: as for `open`; with "U", each line end is read as a newline.
        buffering: 0 and 1 write each string or line at once; all other numbers are taken for the default.

    Raises:
        ValueError: the mode begins with none of "r", "w", "a" and "U".
        OSError: the file can't be opened.
    """
    if not isinstance(mode, str):
        raise TypeError(f"file() argument 2 must be string, not {type(mode).__name__}")
    if mode[:1] not in {"r", "w", "a", "U"}:
        raise ValueError(
            "mode string must begin with one of 'r', 'w', 'a' or 'U', not '" + mode + "'"
            if mode
            else "empty mode string"
        )
    path = text_of(name) if isinstance(name, str) else name
    plain = "".join(letter for letter in mode if letter in "rwa+") or "r"
    raw = io.FileIO(path, plain if plain[0] in "rwa" else "r" + plain)
    return on_raw(raw, name, mode, buffering)


def on_raw(raw: Any, name: Any, mode: str, buffering: int = -1) -> Any:
    """Return a file of Python 2 on an open raw file."""
    if raw.readable() and raw.writable():
        kind: Any = UpdatedFile if raw.seekable() else WrittenFile
    else:
        kind = ReadFile if raw.readable() else WrittenFile
    made = kind(raw)
    made._name, made._mode, made._each = name, mode, {0: "string", 1: "line"}.get(buffering, "")
    made._binary = "b" in mode
    made._universal = "U" in mode
    return made


class _Python2File:
    """What all files of Python 2 have in common; the class of today that reads or writes comes after it."""

    _name: Any = "<file>"
    _mode = "r"
    _each = ""
    _binary = True
    _universal = False
    # Python 2's `print` kept a flag here.
    softspace = 0
    encoding = None
    errors = None

    @property
    def name(self) -> Any:
        """The path that the file was opened by."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode that the file was opened in."""
        return self._mode

    @property
    def newlines(self) -> Any:
        """The line ends seen so far, in mode "U"; nothing keeps account of them."""
        return None

    def _given(self, data: Any, depth: int = 2) -> Any:
        """Return what was read, for who asked."""
        if data is None or (self._binary and not called_by_python2(depth)):
            return data
        text = to_str(bytes(data))
        return text.replace("\r\n", "\n").replace("\r", "\n") if self._universal else text

    def _check(self) -> None:
        if self.closed:  # type: ignore[attr-defined]  # of the other base class
            raise ValueError("I/O operation on closed file")

    def read(self, size: Any = -1) -> Any:
        """Read at most `size` bytes; all that are left without it."""
        self._check()
        return self._given(super().read(-1 if size is None else size))  # type: ignore[misc]  # as above

    def readline(self, size: Any = -1) -> Any:
        """Read a line."""
        self._check()
        line = super().readline(-1 if size is None else size)  # type: ignore[misc]  # as above
        return self._given(self._first_line(line) if self._universal else line)

    def _first_line(self, line: bytes) -> bytes:
        """Return the first line of several that end in a carriage return, and go back to the second."""
        end = line.find(b"\r")
        if end < 0 or line[end + 1 : end + 2] == b"\n" or end + 1 == len(line):
            return line
        self.seek(end + 1 - len(line), 1)  # type: ignore[attr-defined]  # of the other base class
        return line[: end + 1]

    def readlines(self, hint: Any = -1) -> Any:  # noqa: ARG002 - it only says how many are wanted
        """Read all lines."""
        lines: list[Any] = []
        while True:
            line = super().readline()  # type: ignore[misc]  # as above
            line = self._first_line(line) if self._universal else line
            if not line:
                return lines
            lines.append(self._given(line))

    xreadlines = property(lambda self: lambda: self)

    def __iter__(self) -> Iterator[Any]:
        self._check()
        return self  # type: ignore[return-value]  # as above

    def __next__(self) -> Any:
        line = super().readline()  # type: ignore[misc]  # as above
        line = self._first_line(line) if self._universal else line
        if not line:
            raise StopIteration
        return self._given(line)

    def next(self) -> Any:
        """Return the next line."""
        line = super().readline()  # type: ignore[misc]  # as above
        line = self._first_line(line) if self._universal else line
        if not line:
            raise StopIteration
        return self._given(line)

    def write(self, data: Any) -> None:
        """Write a byte string, or anything that holds bytes."""
        self._check()
        super().write(_writable(data))  # type: ignore[misc]  # as above
        if self._each and (self._each == "string" or "\n" in data):
            self.flush()  # type: ignore[attr-defined]  # as above

    def writelines(self, lines: Iterable[Any]) -> None:
        """Write several byte strings."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """Return whether the file is a terminal."""
        return os.isatty(self.fileno())  # type: ignore[attr-defined]  # as above

    def __repr__(self) -> str:
        state = "closed" if self.closed else "open"  # type: ignore[attr-defined]  # as above
        return f"<{state} file {self._name!r}, mode {self._mode!r} at 0x{id(self):x}>"

    def __reduce__(self) -> Any:
        raise TypeError("can't pickle file objects")


def _writable(data: Any) -> Any:
    if isinstance(data, str):
        data = encoded(data)
        try:
            return data.encode("latin-1")
        except UnicodeEncodeError as error:
            # Text, which Python 2 encoded to ASCII here.
            raise UnicodeEncodeError("ascii", data, error.start, error.end, "ordinal not in range(128)") from None
    return data


class ReadFile(_Python2File, io.BufferedReader):  # type: ignore[misc]  # Python 2's methods have other types
    """A file that is read."""

    def write(self, _: Any) -> None:
        """Raise IOError."""
        raise OSError("File not open for writing")


class WrittenFile(_Python2File, io.BufferedWriter):  # type: ignore[misc]  # as above
    """A file that is written."""

    def _unreadable(self, *_: Any) -> Any:
        raise OSError("File not open for reading")

    read = readline = readlines = next = __next__ = _unreadable


class UpdatedFile(_Python2File, io.BufferedRandom):  # type: ignore[misc]  # as above
    """A file that is read and written."""


def fdopen(descriptor: int, mode: str = "r", bufsize: int = -1) -> Any:
    """Return a file of Python 2 on an open descriptor."""
    plain = "".join(letter for letter in mode if letter in "rwa+") or "r"
    return on_raw(io.FileIO(descriptor, plain), "<fdopen>", mode, bufsize)


class _FileType(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, io.IOBase)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, io.IOBase)


class file(metaclass=_FileType):  # noqa: N801 - it is Python 2's name, and `repr` shows it
    """The type of open files, and another name of `open`."""

    def __new__(cls, name: Any, mode: str = "r", buffering: int = -1) -> Any:
        """Open a file."""
        return open_file(name, mode, buffering)


def opened(name: Any, mode: str = "r", buffering: int = -1, **named: Any) -> Any:
    """Do what `open` does in a file of Python 2; with arguments that only Python 3's has, that one opens it."""
    if named:
        return builtins.open(name, mode, buffering, **named)  # noqa: PTH123 - this is `open` itself
    return open_file(name, mode, buffering)


class OfBytes:
    """Makes a binary file of today give `bytes` to libraries, and byte strings to code of Python 2."""

    softspace = 0

    def read(self, *size: Any) -> Any:
        """Read at most `size` bytes; all that are left without it."""
        return _as_asked(super().read(*size))  # type: ignore[misc]  # of the other base class

    def readline(self, *size: Any) -> Any:
        """Read a line."""
        return _as_asked(super().readline(*size))  # type: ignore[misc]  # as above

    def readlines(self, *_: Any) -> Any:
        """Read all lines."""
        given = to_str if called_by_python2() else bytes
        return [given(bytes(line)) for line in iter(super().readline, b"")]  # type: ignore[misc]  # as above

    def __next__(self) -> Any:
        line = super().readline()  # type: ignore[misc]  # as above
        if not line:
            raise StopIteration
        return _as_asked(line)

    def next(self) -> Any:
        """Return the next line."""
        line = super().readline()  # type: ignore[misc]  # as above
        if not line:
            raise StopIteration
        return _as_asked(line)

    def write(self, data: Any) -> Any:
        """Write bytes or a byte string."""
        return super().write(_writable(data))  # type: ignore[misc]  # as above

    def writelines(self, lines: Iterable[Any]) -> None:
        """Write several byte strings."""
        for line in lines:
            self.write(line)


def _as_asked(data: Any) -> Any:
    return to_str(bytes(data)) if data is not None and called_by_python2(2) else data


class BytesIO(OfBytes, io.BytesIO):  # type: ignore[misc]  # Python 2's methods have other types
    """A binary file in memory."""

    def __init__(self, initial_bytes: Any = b"") -> None:
        super().__init__(to_bytes(initial_bytes))

    def getvalue(self) -> Any:
        """Return all that it holds."""
        return _as_asked(super().getvalue())
