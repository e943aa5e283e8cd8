"""NumPy's functions that make arrays of what they get, with what they made of it before NumPy 1.24.

Sequences of different lengths became arrays of objects, integers that are too large for the dtype wrapped around,
iterators stood for lists, and `copy=False` meant: only if necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pong_pg.legacy.runtime.python2_printing import one
from pong_pg.legacy.tables.numpy import ARRAYS, SEQUENCES

_NEVER_COPY = int(np.__version__.partition(".")[0]) >= 2
_LAZY: tuple[type[Any], ...] = (Iterator, type({}.keys()), type({}.values()), type({}.items()))
_RAGGED = ("inhomogeneous", "setting an array element with a sequence", "could not broadcast")


def making_array(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `numpy.array`, or one of its kin, as it was."""

    def make(*arguments: Any, **named: Any) -> Any:
        if _NEVER_COPY and named.get("copy", True) is False:
            # It meant: copy only if necessary.
            named["copy"] = None
        try:
            return real(*arguments, **named)
        except OverflowError:
            dtype = named.pop("dtype", None) or (arguments[1] if len(arguments) > 1 else None)
            if dtype is None:
                raise
            return real(arguments[0], **named).astype(dtype)
        except ValueError as error:
            given = named.get("dtype") or (arguments[1] if len(arguments) > 1 else None)
            if not _is_ragged(error):
                raise
            if given is not None:
                # Of numbers and arrays of one element.
                if not isinstance(arguments[0], list | tuple) or all(one(part) is part for part in arguments[0]):
                    raise
                return real([one(part) for part in arguments[0]], *arguments[1:], **named)
            named["dtype"] = object
            return real(arguments[0], **named)

    return make


def _is_ragged(error: Exception) -> bool:
    return any(text in str(error) for text in _RAGGED)


_array = making_array(np.array)


def taking_ragged(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes sequences of different lengths as arrays of objects, and iterators as lists."""

    def take(*arguments: Any, **named: Any) -> Any:
        try:
            return real(*arguments, **named)
        except (TypeError, ValueError) as error:
            if not _is_ragged(error):
                raise
            as_arrays = tuple(_if_ragged(argument) for argument in arguments)
            if all(new is old for new, old in zip(as_arrays, arguments, strict=True)):
                raise
        return real(*as_arrays, **named)

    return take


def taking_sequence_of_ragged(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of several arrays, such as `numpy.concatenate`, that takes each of them as it was taken."""

    def take(arrays: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(arrays, _LAZY):
            arrays = [*arrays]
        try:
            return real(arrays, *arguments, **named)
        except (TypeError, ValueError) as error:
            if not _is_ragged(error) or not isinstance(arrays, list | tuple):
                raise
            as_arrays = [_if_ragged(array) for array in arrays]
            if all(new is old for new, old in zip(as_arrays, arrays, strict=True)):
                raise
        return real(as_arrays, *arguments, **named)

    return take


def _if_ragged(value: Any) -> Any:
    """Return a sequence as an array of objects if its parts are of different lengths; anything else as it is."""
    if not isinstance(value, list | tuple):
        return value
    try:
        np.array(value)
    except ValueError as error:
        if not _is_ragged(error):
            raise
        return np.array(value, dtype=object)
    return value


def wrapping_around(real: Callable[..., Any], value_at: int, dtype_at: int) -> Callable[..., Any]:
    """Return a function that wraps integers around which are too large for the dtype.

    Args:
        real: the function, such as `numpy.full`.
        value_at: the position of the argument with the integers.
        dtype_at: the position of the dtype, or of an array of that dtype.
    """

    def wrap(*arguments: Any, **named: Any) -> Any:
        try:
            return real(*arguments, **named)
        except OverflowError:
            dtype = named.get("dtype") or (arguments[dtype_at] if len(arguments) > dtype_at else None)
            if dtype is None or len(arguments) <= value_at:
                raise
            dtype = dtype.dtype if isinstance(dtype, np.ndarray) else dtype
            value = np.array(arguments[value_at]).astype(dtype)
        return real(*arguments[:value_at], value, *arguments[value_at + 1 :], **named)

    return wrap


def full_like(array: Any, value: Any, *arguments: Any, **named: Any) -> Any:
    """Return an array of the shape and the type of another, with one value."""
    array = _if_ragged(array)
    dtype = named.get("dtype") or (arguments[0] if arguments else np.asarray(array).dtype)
    if np.dtype(dtype).kind in "iu":
        value = np.array(value).astype(dtype)
    return np.full_like(array, value, *arguments, **named)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: making_array(getattr(np, name)) for name in ("array", "asarray", "asanyarray")},
    **{name: taking_sequence_of_ragged(getattr(np, name)) for name in SEQUENCES},
    **{name: taking_ragged(getattr(np, name)) for name in ARRAYS},
    "full_like": full_like,
    "put": wrapping_around(np.put, 2, 0),
    "place": wrapping_around(np.place, 2, 0),
    "putmask": wrapping_around(np.putmask, 2, 0),
    "copyto": wrapping_around(np.copyto, 1, 0),
    "insert": wrapping_around(np.insert, 2, 0),
}
