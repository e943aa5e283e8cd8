"""The form of every environment in this package, and how to find an environment's observations and actions."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from pong_pg.compat.ale import DirectEnv


class Env(Protocol):
    """An environment with Gymnasium's API, the *normal form* of this package: what `make` and `adapt` return.

    Other attributes are forwarded to the wrapped environment, as by Gymnasium's wrappers.
    """

    @property
    def observation_space(self) -> Any:
        """The space of observations, of the installed package."""

    @property
    def action_space(self) -> Any:
        """The space of actions, of the installed package."""

    @property
    def spec(self) -> Any:
        """The specification under which the environment was registered; None if it was not registered."""

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode and return (observation, info)."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a step and return (observation, reward, terminated, truncated, info)."""

    def render(self) -> Any:
        """Return the current frame as a (height, width, 3) uint8 array."""

    def close(self) -> None:
        """Release the environment's resources."""


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
