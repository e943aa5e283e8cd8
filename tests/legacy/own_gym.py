"""Environments and wrappers as scripts of different years write them; imported only where Gymnasium is installed."""

# What scripts override, they override with other signatures.
# mypy: disable-error-code="override"

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.shims import gym
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.utils import seeding


class Old(gym.Env):
    """As before gym 0.9.6."""

    metadata = {"render.modes": ["human", "rgb_array"]}  # noqa: RUF012 - Gym's form

    def __init__(self) -> None:
        self.action_space = spaces.Discrete(3)
        self.observation_space = spaces.Box(np.zeros(2), np.ones(2))
        self.closed = False
        self._seed()

    def _seed(self, seed: Any = None) -> list[int]:
        self.np_random, seed = seeding.np_random(seed)
        return [seed]

    def _reset(self) -> Any:
        self.n = 0
        return self.np_random.uniform(size=2)

    def _step(self, action: int) -> Any:
        self.n += 1
        return self.np_random.uniform(size=2), float(action), self.n >= 100, {}

    def _render(self, mode: str = "human", close: bool = False) -> Any:
        return None if close else np.full((33, 51, 3), self.n, np.uint8) if mode == "rgb_array" else mode

    def _close(self) -> None:
        self.closed = True


class Counter(gym.Env):
    """As in gym 0.26: counts to ten, and gives five values."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gym's form
    action_space = spaces.Discrete(2)
    observation_space = spaces.Discrete(11)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.n = 0
        return self.n, {"begun": True}

    def step(self, action: int) -> Any:
        self.n += 1
        return self.n, 1.0, self.n == 10, False, {}

    def render(self, mode: str = "ansi") -> str:
        return f"{self.n}\n"


class OldDouble(gym.RewardWrapper):
    """As before gym 0.9.6."""

    def _reward(self, reward: Any) -> Any:
        return reward * 2


class OldSkip(gym.Wrapper):
    """As before gym 0.9.6, calling its base class by the old names."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.calls: list[str] = []

    def _step(self, action: Any) -> Any:
        self.calls.append("step")
        super()._step(action)
        return super(OldSkip, self)._step(action)  # noqa: UP008 - as it was written

    def _reset(self) -> Any:
        self.calls.append("reset")
        return super()._reset()


class Negative(gym.ObservationWrapper):
    def observation(self, observation: Any) -> Any:
        return -np.asarray(observation)
