"""Points of spaces as flat arrays, as Gym 0.12 to 0.21 laid them out: those of MultiDiscrete are no one-hot vectors."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import gymnasium as gym
import numpy as np


def flatdim(space: Any) -> int:
    """Return the length of a flattened point of a space."""
    if isinstance(space, gym.spaces.Tuple | gym.spaces.Dict):
        return sum(map(flatdim, parts_of(space)))
    return int(np.prod(space.shape)) if space.shape else int(getattr(space, "n", 1))


def flatten(space: Any, x: Any) -> Any:
    """Return a point of a space as a flat array; of a Discrete space it is one-hot."""
    if isinstance(space, gym.spaces.Tuple | gym.spaces.Dict):
        values = [x[name] for name in space.spaces] if isinstance(space, gym.spaces.Dict) else x
        return np.concatenate([flatten(part, value) for part, value in zip(parts_of(space), values, strict=True)])
    if isinstance(space, gym.spaces.Discrete):
        one_hot = np.zeros(space.n, space.dtype)
        one_hot[x] = 1
        return one_hot
    return np.asarray(x, space.dtype).flatten()


def unflatten(space: Any, x: Any) -> Any:
    """Return the point of a space that `flatten` made a flat array of."""
    if isinstance(space, gym.spaces.Tuple | gym.spaces.Dict):
        parts = parts_of(space)
        pieces = np.split(x, np.cumsum([flatdim(part) for part in parts])[:-1])
        values = tuple(unflatten(part, piece) for part, piece in zip(parts, pieces, strict=True))
        return OrderedDict(zip(space.spaces, values, strict=True)) if isinstance(space, gym.spaces.Dict) else values
    if isinstance(space, gym.spaces.Discrete):
        return int(np.nonzero(x)[0][0])
    return np.asarray(x, space.dtype).reshape(space.shape)


def flatten_space(space: Any) -> Any:
    """Return the Box space of flattened points."""
    if isinstance(space, gym.spaces.Tuple | gym.spaces.Dict):
        boxes = [flatten_space(part) for part in parts_of(space)]
        low, high = (np.concatenate([getattr(box, name) for box in boxes]) for name in ("low", "high"))
        return gym.spaces.Box(low, high, dtype=np.result_type(*[box.dtype for box in boxes]))
    if isinstance(space, gym.spaces.Box):
        return gym.spaces.Box(space.low.flatten(), space.high.flatten(), dtype=space.dtype)
    if isinstance(space, gym.spaces.MultiDiscrete):
        return gym.spaces.Box(np.zeros_like(space.nvec), space.nvec, dtype=space.dtype)
    return gym.spaces.Box(0, 1, (flatdim(space),), space.dtype)


def parts_of(space: Any) -> Any:
    """Return the spaces that a Tuple or a Dict space consists of."""
    return list(space.spaces.values() if isinstance(space, gym.spaces.Dict) else space.spaces)
