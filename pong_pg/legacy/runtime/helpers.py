"""The functions that rewritten scripts call, through the builtin name `__pong_pg__`.

Each tries the plain operation first and looks closer only if that fails, so that it costs next to nothing in a loop.
The runner leaves the frames of this file out of tracebacks.
"""

from __future__ import annotations

import builtins
import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.python2_names import *  # noqa: F403 - rewritten scripts find them here
from pong_pg.legacy.runtime.python2_printing import *  # noqa: F403 - and these
from pong_pg.legacy.runtime.python2_printing import one

slice = builtins.slice  # noqa: A001 - an index `1:2` is passed as it, whatever the script calls its own names

_FLAGS = (bool, int, np.bool_, np.integer)


# What environments return.


def as_step(result: Any, count: int) -> Any:
    """Return what `step` returned as a tuple of as many values as the script unpacks.

    Args:
        result: what any method called `step` returned; it is returned as it is unless it has the form of an
            environment's.
        count: 4 or 5.
    """
    if not isinstance(result, tuple) or len(result) == count:
        return result
    if count == 4 and len(result) == 5:
        observation, reward, terminated, truncated, info = result
        if isinstance(terminated, _FLAGS) and isinstance(truncated, _FLAGS) and isinstance(info, dict):
            return observation, reward, *steps.join_done(bool(terminated), bool(truncated), info)
    elif count == 5 and len(result) == 4:
        observation, reward, done, info = result
        if isinstance(done, _FLAGS) and isinstance(info, dict):
            return observation, reward, *steps.split_done(bool(done), info), info
    return result


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


# Classic division of Python 2.


def div(a: Any, b: Any) -> Any:
    """Return `a / b` as in Python 2: the quotient of integers is rounded down to an integer."""
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    if _is_integer(a) and _is_integer(b):
        return a // b
    method = getattr(type(a), "__div__", None)
    return a / b if method is None else method(a, b)


def _is_integer(value: Any) -> bool:
    if isinstance(value, int | np.integer | np.bool_):
        return not isinstance(value, np.timedelta64)
    return isinstance(value, np.ndarray) and value.dtype.kind in "iub"


def idiv(a: Any, b: Any) -> Any:
    """Return what `a /= b` leaves in `a`; an array is changed in place."""
    if type(a) is int or type(a) is float:
        return div(a, b)
    if isinstance(a, np.ndarray):
        if _is_integer(a) and _is_integer(b):
            a //= b
        else:
            a /= b
        return a
    method = getattr(type(a), "__idiv__", None)
    return div(a, b) if method is None else method(a, b)


# Sums and arrays of one element as numbers.


def plain_sum(values: Iterable[Any], start: Any = 0) -> Any:
    """Return `sum(values, start)` as up to Python 3.11: one addition after the other, with the rounding of each."""
    return functools.reduce(operator.add, values, start)


def to_float(value: Any) -> Any:
    """Return `float(value)`."""
    return _as_number(float, value)


def to_int(value: Any) -> Any:
    """Return `int(value)`."""
    return _as_number(int, value)


def _as_number(kind: Callable[[Any], Any], value: Any) -> Any:
    try:
        return kind(value)
    except TypeError:
        if one(value) is value:
            raise
    return kind(one(value))


def as_flag(value: Any) -> Any:
    """Return an index of a list or tuple: one of NumPy's booleans as a number."""
    return int(value) if isinstance(value, np.bool_) else value


def as_flag_of(value: Any, container: Any) -> Any:
    """Return an index of what may be a list: one of NumPy's booleans as a number, if it is."""
    return int(value) if isinstance(value, np.bool_) and isinstance(container, list | tuple) else value


def store_number(container: Any, index: Any, value: Any) -> bool:
    """Do `container[index] = value` where the value is an array of one element, or a list of such; return if it is."""
    if not isinstance(container, np.ndarray):
        return False
    if one(value) is not value:
        container[index] = one(value)
    elif isinstance(value, list | tuple) and any(one(part) is not part for part in value):
        container[index] = [one(part) for part in value]
    else:
        return False
    return True


def tostring(value: Any) -> Callable[..., Any]:
    """Return the method `value.tostring`, also that which arrays had before NumPy 2.3.

    Raises:
        AttributeError: the value is no array and has no such method.
    """
    method: Callable[..., Any] = value.tobytes if isinstance(value, np.ndarray | np.generic) else value.tostring
    return method
