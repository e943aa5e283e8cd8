"""`gym.envs.toy_text`: environments defined by a table of transitions, and random maps for the frozen lake."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.utils import seeding


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
        self.P = P
        self.isd = isd
        self.lastaction: Any = None
        self.nS = nS
        self.nA = nA
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
        probability, state, reward, done = transitions[
            categorical_sample([transition[0] for transition in transitions], self.np_random)
        ]
        self.s, self.lastaction = int(state), action
        truncated = (False,) if settings.current().step_values == 5 else ()
        return (self.s, reward, done, *truncated, {"prob": probability})

    _seed = seed
    _reset = reset
    _step = step


def generate_random_map(size: int = 8, p: float = 0.8, **seed: Any) -> Any:
    """Return the rows of a map that has a path from the start to the goal.

    Args:
        size: the length of each side.
        p: the probability of a frozen tile.
        seed: `seed`, which Gym had from 0.26 on; without it the maps follow `np.random.seed`.
    """
    native: Any = require("gymnasium.envs.toy_text.frozen_lake", "a script that imports gym")
    if seed or settings.current().step_values == 5:
        return native.generate_random_map(size, p, **seed)
    frozen = min(1, p)
    while True:
        tiles = np.random.choice(["F", "H"], (size, size), p=[frozen, 1 - frozen])
        tiles[0][0], tiles[-1][-1] = "S", "G"
        if native.is_valid(tiles.tolist(), size):
            return ["".join(row) for row in tiles]


def with_a_map(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a frozen lake, with a random map if they name none."""
    named = arguments.get("desc") is not None or arguments.get("map_name", "4x4") is not None
    return arguments if named else {**arguments, "desc": generate_random_map()}
