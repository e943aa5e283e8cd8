"""A toy game in Pong's observation format: a ball falls, and a paddle must be under it."""

from __future__ import annotations

import math
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

BALLS = 10
FALL = 8
_REACH = 10
_MOVE = 5


class Discrete:
    """As much of an action space as an environment must have."""

    n = 4

    def seed(self, seed: int | None = None) -> None:
        pass


class FramesBox:
    shape = (210, 160, 3)
    dtype = np.dtype(np.uint8)


class FallingBall:
    """Ten balls a game, each +1 if it is caught and -1 if not; action 2 moves right, every other left.

    The court is the 80x80 grid that the policy sees. A ball appears somewhere along the top and takes eight
    steps to the bottom, in which the paddle can go at most half the width of the court.
    """

    action_space = Discrete()
    observation_space = FramesBox()
    spec = None

    def __init__(self, end: str = "terminated") -> None:
        self._end = end
        self._rng = np.random.default_rng()
        self._left = 0
        self._paddle = 0
        self._fallen = 0
        self._column = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._left = BALLS
        self._new_ball()
        return self._frame(), {}

    def step(self, action: int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        self._paddle = int(np.clip(self._paddle + (_MOVE if action == 2 else -_MOVE), 2, 77))
        self._fallen += 1
        reward = 0.0
        if self._fallen == FALL:
            reward = 1.0 if abs(self._paddle - self._column) <= _REACH else -1.0
            self._left -= 1
            self._new_ball()
        over = self._left == 0
        return (
            self._frame(),
            reward,
            over and self._end == "terminated",
            over and self._end == "truncated",
            {},
        )

    @property
    def unwrapped(self) -> FallingBall:
        return self

    def render(self) -> npt.NDArray[np.uint8]:
        return self._frame()

    def close(self) -> None:
        pass

    def _new_ball(self) -> None:
        self._paddle = 40
        self._fallen = 0
        self._column = int(self._rng.integers(5, 75))

    def _frame(self) -> npt.NDArray[np.uint8]:
        frame = np.full((210, 160, 3), 144, np.uint8)
        court = frame[35:195:2, ::2]
        row = self._fallen * 9
        court[row : row + 4, self._column - 2 : self._column + 2] = 236
        court[76:, self._paddle - 2 : self._paddle + 2] = 92
        return frame


class Doomed(FallingBall):
    """Takes its process with it."""

    def step(self, action: int) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Mortal(FallingBall):
    """Takes its process with it in the 70th step, once."""

    def __init__(self, grave: Path) -> None:
        super().__init__()
        self._grave = grave
        self._steps = 0

    def step(self, action: int) -> Any:
        self._steps += 1
        if self._steps == 70 and not self._grave.exists():
            self._grave.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().step(action)


class Unsound(FallingBall):
    """Returns a reward that is not finite in the 21st step of a game in eight: that of a seed divisible by 8."""

    reward = math.nan
    _steps = 0
    _sound = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        self._steps, self._sound = 0, seed is None or seed % 8 != 0
        return super().reset(seed=seed, options=options)

    def step(self, action: int) -> Any:
        frame, reward, terminated, truncated, info = super().step(action)
        self._steps += 1
        return frame, reward if self._sound or self._steps != 21 else self.reward, terminated, truncated, info
