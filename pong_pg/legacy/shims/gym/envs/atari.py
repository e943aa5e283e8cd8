"""`gym.envs.atari`: the Atari games as gym 0.19 had them on atari-py, with four step values."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat._versions import load_ale_py
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import say_once
from pong_pg.legacy.shims.atari_py import ALEInterface, get_game_path
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, native_action
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.utils import EzPickle, seeding

ACTION_MEANING = {int(action.value): name for name, action in load_ale_py().Action.__members__.items()}
_CODES = {"UP": "w", "DOWN": "s", "LEFT": "a", "RIGHT": "d", "FIRE": " "}


class AtariEnv(OldForm, EzPickle):  # type: ignore[misc]  # of Gymnasium, which is not typed here
    """An Atari game on atari-py's emulator: the frame skips and sticky actions of a seed are those of then.

    Args:
        game: its name in lower case, such as "pong".
        mode: the game's mode; None for its first.
        difficulty: the game's difficulty; None for its first.
        obs_type: "ram" or "image".
        frameskip: frames per step, or (low, high) to draw from low to high - 1.
        repeat_action_probability: the probability of repeating the previous action (sticky actions).
        full_action_space: use all 18 actions instead of the game's minimal set.
        render_mode: "human" shows every step in a window.
    """

    metadata: Any = {"render.modes": ["human", "rgb_array"], "render_modes": ["human", "rgb_array"]}  # noqa: RUF012 - Gym's form

    def __init__(  # noqa: PLR0917 - Gym's form
        self,
        game: str = "pong",
        mode: int | None = None,
        difficulty: int | None = None,
        obs_type: str = "ram",
        frameskip: Any = (2, 5),
        repeat_action_probability: float = 0.0,
        full_action_space: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, mode, difficulty, obs_type, frameskip, repeat_action_probability, full_action_space, render_mode
        )
        if obs_type not in {"ram", "image"}:
            raise error.Error(f"obs_type must be 'ram' or 'image'; got {obs_type!r}")
        self.game, self.game_mode, self.game_difficulty = game, mode, difficulty
        self.render_mode, self._obs_type = render_mode, obs_type
        self.frameskip = tuple(frameskip) if isinstance(frameskip, list) else frameskip
        self.ale = ALEInterface()
        self.ale.setFloat("repeat_action_probability", repeat_action_probability)
        self.seed()
        self._action_set = self.ale.getLegalActionSet() if full_action_space else self.ale.getMinimalActionSet()
        self.action_space = spaces.Discrete(len(self._action_set))
        width, height = self.ale.getScreenDims()
        shape = (128,) if obs_type == "ram" else (height, width, 3)
        self.observation_space = spaces.Box(low=0, high=255, shape=shape, dtype=np.uint8)

    def step(self, action: Any) -> Any:
        """Run one step; returns four values, the observation as a new array."""
        if type(action) is not int:
            action = native_action(self.action_space, action)
        code, skip = self._action_set[action], self.frameskip
        frames = skip if isinstance(skip, int) else self.np_random.randint(skip[0], skip[1])
        ale, reward = self.ale, 0.0
        for _ in range(frames):
            reward += ale.act(code)
        if self.render_mode == "human":
            self._render_for_human()
        return self._get_obs(), reward, ale.game_over(), {"ale.lives": ale.lives()}

    def _reset_natively(self, seed: Any, options: Any) -> Any:  # noqa: ARG002 - games have no options
        if seed is not None:
            self.seed(seed)
        self.ale.reset_game()
        return self._get_obs(), {"ale.lives": self.ale.lives()}

    def seed(self, seed: Any = None) -> list[int]:
        """Seed the frame skips and the emulator, which loads the game again; returns both seeds."""
        now = settings.current()
        if seed is not None and now.early_gym_is_guess and self.ale.getFloat("repeat_action_probability") > 0:
            say_once(
                f"sticky actions are drawn as atari-py {now.atari_py} drew them, but nothing shows that the script is "
                "not older than May 2019; --atari-py 0.1 or --atari-py 0.2 says which it is"
            )
        self.np_random, first = seeding.np_random(seed)
        second = seeding.emulator_seed(first)
        self.ale.setInt("random_seed", second)
        self.ale.loadROM(get_game_path(self.game))
        if self.game_mode is not None:
            self.ale.setMode(self.game_mode)
        if self.game_difficulty is not None:
            self.ale.setDifficulty(self.game_difficulty)
        return [first, seeding.as_then(second)]

    def _get_obs(self) -> Any:
        return self.ale.getRAM() if self._obs_type == "ram" else self.ale.getScreenRGB()

    def _get_image(self) -> Any:
        return self.ale.getScreenRGB()

    def _get_ram(self) -> Any:
        return self.ale.getRAM()

    def _render_in(self, mode: str) -> Any:
        return self.ale.getScreenRGB() if mode == "rgb_array" else super()._render_in(mode)

    def close(self) -> None:
        """Close the window; further calls do nothing."""
        self._close_window()

    @property
    def _n_actions(self) -> int:
        return len(self._action_set)

    def get_keys_to_action(self) -> dict[tuple[int, ...], int]:
        """Return the action of each tuple of sorted key codes."""
        return {
            tuple(sorted(ord(key) for word, key in _CODES.items() if word in meaning)): number
            for number, meaning in enumerate(self.get_action_meanings())
        }

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        return [ACTION_MEANING[int(action)] for action in self._action_set]

    def clone_state(self) -> Any:
        """Return the state of the game, without the random numbers."""
        return self.ale.cloneState()

    def restore_state(self, state: Any) -> None:
        """Restore a state of `clone_state`."""
        self.ale.restoreState(state)


publish(__name__.rpartition(".")[0] + ".atari", {"atari_env": __name__})
