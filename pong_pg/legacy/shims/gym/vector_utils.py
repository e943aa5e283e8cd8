"""`gym.vector.utils`: Gymnasium's functions, which also take their arguments in the order of gym up to 0.21.

Then the space came last, or after the memory; called with the space first, they are as in gym 0.26. Values of Dict
spaces are OrderedDicts, as they were.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.shims.gym import error, spaces

_todays: Any = require("gymnasium.vector.utils", "a script that imports gym")
_gymnasium: Any = require("gymnasium", "a script that imports gym")

__all__ = [
    "CloudpickleWrapper",
    "_BaseGymSpaces",
    "batch_space",
    "clear_mpi_env_vars",
    "concatenate",
    "create_empty_array",
    "create_shared_memory",
    "read_from_shared_memory",
    "write_to_shared_memory",
]

_BaseGymSpaces = (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)
CloudpickleWrapper = _todays.CloudpickleWrapper
clear_mpi_env_vars = _todays.clear_mpi_env_vars


def ordered(value: Any) -> Any:
    """Return nested dictionaries as OrderedDicts."""
    if isinstance(value, dict):
        return OrderedDict((name, ordered(part)) for name, part in value.items())
    return tuple(map(ordered, value)) if isinstance(value, tuple) else value


def _is_space(value: Any) -> bool:
    return isinstance(value, _gymnasium.Space)


def batch_space(space: Any, n: int = 1) -> Any:
    """Return the space of the batches of `n` values.

    Raises:
        ValueError: it is no space.
    """
    if not _is_space(space):
        raise ValueError(
            f"Cannot batch space with type `{type(space)}`. The space must be a valid `gym.Space` instance."
        )
    if isinstance(space, spaces.Tuple):
        return spaces.Tuple([batch_space(part, n) for part in space.spaces])
    if isinstance(space, spaces.Dict):
        return spaces.Dict(OrderedDict((name, batch_space(part, n)) for name, part in space.spaces.items()))
    if isinstance(space, spaces.Discrete):
        shifted = {"start": np.full(n, space.start)} if space.start else {}
        return spaces.MultiDiscrete(np.full(n, space.n), **shifted)
    if isinstance(space, spaces.MultiBinary):
        return spaces.Box(0, 1, (n, *space.shape), space.dtype)
    if isinstance(space, spaces.MultiDiscrete):
        start = getattr(space, "start", 0)
        low, high = np.zeros_like(space.nvec) + start, space.nvec - 1 + start
    elif isinstance(space, spaces.Box):
        low, high = space.low, space.high
    else:
        return spaces.Tuple((space,) * n)
    return spaces.Box(np.stack([low] * n), np.stack([high] * n), dtype=space.dtype)


def concatenate(items: Any, out: Any, space: Any) -> Any:
    """Write values into a batch that `create_empty_array` made; return the batch."""
    arguments = (items, out, space) if _is_space(items) else (space, items, out)
    return ordered(_todays.concatenate(*arguments))


def create_empty_array(space: Any, n: int | None = 1, fn: Callable[..., Any] = np.zeros) -> Any:
    """Return a batch of `n` values, or one value for None; its arrays are made by `fn`.

    Raises:
        ValueError: `space` is no space.
    """
    if isinstance(space, spaces.Tuple):
        return tuple(create_empty_array(part, n, fn) for part in space.spaces)
    if isinstance(space, spaces.Dict):
        return OrderedDict((name, create_empty_array(part, n, fn)) for name, part in space.spaces.items())
    if isinstance(space, _BaseGymSpaces):
        return fn(space.shape if n is None else (n, *space.shape), dtype=space.dtype)
    if not _is_space(space):
        raise ValueError(
            f"Space of type `{type(space)}` is not a valid `gym.Space` instance, so no array can be made for it."
        )
    return None


def create_shared_memory(space: Any, n: int = 1, **kwargs: Any) -> Any:
    """Return memory for `n` values of a space that processes share; `ctx` is the multiprocessing context.

    Raises:
        CustomSpaceError: the space, or a part of it, is of a class of its own.
    """
    try:
        return ordered(_todays.create_shared_memory(space, n, **kwargs))
    except _gymnasium.error.CustomSpaceError as problem:
        raise error.CustomSpaceError(str(problem)) from problem


def read_from_shared_memory(shared_memory: Any, space: Any, n: int = 1) -> Any:
    """Return the batch of `n` values in shared memory; its arrays are that memory."""
    arguments = (shared_memory, space) if _is_space(shared_memory) else (space, shared_memory)
    return ordered(_todays.read_from_shared_memory(*arguments, n))


def write_to_shared_memory(index: Any, value: Any, shared_memory: Any, space: Any) -> None:
    """Write one value of the batch in shared memory."""
    given = (index, value, shared_memory, space)
    _todays.write_to_shared_memory(*(given if _is_space(index) else (space, index, value, shared_memory)))
