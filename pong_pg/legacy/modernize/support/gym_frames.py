"""The frames of `gym.wrappers.FrameStack`."""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium as gym
import numpy as np


class LazyFrames:
    """The last observations, which become one array when they are used, as `gym.wrappers.frame_stack.LazyFrames`."""

    def __init__(self, frames: Any) -> None:
        self._frames = frames
        self.frame_shape = tuple(frames[0].shape)
        self.shape = (len(frames), *self.frame_shape)
        self.dtype = frames[0].dtype

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Return the array."""
        frames = self[:]
        return frames if dtype is None else frames.astype(dtype)

    def __len__(self) -> int:
        """Return the number of observations."""
        return len(self._frames)

    def __getitem__(self, key: Any) -> Any:
        """Return an observation, or an array of several."""
        return self._frames[key] if isinstance(key, int) else np.stack(self._frames[key])

    def __eq__(self, other: Any) -> Any:
        """Compare the array."""
        return self[:] == other

    __hash__ = None  # type: ignore[assignment]


class FrameStack(gym.Wrapper):
    """Gives the last observations as they are, without a change of their dtype, as `gym.wrappers.FrameStack`."""

    def __init__(self, env: Any, num_stack: int, lz4_compress: bool = False) -> None:
        super().__init__(env)
        self.num_stack = num_stack
        self.frames: Any = deque(maxlen=num_stack)
        space = env.observation_space
        low, high = (np.repeat(bound[np.newaxis, ...], num_stack, axis=0) for bound in (space.low, space.high))
        self.observation_space = gym.spaces.Box(low, high, dtype=space.dtype)

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, *rest = self.env.step(action)
        self.frames.append(observation)
        return (LazyFrames(list(self.frames)), *rest)

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode, with its first observation in all places."""
        observation, info = self.env.reset(**kwargs)
        self.frames.extend([observation] * self.num_stack)
        return LazyFrames(list(self.frames)), info
