"""The functions that rewritten scripts call, through the builtin name `__pong_pg__`.

Each tries the plain operation first and looks closer only if that fails, so that it costs next to nothing in a loop.
The runner leaves the frames of this file out of tracebacks.
"""

from __future__ import annotations

import array
import builtins
import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime import arithmetic
from pong_pg.legacy.runtime.arithmetic import *  # noqa: F403 - and these, too
from pong_pg.legacy.runtime.byte_strings import called_by_python2, to_str
from pong_pg.legacy.runtime.default_encoding import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.executing import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.indexing import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.indexing import item
from pong_pg.legacy.runtime.one_element import one
from pong_pg.legacy.runtime.promotion import clip_operands, watched
from pong_pg.legacy.runtime.python2_codecs import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.python2_format import format_and_values
from pong_pg.legacy.runtime.python2_helpers import *  # noqa: F403 - rewritten scripts find them here
from pong_pg.legacy.runtime.python2_long import long
from pong_pg.legacy.runtime.python2_printing import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.python2_version import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.storing import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.storing import store

slice = builtins.slice  # noqa: A001 - `a[1:2] = x` is rewritten to it, whatever the script calls its own names

_FLAGS = (bool, int, np.bool_, np.integer)
_SHIMS = "pong_pg.legacy.shims."
# Where functions stand for builtins; those of Gym and Ray stand for functions, and for methods, which stay methods.
_OF_BUILTINS = ("pong_pg.legacy.runtime.", *(f"{_SHIMS}{name}" for name in ("numpy", "operator", "python2.", "random")))


def of_class(value: Any) -> Any:
    """Return what an attribute of a class is set to; a function that stands for a builtin does not become a method."""
    if type(value) is not FunctionType or not (value.__module__ or "").startswith(_OF_BUILTINS):
        return value
    # What stands for a function that Python, too, makes a method of; a method of another class.
    stays = type(getattr(value, "__wrapped__", None)) is FunctionType or "." in value.__qualname__
    return value if stays else staticmethod(value)


# What environments return.


def as_step(result: Any, count: int) -> Any:
    """Return what `step` returned as a tuple of as many values as the script unpacks.

    Args:
        result: what any method called `step` returned; it is returned as it is unless it has the form of an
            environment's or a vector environment's.
        count: 4 or 5.
    """
    if not isinstance(result, tuple) or len(result) == count:
        return result
    if count == 4 and len(result) == 5:
        observation, reward, terminated, truncated, info = result
        if isinstance(terminated, _FLAGS) and isinstance(truncated, _FLAGS) and isinstance(info, dict):
            return observation, reward, *steps.join_done(bool(terminated), bool(truncated), info)
        if _are_flags(terminated) and _are_flags(truncated):
            return observation, reward, np.logical_or(terminated, truncated), info
    elif count == 5 and len(result) == 4:
        observation, reward, done, info = result
        if isinstance(done, _FLAGS) and isinstance(info, dict):
            return observation, reward, *steps.split_done(bool(done), info), info
        if _are_flags(done):
            flags = np.asarray(done, bool)
            infos = info if isinstance(info, list | tuple) else [{}] * len(flags)
            cut = np.array([bool(flag and one.get(steps.TRUNCATED)) for flag, one in zip(flags, infos, strict=False)])
            return observation, reward, flags & ~cut, cut, info
    return result


def _are_flags(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype == np.bool_ and value.ndim == 1
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(flag, _FLAGS) for flag in value)


def as_reset_pair(result: Any) -> Any:
    """Return what `reset` returned as (observation, info); any other pair is returned as it is."""
    if steps.looks_like_pair(result):
        return result
    if isinstance(result, tuple | list) and len(result) == 2:
        return result
    if isinstance(result, np.ndarray) and result.shape[:1] == (2,):
        # The script may unpack the observation itself: `position, velocity = env.reset()`.
        now = settings.current()
        return (result, {}) if now.reset_pair or now.step_values == 5 else result
    # What an environment can observe; anything else is what another object's `reset` returned.
    is_observation = isinstance(result, np.ndarray | np.generic | int | float | tuple)
    return (result, {}) if is_observation else result


def first(value: Any) -> Any:
    """Return `value[0]` of an episode's statistic, or the value itself where it is a number, as it is today."""
    return value if isinstance(value, float | int | np.number) else value[0]


# Classic division of Python 2.


def div(a: Any, b: Any) -> Any:
    """Return `a / b` as in Python 2: the quotient of integers is rounded down to an integer."""
    if type(a) in watched or type(b) in watched:
        return _divide_other(a, b)
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    if isinstance(a, int) and isinstance(b, int):
        # Of a long and an integer comes a long, however small.
        return a // b if -_LONG <= a < _LONG and -_LONG <= b < _LONG else long(a // b)
    return _divide_other(a, b)


_LONG = sys.maxsize + 1


def _divide_other(a: Any, b: Any) -> Any:
    if _is_integer(a) and _is_integer(b):
        return arithmetic.promoted_floordiv(a, b)
    method = getattr(type(a), "__div__", None)
    if method is not None and (result := method(a, b)) is not NotImplemented:
        # A class may have both; this one is for files without `from __future__ import division`.
        return result
    return arithmetic.promoted_div(a, b)


def _is_integer(value: Any) -> bool:
    if isinstance(value, int | np.integer | np.bool_):
        return not isinstance(value, np.timedelta64)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return isinstance(value, np.ndarray) and kind in "iub"


def idiv(a: Any, b: Any) -> Any:
    """Return what `a /= b` leaves in `a`; an array is changed in place."""
    if isinstance(a, np.ndarray):
        if _is_integer(a) and not _is_integer(b):
            # NumPy before 1.10 dropped the fractions.
            a[...] = (a / b).astype(a.dtype)
            return a
        return arithmetic.promoted_ifloordiv(a, b) if _is_integer(a) else arithmetic.promoted_idiv(a, b)
    # Of Python's own types only integers divide otherwise; of others the error is that of `/=`.
    if hasattr(type(a), "__itruediv__") or _INTEGERS < _INTEGERS | {type(a), type(b)} <= _BUILT_IN:
        a /= b
        return a
    return div(a, b)


_INTEGERS = frozenset([bool, int])
_BUILT_IN = _INTEGERS | {bytes, complex, dict, float, frozenset, list, set, str, tuple, type(None)}


class _Quotient:
    """Stands for the old value in `target /= value`, so that the division is Python 2's."""

    __slots__ = ("_old",)

    def __init__(self, old: Any) -> None:
        self._old = old

    def __itruediv__(self, value: Any) -> Any:
        return idiv(self._old, value)


class divided_items:  # noqa: N801 - rewritten scripts call it like the other helpers
    """Stands for a container in `container[index] /= value`."""

    __slots__ = ("_container",)

    def __init__(self, container: Any) -> None:
        self._container = container

    def __getitem__(self, index: Any) -> _Quotient:
        return _Quotient(item(self._container, index))

    def __setitem__(self, index: Any, value: Any) -> None:
        store(value, self._container, index)


class divided_attributes:  # noqa: N801 - rewritten scripts call it like the other helpers
    """Stands for an object in `owner.name /= value`."""

    __slots__ = ("__owner",)

    def __init__(self, owner: Any) -> None:
        _set_owner(self, owner)

    def __getattribute__(self, name: str) -> Any:
        return _Quotient(getattr(_owner_of(self), name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_owner_of(self), name, value)


# The slot itself, since every name is one of the owner's.
_slot = vars(divided_attributes)["_divided_attributes__owner"]
_owner_of, _set_owner = _slot.__get__, _slot.__set__


# Arrays of one element as numbers.


def converted(kind: Callable[[Any], Any], value: Any) -> Any:
    """Return `kind(value)`, where `kind` may be `int`, `float`, `complex`, `long` or `numpy.float64`."""
    if kind is np.float64:
        return to_float64(value)
    try:
        return kind(value)
    except TypeError:
        if kind not in _CONVERSIONS or one(value) is value:
            raise
    return kind(one(value))


_CONVERSIONS = (int, float, complex, long)


def to_float64(value: Any) -> Any:
    """Return `numpy.float64(value)`, which was a number for an array of one element."""
    return np.float64(one(value)) if settings.current().promotes_by_value else np.float64(value)


def to_float(value: Any) -> Any:
    """Return `float(value)`."""
    return converted(float, value)


def to_int(value: Any) -> Any:
    """Return `int(value)`."""
    return converted(int, value)


def to_long(value: Any) -> Any:
    """Return `long(value)`."""
    return converted(long, value)


def to_complex(value: Any) -> Any:
    """Return `complex(value)`."""
    return converted(complex, value)


# What was an `int` of Python 2.
INTEGERS = (int, np.int64)


def whole(kind: Callable[[Any], Any], value: Any) -> Any:
    """Return `kind(value)`, where `kind` may be a type of integers of NumPy."""
    if kind is np.int64 and settings.current().python2:
        value = one(value)
    try:
        return kind(value)
    except OverflowError:
        if not isinstance(kind, type) or not issubclass(kind, np.integer):
            raise
    # A number that was too large wrapped around.
    return np.array(value).astype(kind)[()]


def of_numbers(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, a function of numbers, such as those of the module `math`."""
    try:
        return function(*arguments)
    except TypeError:
        numbers = [one(argument) for argument in arguments]
        if all(number is argument for number, argument in zip(numbers, arguments, strict=True)):
            raise
    return function(*numbers)


def drawn(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, a function of the module `random` that calculates with narrow numbers."""
    if not any(isinstance(argument, np.floating) and type(argument) in watched for argument in arguments):
        return of_numbers(function, *arguments)
    if function.__name__ == "uniform" and len(arguments) == 2:
        low, high = arguments
        span = arithmetic.promoted_sub(high, low)
        return arithmetic.promoted_add(low, arithmetic.promoted_mult(span, function(0, 1)))
    wide = [np.float64(argument) if isinstance(argument, np.floating) else argument for argument in arguments]
    return of_numbers(function, *wide)


def percent(text: str, values: Any) -> Any:
    """Return `text % values`."""
    try:
        return text % values
    except TypeError:
        parts = values if isinstance(values, tuple) else (values,)
        if not any(one(part) is not part for part in parts):
            raise
    return text % tuple(one(part) for part in parts)


def mod(a: Any, b: Any) -> Any:
    """Return `a % b` in a file of Python 2."""
    return percent(*format_and_values(a, b)) if isinstance(a, str) else arithmetic.promoted_mod(a, b)


class promoted_attributes:  # noqa: N801 - rewritten scripts call it like the other helpers
    """Stands for an object in `owner.name += value`, so that the result has the type of then."""

    __slots__ = ("__owner",)

    def __init__(self, owner: Any) -> None:
        _set_promoted(self, owner)

    def __getattribute__(self, name: str) -> Any:
        return arithmetic.in_place(getattr(_promoted_of(self), name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_promoted_of(self), name, value)


_promoted_slot = vars(promoted_attributes)["_promoted_attributes__owner"]
_promoted_of, _set_promoted = _promoted_slot.__get__, _promoted_slot.__set__


# Methods that arrays had before NumPy 2.


def array_method(value: Any, name: str) -> Any:
    """Return the method `value.name`, also one that arrays had before NumPy 2.

    Raises:
        AttributeError: the value is no array and has no such method.
    """
    if isinstance(value, np.ndarray | np.generic) and name in _ARRAY_METHODS:
        return functools.partial(_ARRAY_METHODS[name], value)
    if name in _OF_ELEMENTS and not hasattr(value, name) and hasattr(value, "iter"):
        return functools.partial(_OF_ELEMENTS[name], value)
    return getattr(value, _OF_STRINGS.get(name, name) if type(value) is array.array else name)


# What elements of XML had until Python 3.8.
_OF_ELEMENTS: dict[str, Callable[..., Any]] = {
    "getchildren": list,
    "getiterator": lambda element, tag=None: list(element.iter(tag)),
}
# What `array.array` had until Python 3.8.
_OF_STRINGS = {"fromstring": "frombytes", "tostring": "tobytes"}


def _tobytes(array: Any, *arguments: Any, **named: Any) -> Any:
    data = array.tobytes(*arguments, **named)
    return to_str(data) if called_by_python2() else data


def _itemset(array: Any, *arguments: Any) -> None:
    *index, number = arguments
    if len(index) == 1 and not isinstance(index[0], tuple):
        store(number, array.reshape(-1) if array.flags.c_contiguous else array.flat, index[0])
    else:
        store(number, array, tuple(index[0]) if len(index) == 1 else tuple(index))


def _newbyteorder(array: Any, *arguments: Any) -> Any:
    return array.view(array.dtype.newbyteorder(*arguments))


def _fill(array: Any, value: Any) -> None:
    try:
        array.fill(value)
    except OverflowError:
        # An integer that was too large wrapped around.
        array.fill(np.array(value).astype(array.dtype))


def _clip(array: Any, *arguments: Any, **named: Any) -> Any:
    array, limits = clip_operands(array, arguments[:2])
    named_limits = [name for name in named if name in {"min", "max"}]
    _, others = clip_operands(array, tuple(named[name] for name in named_limits))
    arguments, named = (*limits, *arguments[2:]), named | dict(zip(named_limits, others, strict=True))
    return array.clip(*arguments, **named)


def _ptp(array: Any, axis: Any = None, out: Any = None) -> Any:
    if not isinstance(array, np.matrix) or out is not None:
        return np.ptp(array, axis, out)
    # A matrix had a method of its own: a number, a row or a column.
    ranges = np.ptp(np.asarray(array), axis)
    return ranges if axis is None else np.asmatrix(ranges).reshape((-1, 1) if axis in {1, -1} else (1, -1))


_ARRAY_METHODS: dict[str, Callable[..., Any]] = {
    "clip": _clip,
    "fill": _fill,
    "itemset": _itemset,
    "newbyteorder": _newbyteorder,
    "ptp": _ptp,
    "tostring": _tobytes,
}
