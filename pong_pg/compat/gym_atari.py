"""Pong as an environment of OpenAI Gym 0.26, played by the Gymnasium environment of today's ale-py."""

from __future__ import annotations

from typing import Any

import gym
from gym import spaces

from pong_pg.compat._versions import load_ale, require
from pong_pg.compat.ids import MAX_FRAMES


class GymPong(gym.Env):  # type: ignore[misc]
    """The Atari environment of ale-py, with the spaces and the base class of OpenAI Gym.

    Args:
        kwargs: what `ale_py.AtariEnv` takes, such as `frameskip` and `render_mode`.
    """

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 60}  # noqa: RUF012 - Gym's form

    def __init__(self, **kwargs: Any) -> None:
        load_ale()
        atari = require("ale_py.env", "playing Pong with OpenAI Gym")
        self._env = atari.AtariEnv(**{"game": "pong", "max_num_frames_per_episode": MAX_FRAMES, **kwargs})
        self.render_mode = self._env.render_mode
        self.ale = self._env.ale
        box = self._env.observation_space
        self.action_space = spaces.Discrete(int(self._env.action_space.n))
        self.observation_space = spaces.Box(0, 255, box.shape, box.dtype.type)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, in the five-value form of gym 0.26."""
        return self._env.reset(seed=seed, options=options)  # type: ignore[no-any-return]

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one agent step, in the five-value form of gym 0.26."""
        return self._env.step(action)  # type: ignore[no-any-return]

    def render(self) -> Any:
        """Return or show the screen, as `render_mode` says."""
        return self._env.render()

    def close(self) -> None:
        """Close the emulator's window, if there is one."""
        self._env.close()

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        return self._env.get_action_meanings()  # type: ignore[no-any-return]
