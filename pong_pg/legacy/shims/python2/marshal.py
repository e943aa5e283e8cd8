"""`marshal` of Python 2: what it writes are byte strings."""

from __future__ import annotations

import marshal as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import on_strings, public, to_bytes

globals().update(public(_real))

_dumps = on_strings(_real.dumps)
loads = on_strings(_real.loads)


def dumps(value: Any, version: int = 2) -> Any:
    """Return a value as a byte string."""
    return _dumps(value, version)


def dump(value: Any, file: Any, version: int = 2) -> None:
    """Write a value to a file."""
    file.write(dumps(value, version))


def load(file: Any) -> Any:
    """Read a value from a file, which is left where the value ends."""

    class Source:
        def read(self, size: int) -> Any:
            return to_bytes(file.read(size))

        def readinto(self, buffer: Any) -> int:
            data = self.read(len(buffer))
            buffer[: len(data)] = data
            return len(data)

    return _real.load(Source())
