"""Functions of NumPy that accept arguments which earlier versions accepted; the rest is left to today's functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime import notes
from pong_pg.legacy.runtime.python2_printing import one
from pong_pg.legacy.shims.numpy import creation

_MODULE = __name__.rpartition(".")[0]


def published(function: Callable[..., Any], name: str, module: str = _MODULE) -> Callable[..., Any]:
    """Give a function the name by which pickle finds it; returns the function."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    return function


def _sum(values: Any, *arguments: Any, **named: Any) -> Any:
    if inspect.isgenerator(values):
        return sum(values)
    return _sum_of_array(values, *arguments, **named)


_sum_of_array = creation.taking_ragged(np.sum)


def _frombuffer(buffer: Any, *arguments: Any, **named: Any) -> Any:
    # Python 2's text was bytes.
    return np.frombuffer(buffer.encode("latin-1") if isinstance(buffer, str) else buffer, *arguments, **named)


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


def _of_normed(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that draws a histogram, with `normed`, which is `density` today."""

    def draw(*arguments: Any, **named: Any) -> Any:
        normed = named.pop("normed", None)
        if normed is not None:
            named["density"] = bool(normed)
        return real(*arguments, **named)

    return draw


def _with_bins_of_then(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose estimated bins of integers may be narrower than 1, as before NumPy 2."""

    def estimate(a: Any, bins: Any = 10, *arguments: Any, **named: Any) -> Any:
        if isinstance(bins, str) and np.asarray(a).dtype.kind in "iu":
            a = np.asarray(a).astype(float)
        return real(a, bins, *arguments, **named)

    return estimate


def _renamed(real: Callable[..., Any], **names: str) -> Callable[..., Any]:
    """Return a function that takes arguments by their old names, too; those without a new one are ignored."""

    def call(*arguments: Any, **named: Any) -> Any:
        today = {names.get(name, name): value for name, value in named.items()}
        today.pop("", None)
        return real(*arguments, **today)

    return call


def _genfromtxt(*arguments: Any, **named: Any) -> Any:
    if settings.current().python2:
        # Its byte strings are strings.
        named.setdefault("encoding", None)
    return np.genfromtxt(*arguments, **named)


def _cross(a: Any, b: Any, *arguments: Any, **named: Any) -> Any:
    first, second = np.asarray(a), np.asarray(b)
    if first.shape[-1:] == second.shape[-1:] == (2,) and not arguments and not named:
        # Vectors of two elements, which NumPy 2.5 refuses.
        return first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return np.cross(a, b, *arguments, **named)


def _issubdtype(first: Any, second: Any) -> bool:
    # Up to NumPy 1.19 Python's own types stood for every width of their kind.
    kinds = {float: np.floating, int: np.signedinteger, complex: np.complexfloating}
    return np.issubdtype(first, kinds.get(second, second) if isinstance(second, type) else second)


def _arange(*arguments: Any, **named: Any) -> Any:
    try:
        return np.arange(*arguments, **named)
    except TypeError:
        numbers = [one(argument) for argument in arguments]
        if all(number is argument for number, argument in zip(numbers, arguments, strict=True)):
            raise
    return np.arange(*numbers, **named)


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


_COUNTS = ("empty", "eye", "identity", "ones", "resize", "zeros")

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **creation.FUNCTIONS,
    "arange": _arange,
    "frombuffer": _frombuffer,
    "cross": _cross,
    "genfromtxt": _genfromtxt,
    "array2string": _renamed(np.array2string, style=""),
    "fix": _renamed(np.fix, y="out"),
    "histogram": _with_bins_of_then(_of_normed(np.histogram)),
    "histogram2d": _of_normed(np.histogram2d),
    "histogram_bin_edges": _with_bins_of_then(np.histogram_bin_edges),
    "histogramdd": _of_normed(np.histogramdd),
    "issubdtype": _issubdtype,
    "load": _load,
    "reshape": _reshape,
    "sum": _sum,
    **{name: accepting_float_counts(getattr(np, name)) for name in _COUNTS},
    "linspace": accepting_float_counts(np.linspace),
    "logspace": accepting_float_counts(np.logspace),
    "full": creation.wrapping_around(accepting_float_counts(np.full), 1, 2),
    "unravel_index": _renamed(np.unravel_index, dims="shape"),
    "tile": creation.taking_ragged(accepting_float_counts(np.tile)),
}
for _name, _function in FUNCTIONS.items():
    _real = getattr(np, _name)
    functools.update_wrapper(_function, _real, assigned=("__doc__",), updated=())
    published(_function, _name)
