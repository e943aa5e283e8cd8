"""Environments as people write them themselves: a counter that ends after some steps, in each of the old forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

LENGTH = 5
WIDTH = 3


class Discrete:
    """As much of an action space as an environment must have."""

    n = 2


class Box:
    """An observation space without any package."""

    shape = (WIDTH,)
    dtype = np.dtype(np.float32)
    low = np.zeros(WIDTH, np.float32)


class Counter:
    """The game itself: the observation is a random start plus the number of steps, the reward the action."""

    action_space = Discrete()
    observation_space = Box()

    def __init__(self, length: int = LENGTH, *, truncates: bool = False) -> None:
        self._length, self._truncates = length, truncates
        self._rng = np.random.default_rng()
        self.closed = 0

    def _begin(self) -> npt.NDArray[np.float32]:
        self._count = 0
        self._start = self._rng.random(WIDTH, np.float32)
        return self._observation()

    def _observation(self) -> npt.NDArray[np.float32]:
        return np.add(self._start, self._count, dtype=np.float32)

    def _advance(self, action: Any) -> tuple[npt.NDArray[np.float32], float, bool]:
        self._count += 1
        return self._observation(), float(action), self._count >= self._length

    def close(self) -> None:
        self.closed += 1


class FourValues(Counter):
    """As for gym up to 0.21."""

    def seed(self, seed: int | None = None) -> list[int | None]:
        self._rng = np.random.default_rng(seed)
        return [seed]

    def reset(self) -> Any:
        return self._begin()

    def step(self, action: Any) -> Any:
        observation, reward, done = self._advance(action)
        info = {"count": self._count}
        if done and self._truncates:
            info["TimeLimit.truncated"] = True
        return observation, reward, done, info

    def render(self, mode: str = "human") -> Any:
        return np.full((4, 5, 3), self._count, np.uint8) if mode == "rgb_array" else None


class ReturnInfo(FourValues):
    """As for gym 0.22 to 0.25: `reset` takes a seed, and gives the info when asked; four values."""

    def reset(self, *, seed: int | None = None, return_info: bool = False, options: Any = None) -> Any:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        observation = self._begin()
        return (observation, {"options": options}) if return_info else observation


class FiveValues(Counter):
    """As for gym 0.26 and Gymnasium."""

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        return self._begin(), {"options": options}

    def step(self, action: Any) -> Any:
        observation, reward, over = self._advance(action)
        return observation, reward, over and not self._truncates, over and self._truncates, {"count": self._count}


class FiveValuesBareReset(FiveValues):
    """Seen in the wild on gym 0.25: five values, but `reset` gives the observation alone."""

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return super().reset(seed=seed, options=options)[0]


class FourValuesPairReset(FourValues):
    """The opposite: four values, but `reset` gives a pair."""

    def reset(self) -> Any:
        return self._begin(), {"pair": True}


class AnyKeywords(FiveValues):
    """`reset` hides what it takes."""

    def reset(self, **keywords: Any) -> Any:
        return super().reset(**keywords)


class Least:
    """A user's own class with no more than `reset`, `step` and `action_space`."""

    action_space = Discrete()

    def reset(self) -> Any:
        self._count = 0
        return np.zeros(WIDTH, np.float32)

    def step(self, action: Any) -> Any:
        self._count += 1
        return np.full(WIDTH, self._count, np.float32), 1, self._count >= LENGTH, {}


class Passing:
    """A wrapper of nobody's package that forwards every public name that it does not have."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)


class OldStyleWrapper(Passing):
    """A wrapper in the old style, whose `reset` takes nothing."""

    def reset(self) -> Any:
        return self.env.reset()

    def step(self, action: Any) -> Any:
        return self.env.step(action)
