"""`gym.wrappers.frame_stack`: the last observations stacked, copied only when they are read."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from pong_pg.compat.steps import looks_like_pair
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper


class LazyFrames:
    """Observations that are stacked when they are converted to an array.

    Args:
        frames: the observations, oldest first, all of one shape.
        lz4_compress: ignored: Gym could compress the observations; here they are stored as they are.
    """

    def __init__(self, frames: Any, lz4_compress: bool = False) -> None:
        self.lz4_compress = lz4_compress
        self._frames = list(frames)
        self.frame_shape = tuple(self._frames[0].shape)
        self.shape = (len(self._frames), *self.frame_shape)
        self.dtype = self._frames[0].dtype

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = np.stack(self._frames)
        return array if dtype is None else array.astype(dtype)

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, (int, np.integer)):
            return self._frames[index]
        return np.asarray(self)[index]

    def __eq__(self, other: object) -> Any:
        return np.asarray(self) == np.asarray(other)

    __hash__ = None  # type: ignore[assignment]  # as arrays


class FrameStack(ObservationWrapper):
    """Stacks the last observations, as `LazyFrames`; at reset the stack is filled with the first observation.

    Args:
        env: the environment.
        num_stack: the number of observations.
        lz4_compress: see `LazyFrames`.
    """

    def __init__(self, env: Any, num_stack: int, lz4_compress: bool = False) -> None:
        super().__init__(env)
        self.num_stack = num_stack
        self.lz4_compress = lz4_compress
        self.frames: deque[Any] = deque(maxlen=num_stack)
        one = self.observation_space
        low, high = (np.repeat(bound[np.newaxis, ...], num_stack, axis=0) for bound in (one.low, one.high))
        self.observation_space = spaces.Box(low=low, high=high, dtype=one.dtype)

    def observation(self, observation: Any = None) -> LazyFrames:  # noqa: ARG002 - Gym's form
        """Return the stacked observations."""
        return LazyFrames(self.frames, self.lz4_compress)

    _get_observation = observation

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, *rest = self.env.step(action)
        self.frames.append(observation)
        return (self.observation(), *rest)

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        result = self.env.reset(**kwargs)
        pair = looks_like_pair(result)
        self.frames.extend([result[0] if pair else result] * self.num_stack)
        return (self.observation(), result[1]) if pair else self.observation()

    _step = step
    _reset = reset
