"""Indices as before NumPy 1.23, where a list, or another short sequence, could count as a tuple.

It did where it held a sequence, a slice, None or an Ellipsis: `a[[[0, 1], [1, 2]]]` was `a[[0, 1], [1, 2]]`. That was
decided by the value, so it is decided here while the script runs.
Besides, lists took NumPy's booleans as indices: `["left", "right"][x > 0]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings

__all__ = ["as_index", "item"]

_array = np.ndarray
_flag = np.bool_
_SEQUENCES = (list, tuple, str, range, bytes, bytearray)
# What is one index, or a tuple already; the types of nearly all indices.
_DECIDED = frozenset({
    bool, int, float, str, bytes, slice, tuple, type(None), type(Ellipsis), np.ndarray, np.bool_, np.int32, np.int64,
})  # fmt: skip
_NO_LISTS = (int, str, bytes, slice, tuple, _array, np.generic)
_SEPARATE = (list, tuple, str, bytes, slice, _array, type(None), type(Ellipsis))
# NumPy's own number of dimensions: a longer sequence was one index.
_TOO_MANY = 32


def as_index(container: Any, index: Any) -> Any:
    """Return what `container[index]` means today: the index itself, or the tuple that it counted as."""
    if isinstance(container, _array) and type(index) not in _DECIDED:
        return _as_tuple(container, index)
    return bool(index) if type(index) is _flag and isinstance(container, _SEQUENCES) else index


def item(container: Any, index: Any) -> Any:
    """Return `container[index]`."""
    if isinstance(container, _array) and type(index) not in _DECIDED:
        return container[_as_tuple(container, index)]
    if type(index) is _flag and isinstance(container, _SEQUENCES):
        return container[bool(index)]
    return container[index]


def _as_tuple(array: Any, index: Any) -> Any:
    if isinstance(index, _NO_LISTS) or not _is_sequence(index) or not settings.current().promotes_by_value:
        return index
    try:
        size = len(index)
    except (TypeError, ValueError):
        return index
    if size >= _TOO_MANY:
        return index
    parts = list(index)
    if array.dtype.names and all(isinstance(part, str) for part in parts):
        # The names of fields.
        return index
    return tuple(parts) if any(isinstance(part, _SEPARATE) or _is_sequence(part) for part in parts) else index


def _is_sequence(value: Any) -> bool:
    """Return whether C code would take a value for a sequence."""
    return hasattr(type(value), "__getitem__") and not isinstance(value, dict | np.generic)
