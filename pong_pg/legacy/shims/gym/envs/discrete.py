"""`gym.envs.toy_text.discrete`: environments defined by a table of transitions."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import SeededEnv


def categorical_sample(prob_n: Any, np_random: Any) -> int:
    """Return an index, sampled with these probabilities."""
    return int((np.cumsum(np.asarray(prob_n)) > np_random.random()).argmax())


class DiscreteEnv(SeededEnv):
    """An environment with discrete states and actions.

    Args:
        nS: number of states.
        nA: number of actions.
        P: from state and action to a list of (probability, next state, reward, done).
        isd: the initial state distribution.
    """

    def __init__(self, nS: int, nA: int, P: Any, isd: Any) -> None:
        self.P = P
        self.isd = isd
        self.lastaction: Any = None
        self.nS = nS
        self.nA = nA
        self.action_space = spaces.Discrete(nA)
        self.observation_space = spaces.Discrete(nS)
        self.seed()
        self.s = categorical_sample(self.isd, self.np_random)

    def reset(self, *, seed: int | None = None, **_options: Any) -> Any:
        """Start an episode; returns the initial state, or a pair of it and the info, as the settings say."""
        super().reset(seed=seed)
        self.s = categorical_sample(self.isd, self.np_random)
        self.lastaction = None
        return (self.s, {"prob": 1}) if settings.current().reset_pair else self.s

    def step(self, a: Any) -> Any:
        """Run one step; returns four or five values, the observation being the state."""
        transitions = self.P[self.s][a]
        probability, state, reward, done = transitions[
            categorical_sample([transition[0] for transition in transitions], self.np_random)
        ]
        self.s, self.lastaction = int(state), a
        info = {"prob": probability}
        return (
            (self.s, reward, done, False, info) if settings.current().step_values == 5 else (self.s, reward, done, info)
        )
