"""The observations and actions of an environment, found without importing a package for its spaces."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pong_pg.compat.ale import DirectEnv


class Interface(NamedTuple):
    """Shape and dtype of the observations and the number of actions.

    Attributes:
        shape: shape of an observation; None where observations are not arrays.
        dtype: dtype of an observation; None where observations are not arrays.
        actions: number of discrete actions; 0 where the action space is not discrete.
    """

    shape: tuple[int, ...] | None
    dtype: np.dtype[Any] | None
    actions: int


def interface_of(env: Any) -> Interface:
    """Return the observations and actions of an environment with Gymnasium's API.

    An environment without an observation space is reset once, to get an observation.
    """
    if isinstance(env, DirectEnv):
        return Interface(env.observation_shape, np.dtype(np.uint8), len(env.get_action_meanings()))
    space = getattr(env, "observation_space", None)
    source = env.reset()[0] if space is None else space
    dtype = getattr(source, "dtype", None)
    actions = getattr(env.action_space, "n", 0)
    return Interface(getattr(source, "shape", None), None if dtype is None else np.dtype(dtype), int(actions))
