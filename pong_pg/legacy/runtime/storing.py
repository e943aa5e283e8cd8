"""Storing into containers as before NumPy 2; rewritten scripts call these functions in place of assignments."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.runtime import arithmetic
from pong_pg.legacy.runtime.indexing import as_index, item
from pong_pg.legacy.runtime.one_element import one

__all__ = ["items", "promoted_items", "store"]


def store(value: Any, container: Any, index: Any) -> None:
    """Do `container[index] = value`; the arguments are in the order in which Python evaluates them."""
    index = as_index(container, index)
    try:
        container[index] = value
    except (OverflowError, TypeError, ValueError) as error:
        if not _store_otherwise(container, index, value, error):
            raise


def _store_otherwise(container: Any, index: Any, value: Any, error: Exception) -> bool:
    if not isinstance(container, np.ndarray):
        return False
    if isinstance(error, OverflowError):
        container[index] = np.array(value).astype(container.dtype)
    elif one(value) is not value:
        container[index] = one(value)
    elif isinstance(value, list | tuple) and any(one(part) is not part for part in value):
        container[index] = [one(part) for part in value]
    else:
        return False
    return True


class _Items:
    """Stands for an array whose items are assigned to."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return item(self._array, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        store(value, self._array, index)


def items(container: Any) -> Any:
    """Return what `container[index]` is assigned to or changed in place through: the container, if it is no array."""
    return _Items(container) if isinstance(container, np.ndarray) else container


class promoted_items:  # noqa: N801 - rewritten scripts call it like the other helpers
    """Stands for a container in `container[index] += value`, so that the result has the type of then."""

    __slots__ = ("_container",)

    def __init__(self, container: Any) -> None:
        self._container = container

    def __getitem__(self, index: Any) -> Any:
        return arithmetic.in_place(item(self._container, index))

    def __setitem__(self, index: Any, value: Any) -> None:
        store(value, self._container, index)
