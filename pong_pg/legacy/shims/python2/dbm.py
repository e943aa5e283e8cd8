"""`anydbm`, `dbm` and `dumbdbm` of Python 2: keys and values are byte strings."""

from __future__ import annotations

import dbm as _real
from collections.abc import Iterator, MutableMapping
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_bytes, to_str

globals().update(public(_real))


class _Database(MutableMapping[Any, Any]):
    def __init__(self, real: Any) -> None:
        self._real = real

    def __getitem__(self, key: Any) -> Any:
        try:
            return to_str(self._real[to_bytes(key)])
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        self._real[to_bytes(key)] = to_bytes(value)

    def __delitem__(self, key: Any) -> None:
        del self._real[to_bytes(key)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self._real.keys())

    def keys(self) -> Any:
        """Return a list of the keys."""
        return [to_str(key) for key in self._real.keys()]

    def has_key(self, key: Any) -> bool:
        """Return whether there is a key."""
        return to_bytes(key) in self._real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def open(file: Any, flag: str = "r", mode: int = 0o666) -> _Database:
    """Open a database."""
    return _Database(_real.open(file, flag, mode))
