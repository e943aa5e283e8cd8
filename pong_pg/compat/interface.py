"""What an agent sees of an environment and can do in it, found without importing a package for its spaces."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pong_pg.compat.ale import DirectEnv


class Interface(NamedTuple):
    """Form of the observations and number of actions.

    Attributes:
        shape: of an observation; None where observations are no arrays.
        dtype: of an observation; None where observations are no arrays.
        actions: how many there are, from 0; 0 where they can't be counted.
    """

    shape: tuple[int, ...] | None
    dtype: np.dtype[Any] | None
    actions: int


def interface_of(env: Any) -> Interface:
    """Return what an environment in the normal form gives and takes.

    One without an observation space is reset once, to see an observation.
    """
    if isinstance(env, DirectEnv):
        return Interface(env.observation_shape, np.dtype(np.uint8), len(env.get_action_meanings()))
    shown = getattr(env, "observation_space", None)
    shown = env.reset()[0] if shown is None else shown
    dtype = getattr(shown, "dtype", None)
    actions = getattr(env.action_space, "n", 0)
    return Interface(getattr(shown, "shape", None), None if dtype is None else np.dtype(dtype), int(actions))
