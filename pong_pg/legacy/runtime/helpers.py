"""The functions that rewritten scripts call, through the builtin name `__pong_pg__`.

Each tries the plain operation first and looks closer only if that fails, so that it costs next to nothing in a loop.
The runner leaves the frames of this file out of tracebacks.
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.python2_helpers import *  # noqa: F403 - rewritten scripts find them here

slice = builtins.slice  # noqa: A001 - `a[1:2] = x` is rewritten to it, whatever the script calls its own names

_FLAGS = (bool, int, np.bool_, np.integer)


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
    return result, {}


def first(value: Any) -> Any:
    """Return `value[0]` of an episode's statistic, or the value itself where it is a number, as it is today."""
    return value if isinstance(value, float | int | np.number) else value[0]


# Classic division of Python 2.


def div(a: Any, b: Any) -> Any:
    """Return `a / b` as in Python 2: the quotient of integers is rounded down to an integer."""
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return _divide_other(a, b)


def _divide_other(a: Any, b: Any) -> Any:
    if _is_integer(a) and _is_integer(b):
        return a // b
    return a / b


def _is_integer(value: Any) -> bool:
    if isinstance(value, int | np.integer | np.bool_):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return isinstance(value, np.ndarray) and kind in "iub"


def idiv(a: Any, b: Any) -> Any:
    """Return what `a /= b` leaves in `a`; an array is changed in place."""
    if isinstance(a, np.ndarray):
        if _is_integer(a) and not _is_integer(b):
            # NumPy before 1.10 dropped the fractions.
            a[...] = (a / b).astype(a.dtype)
        elif _is_integer(a):
            a //= b
        else:
            a /= b
        return a
    if hasattr(type(a), "__itruediv__"):
        a /= b
        return a
    return div(a, b)


def idiv_item(container: Any, index: Any, value: Any) -> None:
    """Do `container[index] /= value`."""
    container[index] = idiv(container[index], value)


def idiv_attribute(owner: Any, name: str, value: Any) -> None:
    """Do `owner.name /= value`."""
    setattr(owner, name, idiv(getattr(owner, name), value))


# Arrays of one element as numbers.


def _one(value: Any) -> Any:
    """Return the number in an array of one element, and anything else as it is."""
    return value.item() if isinstance(value, np.ndarray) and value.size == 1 else value


def to_float(value: Any) -> Any:
    """Return `float(value)`."""
    try:
        return float(value)
    except TypeError:
        if _one(value) is value:
            raise
    return float(_one(value))


def to_int(value: Any) -> Any:
    """Return `int(value)`."""
    try:
        return int(value)
    except TypeError:
        if _one(value) is value:
            raise
    return int(_one(value))


def to_complex(value: Any) -> Any:
    """Return `complex(value)`."""
    try:
        return complex(value)
    except TypeError:
        if _one(value) is value:
            raise
    return complex(_one(value))


def of_numbers(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return `function(*arguments)`, a function of the module `math`."""
    try:
        return function(*arguments)
    except TypeError:
        numbers = [_one(argument) for argument in arguments]
        if all(number is argument for number, argument in zip(numbers, arguments, strict=True)):
            raise
    return function(*numbers)


def percent(text: str, values: Any) -> Any:
    """Return `text % values`."""
    try:
        return text % values
    except TypeError:
        parts = values if isinstance(values, tuple) else (values,)
        if not any(_one(part) is not part for part in parts):
            raise
    return text % tuple(_one(part) for part in parts)


def store(container: Any, index: Any, value: Any) -> None:
    """Do `container[index] = value`."""
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
    elif _one(value) is not value:
        container[index] = _one(value)
    else:
        return False
    return True


def _storing(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], None]:
    def operate_and_store(container: Any, index: Any, value: Any) -> None:
        result = operate(container[index], value)
        try:
            container[index] = result
        except (OverflowError, TypeError, ValueError) as error:
            if not _store_otherwise(container, index, result, error):
                raise

    return operate_and_store


add_item = _storing(operator.iadd)
sub_item = _storing(operator.isub)
mult_item = _storing(operator.imul)
div_item = _storing(operator.itruediv)
pow_item = _storing(operator.ipow)


# Methods that arrays had before NumPy 2.


def ptp(value: Any, *arguments: Any, **named: Any) -> Any:
    """Return `value.ptp(...)`: the maximum minus the minimum."""
    method = getattr(value, "ptp", None)
    return method(*arguments, **named) if method else np.ptp(value, *arguments, **named)


def tostring(value: Any, *arguments: Any, **named: Any) -> Any:
    """Return `value.tostring(...)`: the bytes of an array."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tobytes(*arguments, **named)
    return value.tostring(*arguments, **named)


def itemset(value: Any, *arguments: Any) -> None:
    """Do `value.itemset(index, number)`."""
    if not isinstance(value, np.ndarray):
        value.itemset(*arguments)
        return
    *index, number = arguments
    if len(index) == 1 and not isinstance(index[0], tuple):
        value.flat[index[0]] = number
    else:
        value[tuple(index[0]) if len(index) == 1 else tuple(index)] = number


def newbyteorder(value: Any, *arguments: Any) -> Any:
    """Return `value.newbyteorder(...)`: a view with another byte order."""
    if isinstance(value, np.ndarray):
        return value.view(value.dtype.newbyteorder(*arguments))
    return value.newbyteorder(*arguments)
