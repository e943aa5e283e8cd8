"""Classes and functions of Gym that Gymnasium has no longer."""

from __future__ import annotations

import contextlib
import glob
import json
import os
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.envs.toy_text import frozen_lake

from pong_pg.legacy.modernize.support.gym_seeding import np_random


class GoalEnv(gym.Env):
    """An environment whose observations have the desired and the achieved goal, as `gym.GoalEnv`."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Check the observation space."""
        super().reset(seed=seed, options=options)
        if not isinstance(self.observation_space, gym.spaces.Dict):
            raise gym.error.Error("GoalEnv requires an observation space of type gym.spaces.Dict")
        for key in ("observation", "achieved_goal", "desired_goal"):
            if key not in self.observation_space.spaces:
                raise gym.error.Error(f'GoalEnv requires the "{key}" key to be part of the observation dictionary.')
        return None, {}

    def compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return the reward for an achieved goal; to be overridden."""
        raise NotImplementedError


def SkipWrapper(repeat_count: int) -> Any:
    """Return a wrapper that repeats each action, as `gym.wrappers.SkipWrapper`."""

    class SkipWrapper(gym.Wrapper):
        """Repeats each action `repeat_count` times and sums the rewards."""

        def __init__(self, env: Any) -> None:
            super().__init__(env)
            self.repeat_count = repeat_count
            self.stepcount = 0

        def step(self, action: Any) -> Any:
            """Repeat an action, at most to the end of the episode."""
            total_reward: Any = 0
            for _ in range(self.repeat_count + 1):
                observation, reward, terminated, truncated, info = self.env.step(action)
                self.stepcount += 1
                total_reward += reward
                if terminated or truncated:
                    break
            info["skip.stepcount"] = self.stepcount
            return observation, total_reward, terminated, truncated, info

        def reset(self, **kwargs: Any) -> Any:
            """Start an episode."""
            self.stepcount = 0
            return self.env.reset(**kwargs)

    return SkipWrapper


def json_encode_np(obj: Any) -> Any:
    """Return an array or a number of NumPy as what JSON has, as `gym.utils.json_utils.json_encode_np`."""
    return obj.tolist() if isinstance(obj, np.ndarray | np.generic) else obj


@contextlib.contextmanager
def atomic_write(filepath: str, binary: bool = False) -> Iterator[Any]:
    """Open a file that takes its name when all is written, as `gym.utils.atomic_write.atomic_write`."""
    temporary = f"{filepath}.tmp"
    with open(temporary, "wb" if binary else "w") as file:
        yield file
    os.replace(temporary, filepath)


def load_results(training_dir: str) -> Any:
    """Return what monitors have written to a directory, as `gym.wrappers.monitoring.load_results`."""
    manifests = sorted(glob.glob(os.path.join(training_dir, "openaigym.manifest.*.manifest.json")))
    if not manifests:
        return None
    names = ("timestamps", "episode_lengths", "episode_rewards", "episode_types")
    merged: dict[str, Any] = {name: [] for name in names}
    merged |= {"data_sources": [], "initial_reset_timestamps": [], "manifests": manifests, "videos": []}
    for number, path in enumerate(manifests):
        with open(path) as file:
            manifest = json.load(file)
        with open(os.path.join(training_dir, manifest["stats"])) as file:
            stats = json.load(file)
        for name in names:
            merged[name] += stats[name]
        merged["data_sources"] += [number] * len(stats["timestamps"])
        merged["initial_reset_timestamps"].append(stats["initial_reset_timestamp"])
        merged["env_info"] = manifest["env_info"]
    merged["initial_reset_timestamp"] = min(merged["initial_reset_timestamps"])
    return merged


def categorical_sample(prob_n: Any, np_random: Any) -> int:
    """Return an index, drawn with these probabilities."""
    return int((np.cumsum(np.asarray(prob_n)) > np_random.rand()).argmax())


class DiscreteEnv(gym.Env):
    """An environment with a table of transitions, as `gym.envs.toy_text.discrete.DiscreteEnv`.

    `P[state][action]` is a list of (probability, next state, reward, done), `isd` the distribution of the first state.
    """

    def __init__(self, nS: int, nA: int, P: Any, isd: Any) -> None:
        self.P = P
        self.isd = isd
        self.lastaction: Any = None
        self.nS = nS
        self.nA = nA
        self.action_space = gym.spaces.Discrete(nA)
        self.observation_space = gym.spaces.Discrete(nS)
        self.seed()
        self.s = categorical_sample(self.isd, self.np_random)

    def seed(self, seed: Any = None) -> Any:
        """Seed the environment's generator; return the seed."""
        self.np_random, seed = np_random(seed)
        return [seed]

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        if seed is not None:
            self.seed(seed)
        self.s = categorical_sample(self.isd, self.np_random)
        self.lastaction = None
        return self.s, {}

    def step(self, a: Any) -> Any:
        """Run one step."""
        transitions = self.P[self.s][a]
        number = categorical_sample([transition[0] for transition in transitions], self.np_random)
        probability, self.s, reward, done = transitions[number]
        self.lastaction = a
        return self.s, reward, done, False, {"prob": probability}


def generate_random_map(size: int = 8, p: float = 0.8) -> Any:
    """Return the rows of a map of a frozen lake that has a path to the goal, by the numbers of `np.random.seed`."""
    while True:
        tiles = np.random.choice(["F", "H"], (size, size), p=[min(1, p), 1 - min(1, p)])
        tiles[0][0], tiles[-1][-1] = "S", "G"
        if frozen_lake.is_valid(tiles.tolist(), size):
            return ["".join(row) for row in tiles]


def show_specs_as_then() -> None:
    """Let the specifications of environments print by their ids alone, as in Gym up to 0.25."""
    gym.envs.registration.EnvSpec.__repr__ = lambda self: f"EnvSpec({self.id})"


def show_spaces_as_in_2016() -> None:
    """Let spaces print as in Gym 0.9."""
    gym.spaces.Box.__repr__ = lambda self: f"Box{self.shape}"
    gym.spaces.Dict.__repr__ = lambda self: f"Dict({', '.join(f'{name}:{self[name]}' for name in self)})"
    gym.spaces.MultiDiscrete.__repr__ = lambda self: f"MultiDiscrete{len(self.nvec)}"


def show_spaces_as_then() -> None:
    """Let spaces print as in Gym 0.18 to 0.21, with all their bounds."""
    gym.spaces.Box.__repr__ = lambda self: f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"
    gym.spaces.Dict.__repr__ = lambda self: f"Dict({', '.join(f'{name}:{self[name]}' for name in self)})"
