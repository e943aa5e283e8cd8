"""`gym.spaces.utils`: points of a space as flat arrays, as gym 0.19 laid them out, or with five step values Gymnasium.

Today a value of a MultiDiscrete space is flattened to one-hot vectors; then it was the array itself.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.compat.spaces import converted
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.spaces import classes

_todays: Any = require("gymnasium.spaces", "a script that imports gym")

_AS_ARRAYS = (_todays.Box, _todays.MultiBinary, _todays.MultiDiscrete)


def _is_todays(space: Any) -> bool:
    """Return whether Gymnasium's functions apply: with five step values, and to spaces that gym 0.19 did not have."""
    known = isinstance(space, (*_AS_ARRAYS, _todays.Discrete, _todays.Tuple, _todays.Dict))
    return settings.current().step_values == 5 or not known


def _parts(space: Any) -> list[Any]:
    return list(space.spaces.values() if isinstance(space, _todays.Dict) else space.spaces)


def flatdim(space: Any) -> int:
    """Return the length of a flattened point of a space."""
    if _is_todays(space):
        return int(_todays.flatdim(space))
    if isinstance(space, _AS_ARRAYS):
        return int(np.prod(space.shape))
    return int(space.n) if isinstance(space, _todays.Discrete) else sum(map(flatdim, _parts(space)))


def flatten(space: Any, x: Any) -> Any:
    """Return a point of a space as a flat array; of a Discrete space it is one-hot."""
    if _is_todays(space):
        return _todays.flatten(space, x)
    if isinstance(space, _AS_ARRAYS):
        return np.asarray(x, dtype=space.dtype).flatten()
    if isinstance(space, _todays.Discrete):
        one_hot = np.zeros(space.n, dtype=space.dtype)
        one_hot[x] = 1
        return one_hot
    values = [x[name] for name in space.spaces] if isinstance(space, _todays.Dict) else x
    return np.concatenate([flatten(part, value) for part, value in zip(_parts(space), values, strict=False)])


def unflatten(space: Any, x: Any) -> Any:
    """Return the point of a space that `flatten` made a flat array of."""
    if _is_todays(space):
        return _todays.unflatten(space, x)
    if isinstance(space, _AS_ARRAYS):
        return np.asarray(x, dtype=space.dtype).reshape(space.shape)
    if isinstance(space, _todays.Discrete):
        return int(np.nonzero(x)[0][0])
    parts = _parts(space)
    pieces = np.split(x, np.cumsum([flatdim(part) for part in parts])[:-1])
    values = tuple(unflatten(part, piece) for part, piece in zip(parts, pieces, strict=True))
    return OrderedDict(zip(space.spaces, values, strict=True)) if isinstance(space, _todays.Dict) else values


def flatten_space(space: Any) -> Any:
    """Return the Box space of flattened points."""
    if _is_todays(space):
        return converted(_todays.flatten_space(space), classes)
    if isinstance(space, _todays.Box):
        return classes.Box(space.low.flatten(), space.high.flatten(), dtype=space.dtype)
    if isinstance(space, _todays.MultiDiscrete):
        return classes.Box(np.zeros_like(space.nvec), space.nvec, dtype=space.dtype)
    if isinstance(space, (_todays.Discrete, _todays.MultiBinary)):
        return classes.Box(0, 1, shape=(flatdim(space),), dtype=space.dtype)
    boxes = [flatten_space(part) for part in _parts(space)]
    low, high = (np.concatenate([getattr(box, name) for box in boxes]) for name in ("low", "high"))
    return classes.Box(low, high, dtype=np.result_type(*[box.dtype for box in boxes]))
