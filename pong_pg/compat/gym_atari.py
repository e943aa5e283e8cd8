"""Pong as an environment of OpenAI Gym, in the form of the installed version, for the versions that have none."""

from __future__ import annotations

from typing import Any

import gym
from gym import spaces
from gym.utils import seeding

from pong_pg.compat import steps
from pong_pg.compat._versions import gym_steps_in_five, installed_version, load_ale_py, require
from pong_pg.compat.ids import MAX_FRAMES

# Gym 0.26 was the first whose environments reset to (observation, info) and step in five values.
_FIVE = gym_steps_in_five()


class GymPong(gym.Env):  # type: ignore[misc]  # gym is untyped where it is installed at all
    """The Atari environment, with the spaces and the base class of OpenAI Gym.

    It is played by the environment that ale-py has for Gymnasium, and without Gymnasium by the direct one.

    Args:
        kwargs: what the environment inside takes, such as `frameskip` and `render_mode`.
    """

    metadata = {  # noqa: RUF012 - Gym's form
        "render_modes": ["human", "rgb_array"],
        "render.modes": ["human", "rgb_array"],
        "render_fps": 60,
    }

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._env = _atari(kwargs)
        self.render_mode = self._env.render_mode
        self.ale = self._env.ale
        box = self._env.observation_space
        self.action_space = spaces.Discrete(int(self._env.action_space.n))
        self.observation_space = spaces.Box(0, 255, box.shape, box.dtype.type)
        # Gym's AtariPreprocessing asks for these two.
        self._frameskip = kwargs.get("frameskip", 4)
        self.np_random, _ = seeding.np_random(None)
        self._next_seed: int | None = None

    def reset(
        self, *, seed: int | None = None, return_info: bool = _FIVE, options: dict[str, Any] | None = None
    ) -> Any:
        """Begin a game; `return_info` is of gym 0.22 to 0.25, later versions always have the info."""
        seed = self._next_seed if seed is None else seed
        self._next_seed = None
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        observation, info = self._env.reset(seed=seed, options=options)
        return (observation, info) if return_info else observation

    def step(self, action: Any) -> tuple[Any, ...]:
        """Play one agent step, in four values or in five as the installed Gym has it."""
        observation, reward, terminated, truncated, info = self._env.step(action)
        if _FIVE:
            return observation, reward, terminated, truncated, info
        done, info = steps.join_done(terminated, truncated, info)
        return observation, reward, done, info

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Seed the next `reset`, as Gym did before 0.26."""
        self._next_seed = seed
        return [seed]

    def render(self, mode: str | None = None) -> Any:
        """Return or show the screen, as `mode` says, or the `render_mode` that it was made with."""
        return self.ale.getScreenRGB() if mode == "rgb_array" else self._env.render()

    def close(self) -> None:
        """Close the emulator's window, if there is one."""
        self._env.close()

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        return self._env.get_action_meanings()  # type: ignore[no-any-return]  # two packages' environments, both lists

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self._kwargs,)


def _atari(kwargs: dict[str, Any]) -> Any:
    if installed_version("gymnasium") is None:
        from pong_pg.compat.ale import DirectEnv

        return DirectEnv("ALE/Pong-v5", **{name: value for name, value in kwargs.items() if name != "game"})
    load_ale_py()
    atari = require("ale_py.env", "playing Pong with OpenAI Gym")
    return atari.AtariEnv(**{"game": "pong", "max_num_frames_per_episode": MAX_FRAMES, **kwargs})


def _remake(kwargs: dict[str, Any]) -> GymPong:
    return GymPong(**kwargs)
