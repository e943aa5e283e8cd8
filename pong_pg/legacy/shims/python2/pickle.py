"""`pickle` of Python 2: the default is protocol 0, the highest 2, and pickles are byte strings.

Pickles are written by today's pickler in Python, which can be told how to write a byte string, and read by the one in
C, however large they are.
"""

from __future__ import annotations

import copyreg
import functools
import io
import pickle as _real
import struct
from typing import Any

from pong_pg.legacy.install.importer import import_for_python2
from pong_pg.legacy.runtime.byte_strings import public, to_bytes, to_str

globals().update({name: to_str(value) for name, value in public(_real).items()})
__all__ = [  # noqa: PLE0604 - the names of the real module, but for those of later protocols
    *(name for name in _real.__all__ if name not in {"PickleBuffer", "DEFAULT_PROTOCOL"}),
]

HIGHEST_PROTOCOL = 2
format_version = "2.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0"]
_FEWEST_LONG = 1 << 63


class Pickler(_real._Pickler):  # type: ignore[misc, name-defined]  # the pickler in Python is not in typeshed
    """Writes pickles to a file.

    Args:
        file: anything with a method `write`.
        protocol: 0, 1 or 2; a negative number is 2.
    """

    dispatch = dict(_real._Pickler.dispatch)  # type: ignore[attr-defined]  # as above

    def __init__(self, file: Any, protocol: int | None = None) -> None:
        protocol = 0 if protocol is None else int(protocol)
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        super().__init__(_Sink(file), HIGHEST_PROTOCOL if protocol < 0 else protocol)

    def memoize(self, obj: Any) -> None:
        """Store an object in the memo, unless `fast` is set."""
        if not self.fast and id(obj) not in self.memo:
            super().memoize(obj)

    def _save_str(self, value: str) -> None:
        try:
            data = value.encode("latin-1")
        except UnicodeEncodeError:
            super().save_str(value)
            return
        if not self.bin:
            self.write(b"S" + repr(data)[1:].encode() + b"\n")
        elif len(data) < 256:
            self.write(b"U" + bytes([len(data)]) + data)
        else:
            self.write(b"T" + struct.pack("<i", len(data)) + data)
        self.memoize(value)

    def _save_int(self, value: int) -> None:
        if self.bin and -0x80000000 <= value < 0x80000000:
            super().save_long(value)
        elif -_FEWEST_LONG <= value < _FEWEST_LONG:
            self.write(b"I%d\n" % value)
        elif self.proto >= 2:
            super().save_long(value)
        else:
            self.write(b"L%dL\n" % value)

    dispatch[str] = _save_str
    dispatch[int] = _save_int


class _Sink:
    """Writes bytes to a file of the script, which may be one that takes byte strings only."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.write = file.write if takes_bytes(file) else self._write_str

    def _write_str(self, data: Any) -> None:
        self._file.write(bytes(data).decode("latin-1"))


def takes_bytes(file: Any) -> bool:
    """Return whether a file takes and gives `bytes`, as all of Python 3's binary files do."""
    return isinstance(file, io.BufferedIOBase | io.RawIOBase)


class _Source:
    """Reads bytes from a file of the script, which may be one that gives byte strings."""

    def __init__(self, file: Any) -> None:
        self._file = file
        # Of a file of Python 2, the methods of the class below it give `bytes` whoever asks.
        for kind in (io.BufferedReader, io.BufferedRandom, io.BytesIO):
            if isinstance(file, kind):
                for name in ("read", "readline", "readinto", "peek"):
                    if hasattr(kind, name):
                        setattr(self, name, functools.partial(getattr(kind, name), file))

    def read(self, count: int = -1) -> Any:
        return to_bytes(self._file.read(count))

    def readline(self) -> Any:
        return to_bytes(self._file.readline())


class Unpickler(_real.Unpickler):
    """Reads pickles from a file."""

    def __init__(self, file: Any) -> None:
        super().__init__(_Source(file), encoding="latin-1")

    def find_class(self, module: str, name: str) -> Any:
        """Return what a module has by a name, as an import in the script would."""
        return _find(module, name)


def _find(module: str, name: str) -> Any:
    try:
        return getattr(import_for_python2(module), name)
    except (ImportError, AttributeError):
        return _real._Unpickler(io.BytesIO(), encoding="latin-1").find_class(module, name)  # type: ignore[attr-defined]


def dump(obj: Any, file: Any, protocol: int | None = None) -> None:
    """Pickle an object to a file."""
    Pickler(file, protocol).dump(obj)


def dumps(obj: Any, protocol: int | None = None) -> str:
    """Return the pickle of an object, a byte string."""
    sink = io.BytesIO()
    Pickler(sink, protocol).dump(obj)
    return sink.getvalue().decode("latin-1")


def load(file: Any) -> Any:
    """Load an object from a file."""
    return Unpickler(file).load()


def loads(string: Any) -> Any:
    """Load an object from a byte string."""
    return Unpickler(io.BytesIO(to_bytes(string))).load()


def whichmodule(function: Any, name: str) -> str:
    """Return the name of the module that a function is in."""
    return str(_real.whichmodule(function, name))  # type: ignore[attr-defined]  # not in typeshed


dispatch_table = copyreg.dispatch_table


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
