"""`gym.envs.toy_text`: environments defined by a table of transitions."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.utils import seeding


class Text(str):
    """The text that `render(mode="ansi")` returns: a string, and a file in memory as in gym up to 0.9."""

    __slots__ = ()

    def getvalue(self) -> str:
        """Return the text as a plain string."""
        return str.__str__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (self.getvalue(),)


# Later versions gave a plain string, and scripts print its type.
Text.__name__ = "str"


def categorical_sample(prob_n: Any, np_random: Any) -> int:
    """Return an index, sampled with these probabilities."""
    return int((np.cumsum(np.asarray(prob_n)) > np_random.random()).argmax())


class DiscreteEnv(Env):
    """An environment with discrete states and actions, as in `gym.envs.toy_text.discrete`.

    Args:
        nS: number of states.
        nA: number of actions.
        P: from state and action to a list of (probability, next state, reward, done).
        isd: the initial state distribution.
    """

    def __init__(self, nS: int, nA: int, P: Any, isd: Any) -> None:
        self.P, self.isd, self.nS, self.nA = P, isd, nS, nA
        self.lastaction: Any = None
        self.action_space = spaces.Discrete(nA)
        self.observation_space = spaces.Discrete(nS)
        self.seed()
        self.s = categorical_sample(self.isd, self.np_random)

    def seed(self, seed: int | None = None) -> list[int]:
        """Seed `np_random`; returns the seed in a list."""
        self.np_random, number = seeding.np_random(seed)
        return [number]

    def reset(self, *, seed: int | None = None, **_options: Any) -> Any:
        """Start an episode; returns the initial state, or a pair of it and the info, as the settings say."""
        super().reset(seed=seed)
        self.s = categorical_sample(self.isd, self.np_random)
        self.lastaction = None
        return (self.s, {"prob": 1}) if settings.current().reset_pair else self.s

    def step(self, action: Any) -> Any:
        """Run one step; returns four or five values, the observation being the state."""
        transitions = self.P[self.s][action]
        chances = [transition[0] for transition in transitions]
        probability, state, reward, done = transitions[categorical_sample(chances, self.np_random)]
        self.s, self.lastaction = int(state), action
        truncated = (False,) if settings.current().step_values == 5 else ()
        return (self.s, reward, done, *truncated, {"prob": probability})

    _seed = seed
    _reset = reset
    _step = step
