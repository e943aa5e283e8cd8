"""Atari games with the sticky actions and frame skips of atari-py, for scripts that seed them."""

from __future__ import annotations

import copy
import re
from typing import Any

import ale_py
import gymnasium as gym
import numpy as np

from pong_pg.legacy.modernize.support.gym_as_then import AS_THEN
from pong_pg.legacy.modernize.support.gym_seeding import hash_seed, np_random


class AtariAsThen(ale_py.AtariEnv):
    """An Atari game as in Gym 0.9 to 0.19 with atari-py 0.2: for a seed, its frames and rewards are those of then.

    The emulator drew from a Mersenne Twister of its own whether it repeats the last action: one number at a reset and
    two at a frame, one for each player.
    """

    def __init__(self, repeat_action_probability: float = 0.0, **kwargs: Any) -> None:
        self.threshold = float(np.float32(repeat_action_probability)) * 2**32
        super().__init__(repeat_action_probability=0.0, **kwargs)
        self.seed()

    def seed(self, seed: Any = None) -> Any:
        """Seed frame skips and sticky actions; return both seeds."""
        self.np_random, seed = np_random(seed)
        emulator_seed = hash_seed(seed + 1) % 2**31
        self.words = np.random.RandomState(emulator_seed)
        self.load_game()
        self.draw(1)
        self.last_action = 0
        return [seed, emulator_seed]

    def draw(self, count: int) -> Any:
        """Return the first of some numbers of the emulator."""
        return self.words.randint(0, 2**32, count, np.uint32)[0]

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start a game."""
        if seed is not None:
            self.seed(seed)
        self.ale.reset_game()
        self.draw(1)
        self.last_action = 0
        return self._get_obs(), self._get_info()

    def step(self, action: Any) -> Any:
        """Play as many frames as drawn."""
        skip = self._frameskip
        reward = 0.0
        for _ in range(skip if isinstance(skip, int) else self.np_random.randint(*skip)):
            if not self.threshold or self.draw(2) >= self.threshold:
                self.last_action = self._action_set[action]
            reward += self.ale.act(self.last_action)
        return self._get_obs(), reward, self.ale.game_over(), False, self._get_info()

    def clone_state(self, include_rng: bool = False) -> Any:
        """Return the state of the emulator, on request with that of its generator."""
        names = ("last_action", "words", "state") if include_rng else ("last_action",)
        others = {name: vars(self)[name] for name in names if name in vars(self)}
        return self.ale.cloneState(include_rng=include_rng), copy.deepcopy(others)

    def restore_state(self, state: Any) -> None:
        """Go back to a state."""
        emulator_state, others = state
        self.ale.restoreState(emulator_state)
        self.__dict__.update(copy.deepcopy(others))

    def _get_info(self) -> Any:
        return {"ale.lives": self.ale.lives()}


class AtariAsIn2016(AtariAsThen):
    """An Atari game as in Gym 0.9 with atari-py 0.1: for a seed, its frames and rewards are those of then.

    The emulator drew the numbers from TinyMT32, and a repeated action outlived a reset.
    """

    def seed(self, seed: Any = None) -> Any:
        """Seed frame skips and sticky actions; return both seeds."""
        seeds = super().seed(seed)
        self.state = [seeds[1], 4753849, 3231259923, 614784120]
        for i in range(1, 8):
            before = self.state[(i - 1) % 4]
            self.state[i % 4] ^= (i + 1812433253 * (before ^ (before >> 30))) % 2**32
        self.draw(9)
        return seeds

    def draw(self, count: int) -> Any:
        """Return the first of some numbers of the emulator."""
        if not hasattr(self, "state"):
            return 0
        words = []
        for _ in range(count):
            a, b, c, d = self.state
            x = (a & 0x7FFFFFFF) ^ b ^ c
            x ^= (x << 1) % 2**32
            d ^= (d >> 1) ^ x
            odd = d & 1
            self.state = [b, c ^ 4753849 * odd, x ^ (d << 10) % 2**32 ^ 3231259923 * odd, d]
            mixed = (self.state[0] + (self.state[2] >> 8)) % 2**32
            words.append(d ^ mixed ^ 614784120 * (mixed & 1))
        return words[0]

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start a game."""
        if seed is not None:
            self.seed(seed)
        last_action = self.last_action
        _, info = super().reset()
        self.last_action = last_action
        if self._game == "pong":
            # The emulator of then held the reset switch for four frames less.
            for index, value in {8: 63, 21: 8, 50: 8}.items():
                self.ale.setRAM(index, value)
        return self._get_obs(), info


def make_atari_as_then(env_id: str, **kwargs: Any) -> Any:
    """Make a game by its id of Gym up to 0.21, such as "Pong-v0", as atari-py 0.2 played it."""
    return make_by_old_id(AtariAsThen, env_id, **kwargs)


def make_atari_as_in_2016(env_id: str, **kwargs: Any) -> Any:
    """Make a game by its id of Gym up to 0.21, such as "Pong-v0", as atari-py 0.1 played it."""
    return make_by_old_id(AtariAsIn2016, env_id, **kwargs)


def make_atari(env_id: str, **kwargs: Any) -> Any:
    """Make a game by its id of Gym up to 0.21, such as "PongDeterministic-v4"."""
    return make_by_old_id(ale_py.AtariEnv, env_id, **kwargs)


def make_by_old_id(entry_point: Any, env_id: str, **kwargs: Any) -> Any:
    """Make a game by its id of Gym up to 0.21, or another environment by the id that it has."""
    return gym.make(spec_by_old_id(entry_point, env_id) or env_id, **kwargs)


def spec_as_then(env_id: str) -> Any:
    """Return the specification of an environment by its id of Gym up to 0.21."""
    return AS_THEN.get(env_id) or spec_by_old_id(ale_py.AtariEnv, env_id) or gym.spec(env_id)


def spec_by_old_id(entry_point: Any, env_id: str) -> Any:
    """Return the specification of a game by its id of Gym up to 0.21; None if the id is no game's."""
    match = re.fullmatch(r"([A-Z]\w*?)(-ram)?(Deterministic|NoFrameskip)?-v([0-4])", env_id)
    if match is None or f"ALE/{match[1]}-v5" not in gym.registry:
        return None
    name, ram, kind, version = match.groups()
    deterministic = 3 if name == "SpaceInvaders" else 4
    limits = {None: 10_000 if version == "0" else 100_000, "NoFrameskip": deterministic * 100_000}
    return gym.envs.registration.EnvSpec(
        env_id,
        entry_point,
        max_episode_steps=limits.get(kind, 100_000),
        order_enforce=False,
        disable_env_checker=True,
        kwargs={
            "game": gym.spec(f"ALE/{name}-v5").kwargs["game"],
            "obs_type": "ram" if ram else "rgb",
            "frameskip": {"Deterministic": deterministic, "NoFrameskip": 1}.get(kind, (2, 5)),
            "repeat_action_probability": 0.25 if version == "0" else 0.0,
        },
    )


def filled(array: Any, values: Any) -> Any:
    """Return an array after writing values into it, as the emulator did with an array that it was given."""
    array[...] = values.reshape(array.shape)
    return array
