"""`bytearray`, `memoryview` and `buffer` of Python 2, which take byte strings; see `byte_strings`."""

from __future__ import annotations

import builtins
from typing import Any

from pong_pg.legacy.runtime.byte_strings import to_bytes


class _Another(type):
    """The metaclass of a class that makes objects of a builtin one."""

    _real: type

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls._real)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls._real)


class bytearray(builtins.bytearray, metaclass=_Another):  # noqa: A001, N801 - it is Python 2's name, and `repr` shows it
    """An array of bytes."""

    _real = builtins.bytearray

    def __init__(self, source: Any = b"", *arguments: Any) -> None:
        super().__init__(source if arguments else to_bytes(source), *arguments)

    def __str__(self) -> str:
        """Return the bytes as a byte string."""
        return self.decode("latin-1")

    def __eq__(self, other: object) -> bool:
        return bool(builtins.bytearray(self) == to_bytes(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        return bytearray(value) if isinstance(index, slice) else value

    def __setitem__(self, index: Any, value: Any) -> None:
        data = to_bytes(value)
        super().__setitem__(index, data[0] if isinstance(value, str) and not isinstance(index, slice) else data)

    def __contains__(self, value: Any) -> bool:
        return super().__contains__(to_bytes(value))

    def __add__(self, other: Any) -> Any:
        return bytearray(super().__add__(to_bytes(other)))

    def __radd__(self, other: Any) -> Any:
        return bytearray(to_bytes(other) + builtins.bytearray(self))

    def __iadd__(self, other: Any) -> Any:
        self.extend(to_bytes(other))
        return self

    def __reduce__(self) -> Any:
        return builtins.bytearray, (bytes(self),)


def _method(name: str) -> Any:
    real = getattr(builtins.bytearray, name)

    def call(self: Any, *arguments: Any) -> Any:
        result = real(self, *map(to_bytes, arguments))
        return bytearray(result) if type(result) is builtins.bytearray else result

    call.__name__ = name
    return call


for _name in ("count", "endswith", "extend", "find", "index", "lstrip", "replace", "rfind", "rindex", "rstrip", "split",
              "startswith", "strip"):  # fmt: skip
    setattr(bytearray, _name, _method(_name))


class memoryview(metaclass=_Another):  # noqa: A001, N801 - as above
    """A view of the memory of another object."""

    _real = builtins.memoryview

    def __new__(cls, value: Any) -> Any:
        """Return a view of an object's memory; that of a byte string can't be changed."""
        return builtins.memoryview(to_bytes(value))


class buffer(metaclass=_Another):  # noqa: N801 - as above
    """A part of the memory of another object."""

    _real = builtins.memoryview

    def __new__(cls, value: Any, offset: int = 0, size: int = -1) -> Any:
        """Return a view of the bytes of an object from an offset on."""
        view = builtins.memoryview(to_bytes(value)).cast("B")
        return view[offset:] if size < 0 else view[offset : offset + size]
