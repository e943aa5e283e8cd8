"""NumPy's functions that are gone, or that took arguments which are errors today."""

from __future__ import annotations

import functools
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.tables import numpy as table
from pong_pg.legacy.tables.rows import renames

_IS_2 = int(np.__version__.partition(".")[0]) >= 2
_LAZY: tuple[type[Any], ...] = (Iterator, type({}.keys()), type({}.values()), type({}.items()))
_RAGGED = ("inhomogeneous", "setting an array element with a sequence")


def _making_array(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return `numpy.array`, or one of its kin, as it was before NumPy 1.24.

    Sequences of different lengths became arrays of objects, and integers that are too large for the dtype wrapped
    around.
    """

    def make(*arguments: Any, **named: Any) -> Any:
        if _IS_2 and named.get("copy", True) is False:
            # It meant: copy only if necessary.
            named["copy"] = None
        try:
            return real(*arguments, **named)
        except (OverflowError, ValueError) as error:
            dtype = named.get("dtype", arguments[1] if len(arguments) > 1 else None)
            values, named = arguments[0], {**named, "dtype": None}
            if isinstance(error, OverflowError) and dtype is not None:
                return real(values, **named).astype(dtype)
            if not _is_ragged(error):
                raise
            if dtype is None:
                return real(values, **{**named, "dtype": object})
            if not isinstance(values, list | tuple) or all(_number(value) is value for value in values):
                raise
            # Numbers and arrays of one element.
            return real([_number(value) for value in values], **{**named, "dtype": dtype})

    return make


def _is_ragged(error: Exception) -> bool:
    return any(text in str(error) for text in _RAGGED)


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, np.ndarray) and value.size == 1 else value


_array = _making_array(np.array)


def of_ragged(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes sequences of different lengths as arrays of objects."""

    def take(*arguments: Any, **named: Any) -> Any:
        try:
            return real(*arguments, **named)
        except ValueError as error:
            if not _is_ragged(error):
                raise
        arrays = [_array(value) if isinstance(value, list | tuple | deque) else value for value in arguments]
        return real(*arrays, **{name: _array(value) for name, value in named.items()})

    return take


def _of_iterators(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of several arrays, which may come from an iterator."""

    def take(arrays: Any, *arguments: Any, **named: Any) -> Any:
        return real([*arrays] if isinstance(arrays, _LAZY) else arrays, *arguments, **named)

    return take


def _with_old_arguments(name: str) -> Callable[..., Any]:
    """Return a function that takes its arguments by the names that they had, too."""
    real, names = getattr(np, name), renames(table.ARGUMENTS[f"numpy.{name}"])

    def call(*arguments: Any, **named: Any) -> Any:
        return real(*arguments, **{names.get(old, old): value for old, value in named.items()})

    return call


def _sum(values: Any, *arguments: Any, **named: Any) -> Any:
    return sum(values) if isinstance(values, Iterator) else np.sum(values, *arguments, **named)


def _linspace(start: Any, stop: Any, num: Any = 50, *arguments: Any, **named: Any) -> Any:
    return np.linspace(start, stop, int(num), *arguments, **named)


def _divide(a: Any, b: Any, *arguments: Any, **named: Any) -> Any:
    is_whole = settings.current().python2 and all(np.asarray(value).dtype.kind in "iub" for value in (a, b))
    return (np.floor_divide if is_whole else np.true_divide)(a, b, *arguments, **named)


def _set_printoptions(*arguments: Any, **named: Any) -> None:
    threshold = named.get("threshold", arguments[1] if len(arguments) > 1 else None)
    if threshold is not None and np.isnan(threshold):
        # It meant: without end. NumPy after 1.13, which also changed what it prints of numbers, refuses it.
        arguments, named = (*arguments[:1], *arguments[2:]), {"legacy": "1.13", **named, "threshold": sys.maxsize}
    np.set_printoptions(*arguments, **named)


def _fromstring(string: Any, dtype: Any = float, count: int = -1, sep: str = "") -> Any:
    if sep:
        return np.fromstring(string, dtype=dtype, count=count, sep=sep)
    data = string.encode("latin-1") if isinstance(string, str) else string
    return np.frombuffer(data, dtype=dtype, count=count).copy()


FUNCTIONS: dict[str, Any] = {
    **{name: _making_array(getattr(np, name)) for name in ("array", "asarray", "asanyarray")},
    **{name: _of_iterators(getattr(np, name)) for name in table.SEQUENCES},
    **{name: of_ragged(getattr(np, name)) for name in table.ARRAYS},
    **{name.partition(".")[2]: _with_old_arguments(name.partition(".")[2]) for name in table.ARGUMENTS},
    "divide": _divide,
    "linspace": _linspace,
    "set_printoptions": _set_printoptions,
    "sum": _sum,
}
for _name, _function in FUNCTIONS.items():
    functools.update_wrapper(_function, getattr(np, _name), assigned=("__doc__",), updated=())
# Those that are gone from NumPy 2 at the latest.
FUNCTIONS |= {
    "NINF": -np.inf,
    "asfarray": lambda array, dtype=np.float64: np.asarray(array, dtype),
    "asscalar": lambda array: np.asarray(array).item(),
    "fromstring": _fromstring,
    "in1d": lambda values, among, **named: np.isin(np.ravel(values), np.ravel(among), **named),
    "trapz": getattr(np, "trapezoid", None) or np.trapz,  # type: ignore[attr-defined]  # the name in NumPy 1
}
for _name, _function in FUNCTIONS.items():
    if getattr(_function, "__module__", "") == __name__:
        # Where pickle finds it.
        _function.__module__, _function.__name__, _function.__qualname__ = str(__package__), _name, _name
