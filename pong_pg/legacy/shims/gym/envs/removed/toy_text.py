"""Games of `gym.envs.toy_text` that Gymnasium left out: a chain of states, a roulette wheel, and numbers to guess."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import core, spaces

__all__ = ["GuessingGame", "HotterColder", "NChainEnv", "RouletteEnv"]


class NChainEnv(core.SeededEnv):
    """A chain of states: action 0 goes on along it, action 1 back to its beginning, and either may slip.

    From Strens, "A Bayesian Framework for Reinforcement Learning" (2000), section 6.1.

    Args:
        n: the number of states.
        slip: the probability that the other action is taken.
        small: the reward of going back.
        large: the reward of action 0 at the end of the chain.
    """

    def __init__(self, n: int = 5, slip: float = 0.2, small: float = 2, large: float = 10) -> None:
        self.n, self.slip, self.small, self.large = n, slip, small, large
        self.state = 0
        self.action_space = spaces.Discrete(2)
        self.observation_space = spaces.Discrete(n)
        self.seed()

    def step(self, action: Any) -> Any:
        """Run one step."""
        assert self.action_space.contains(action)
        slips = self.np_random.rand() < self.slip
        reward: float = 0
        if bool(action) != slips:
            self.state, reward = 0, self.small
        elif self.state < self.n - 1:
            self.state += 1
        else:
            reward = self.large
        return self.state, reward, False, {}

    def reset(self, **_options: Any) -> Any:
        """Start at the beginning of the chain."""
        self.state = 0
        return self.state


class RouletteEnv(core.SeededEnv):
    """A roulette wheel: bets on 0, on odd or on even numbers; the last action walks away.

    Args:
        spots: the number of spots, 0 included.
    """

    def __init__(self, spots: int = 37) -> None:
        self.n = spots + 1
        self.action_space = spaces.Discrete(self.n)
        self.observation_space = spaces.Discrete(1)
        self.seed()

    def step(self, action: Any) -> Any:
        """Spin the wheel."""
        assert self.action_space.contains(action)
        if action == self.n - 1:
            return 0, 0, True, {}
        spot = self.np_random.randint(0, self.n - 1)
        if spot == action == 0:
            return 0, self.n - 2.0, False, {}
        return 0, 1.0 if spot and action and spot % 2 == action % 2 else -1.0, False, {}

    def reset(self, **_options: Any) -> Any:
        """Return the only observation."""
        return 0


class _Guessing(core.SeededEnv):
    """A number between -1,000 and 1,000 is to be guessed; 1, 2 and 3 say that the guess is below it, equal or above."""

    bounds = 0

    def __init__(self) -> None:
        self.range = 1000
        limit = np.array([self.bounds])
        bounds = (-limit, limit) if settings.current().is_gym_094 else (np.float32(-limit), np.float32(limit))
        self.action_space = spaces.Box(*bounds)
        self.observation_space = spaces.Discrete(4)
        self.number: Any = 0
        self.guess_count = 0
        self.guess_max = 200
        self.observation = 0
        self.seed()
        self.reset()

    def step(self, action: Any) -> Any:
        """Guess the number."""
        if isinstance(action, (int, float)):
            action = np.array([action])
        elif isinstance(action, list):
            action = np.array(action)
        assert self.action_space.contains(action)
        if action < self.number:
            self.observation = 1
        elif action == self.number:
            self.observation = 2
        elif action > self.number:
            self.observation = 3
        reward, done = self._reward(action)
        self.guess_count += 1
        done = done or self.guess_count >= self.guess_max
        return self.observation, reward, done, {"number": self.number, "guesses": self.guess_count}

    def _reward(self, action: Any) -> tuple[Any, bool]:
        raise NotImplementedError

    def reset(self, **_options: Any) -> Any:
        """Draw another number."""
        self.number = self.np_random.uniform(-self.range, self.range)
        self.guess_count = 0
        self.observation = 0
        return self.observation


class GuessingGame(_Guessing):
    """A number is to be guessed to within 1 % of its range, which ends the episode with a reward of 1."""

    bounds = 10000

    def _reward(self, action: Any) -> tuple[Any, bool]:
        near = self.range * 0.01
        if (self.number - near) < action < (self.number + near):
            return 1, True
        return 0, False


class HotterColder(_Guessing):
    """A number is to be guessed; the nearer the guess, the larger is the reward, up to 1."""

    bounds = 2000

    def _reward(self, action: Any) -> tuple[Any, bool]:
        low, high = min(action, self.number), max(action, self.number)
        return (((low + self.bounds) / (high + self.bounds)) ** 2)[0], False
