"""`array` of Python 2: with the type "c", and with byte strings."""

from __future__ import annotations

import array as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import to_bytes, to_str
from pong_pg.legacy.runtime.python2_order import ordered


class array(_real.array):  # type: ignore[type-arg]  # noqa: N801 - it is Python 2's name
    """An array of numbers, or, with the type "c", of characters."""

    def __new__(cls, typecode: str, initializer: Any = ()) -> Any:
        """Make an array of a type, with what an iterable or a string holds."""
        characters = typecode == "c"
        initializer = ordered(initializer)
        if typecode == "u" or not isinstance(initializer, str):
            values = map(ord, initializer) if characters else initializer
            made: Any = super().__new__(cls, "B" if characters else typecode, values)
        else:
            made = super().__new__(cls, "B" if characters else typecode)
            made.frombytes(to_bytes(initializer))
        return made

    def __init__(self, typecode: str, _initializer: Any = ()) -> None:
        self._characters = typecode == "c"

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        if not self._characters:
            return array(self.typecode, value) if isinstance(index, slice) else value
        return array("c", value.tobytes().decode("latin-1")) if isinstance(index, slice) else chr(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, ord(value) if self._characters and isinstance(value, str) else value)

    def __iter__(self) -> Any:
        return map(chr, super().__iter__()) if self._characters else super().__iter__()

    def append(self, value: Any) -> None:
        """Append an element."""
        super().append(ord(value) if self._characters else value)

    def extend(self, iterable: Any) -> None:
        """Append elements."""
        super().extend(ordered(iterable))

    def tolist(self) -> list[Any]:
        """Return a list of the elements."""
        return list(self)

    def tostring(self) -> Any:
        """Return the bytes of the array."""
        return to_str(self.tobytes())

    def fromstring(self, string: Any) -> None:
        """Append elements from their bytes."""
        self.frombytes(to_bytes(string))

    def tofile(self, f: Any) -> None:
        """Write the bytes of the array to a file."""
        f.write(self.tostring())

    write = tofile

    def fromfile(self, f: Any, n: int) -> None:
        """Append so many elements from a file."""
        data = to_bytes(f.read(n * self.itemsize))
        self.frombytes(data[: len(data) // self.itemsize * self.itemsize])
        if len(data) < n * self.itemsize:
            raise EOFError("not enough items in file")

    read = fromfile

    def __repr__(self) -> str:
        if self._characters:
            return f"array('c', {self.tostring()!a})" if self else "array('c')"
        return super().__repr__()


ArrayType = array
