"""Pong as an environment of OpenAI Gym, with the API of the installed version, for versions that have no Pong."""

from __future__ import annotations

import functools
from typing import Any

import gym
from gym import spaces
from gym.utils import seeding

from pong_pg.compat import steps
from pong_pg.compat._versions import installed_version, load_ale_py, release, require
from pong_pg.compat.ale import DirectEnv, steps_per_second
from pong_pg.compat.ids import MAX_FRAMES

# Since gym 0.26 `reset` returns (observation, info) and `step` five values.
_FIVE_VALUES = release("gym") >= (0, 26)


class GymPong(gym.Env):  # type: ignore[misc]  # gym is untyped, where it is installed at all
    """Pong with the spaces and the base class of OpenAI Gym.

    It wraps the environment that ale-py has for Gymnasium or, without Gymnasium, a `DirectEnv`.

    Args:
        kwargs: arguments of the wrapped environment, such as `frameskip` and `render_mode`.
    """

    metadata = {  # noqa: RUF012 - Gym's form
        "render_modes": ["human", "rgb_array"],
        "render.modes": ["human", "rgb_array"],
        "render_fps": 15,
    }

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._env = _atari(kwargs)
        self.render_mode = self._env.render_mode
        self.ale = self._env.ale
        box = self._env.observation_space
        self.action_space = spaces.Discrete(int(self._env.action_space.n))
        self.observation_space = spaces.Box(0, 255, box.shape, box.dtype.type)
        # Gym's AtariPreprocessing reads `ale` and this.
        self._frameskip = kwargs.get("frameskip", 4)
        self.metadata = {**self.metadata, "render_fps": steps_per_second(self._frameskip)}
        self.np_random, _ = seeding.np_random(None)
        self._next_seed: int | None = None

    def reset(
        self, *, seed: int | None = None, return_info: bool = _FIVE_VALUES, options: dict[str, Any] | None = None
    ) -> Any:
        """Start an episode; `return_info` is a parameter of gym 0.22 to 0.25, later versions always return the info."""
        seed = self._next_seed if seed is None else seed
        self._next_seed = None
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        observation, info = self._env.reset(seed=seed, options=options)
        return (observation, info) if return_info else observation

    def step(self, action: Any) -> tuple[Any, ...]:
        """Take one step and return four or five values, as in the installed version of Gym."""
        observation, reward, terminated, truncated, info = self._env.step(action)
        if _FIVE_VALUES:
            return observation, reward, terminated, truncated, info
        done, info = steps.join_done(terminated, truncated, info)
        return observation, reward, done, info

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Seed the next `reset`, as Gym did before 0.26."""
        self._next_seed = seed
        return [seed]

    def render(self, mode: str | None = None) -> Any:
        """Render in `mode` or, by default, in the `render_mode` that the environment was made with."""
        return self.ale.getScreenRGB() if mode == "rgb_array" else self._env.render()

    def close(self) -> None:
        """Close the emulator's window, if there is one."""
        self._env.close()

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        return self._env.get_action_meanings()  # type: ignore[no-any-return]  # a list in both packages' environments

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(GymPong, **self._kwargs), ()


def _atari(kwargs: dict[str, Any]) -> Any:
    if installed_version("gymnasium") is None:
        return DirectEnv("ALE/Pong-v5", **{name: value for name, value in kwargs.items() if name != "game"})
    load_ale_py()
    atari = require("ale_py.env", "playing Pong with OpenAI Gym")
    return atari.AtariEnv(**{"game": "pong", "max_num_frames_per_episode": MAX_FRAMES, **kwargs})
