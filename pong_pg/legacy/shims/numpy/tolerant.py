"""Functions of NumPy that accept arguments which earlier versions accepted; the rest is left to today's functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pong_pg.legacy.runtime import notes

_MODULE = __name__.rpartition(".")[0]
_NEVER_COPY = int(np.__version__.partition(".")[0]) >= 2
_LAZY: tuple[type[Any], ...] = (Iterator, type({}.keys()), type({}.values()), type({}.items()))
_RAGGED = ("inhomogeneous", "setting an array element with a sequence", "could not broadcast")


def published(function: Callable[..., Any], name: str, module: str = _MODULE) -> Callable[..., Any]:
    """Give a function the name by which pickle finds it; returns the function."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    return function


def _making_array(real: Callable[..., Any]) -> Callable[..., Any]:
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
            # Integers too large for the dtype wrapped around.
            return real(arguments[0], **named).astype(dtype)
        except ValueError as error:
            given = named.get("dtype") or (arguments[1] if len(arguments) > 1 else None)
            if given is not None or not any(text in str(error) for text in _RAGGED):
                raise
            named["dtype"] = object
            return real(arguments[0], **named)

    return make


def _listed(values: Any) -> Any:
    return [*values] if isinstance(values, _LAZY) else values


def _accepting_iterators(real: Callable[..., Any]) -> Callable[..., Any]:
    def stack(arrays: Any, *arguments: Any, **named: Any) -> Any:
        return real(_listed(arrays), *arguments, **named)

    return stack


def _sum(values: Any, *arguments: Any, **named: Any) -> Any:
    if inspect.isgenerator(values):
        return sum(values)
    return np.sum(values, *arguments, **named)


def accepting_float_counts(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that accepts 3.0 where it needs an integer, as it did before NumPy 1.12."""

    def count(*arguments: Any, **named: Any) -> Any:
        try:
            return real(*arguments, **named)
        except (TypeError, ValueError, IndexError):
            ints = [_as_int(argument) for argument in arguments]
            int_named = {name: _as_int(argument) for name, argument in named.items()}
            if all(a is b for a, b in zip(ints, arguments, strict=True)) and all(
                value is named[name] for name, value in int_named.items()
            ):
                raise
        return real(*ints, **int_named)

    return count


def _as_int(value: Any) -> Any:
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return int(value)
    if isinstance(value, tuple | list) and any(_as_int(part) is not part for part in value):
        return type(value)(_as_int(part) for part in value)
    return value


def _reshape(array: Any, *arguments: Any, **named: Any) -> Any:
    if "newshape" in named:
        arguments = (named.pop("newshape"), *arguments)
    return accepting_float_counts(np.reshape)(array, *arguments, **named)


def _histogram(*arguments: Any, **named: Any) -> Any:
    normed = named.pop("normed", None)
    if normed is not None:
        named["density"] = bool(normed)
    return np.histogram(*arguments, **named)


def _issubdtype(first: Any, second: Any) -> bool:
    # Up to NumPy 1.19 Python's own types stood for every width of their kind.
    kinds = {float: np.floating, int: np.signedinteger, complex: np.complexfloating}
    return np.issubdtype(first, kinds.get(second, second) if isinstance(second, type) else second)


def _load(file: Any, *arguments: Any, **named: Any) -> Any:
    try:
        return np.load(file, *arguments, **named)
    except ValueError as error:
        if "allow_pickle" not in str(error) or "allow_pickle" in named or len(arguments) > 1:
            raise
    notes.say_once("numpy.load reads a pickled array, as before NumPy 1.16.3; in modern code pass allow_pickle=True")
    if hasattr(file, "seek"):
        file.seek(0)
    named.setdefault("encoding", "latin1")
    named["allow_pickle"] = True
    return np.load(file, *arguments, **named)


_STACKS = ("column_stack", "concatenate", "dstack", "hstack", "stack", "vstack")
_COUNTS = ("empty", "eye", "full", "identity", "linspace", "logspace", "ones", "resize", "tile", "zeros")

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "array": _making_array(np.array),
    "asarray": _making_array(np.asarray),
    "asanyarray": _making_array(np.asanyarray),
    "histogram": _histogram,
    "issubdtype": _issubdtype,
    "load": _load,
    "reshape": _reshape,
    "sum": _sum,
    **{name: _accepting_iterators(getattr(np, name)) for name in _STACKS},
    **{name: accepting_float_counts(getattr(np, name)) for name in _COUNTS},
}
for _name, _function in FUNCTIONS.items():
    _real = getattr(np, _name)
    functools.update_wrapper(_function, _real, assigned=("__doc__",), updated=())
    published(_function, _name)
