"""`gym.envs.atari`: ale-py's environment as gym 0.19 had it on atari-py."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import load_ale_py, require
from pong_pg.compat.gym_seeding import emulator_seed
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.shims.atari_py import ALEInterface
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.envs.atari_ids import OBS_TYPES
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, metadata_of, metadata_then, native_action
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.utils import seeding

_ale_py: Any = load_ale_py()
_Native: Any = require("ale_py.env", "playing Atari games").AtariEnv
_EzPickle: Any = require("gymnasium.utils", "a script that imports gym").EzPickle

ACTION_MEANING = {int(action.value): name for name, action in _ale_py.Action.__members__.items()}
_AS_THEN = {"image", "ram"}
_CODES = {"UP": "w", "DOWN": "s", "LEFT": "a", "RIGHT": "d", "FIRE": " "}


class AtariEnv(OldForm, _Native):  # type: ignore[misc]  # ale-py is not typed here, see pyproject.toml
    """An Atari game, with the arguments and methods of gym 0.19.

    With four step values and no arguments of later versions, it is played on atari-py's emulator: the sticky actions of
    a seed are those of then.

    Args:
        game: its name in lower case, such as "pong".
        mode: the game's mode; None for its first.
        difficulty: the game's difficulty; None for its first.
        obs_type: "ram", "image" (today "rgb") or "grayscale".
        frameskip: frames per step, or (low, high) to draw from low to high - 1.
        repeat_action_probability: the probability of repeating the previous action (sticky actions).
        full_action_space: use all 18 actions instead of the game's minimal set.
        kwargs: further arguments of ale-py.
    """

    _native = _Native
    # Gym had no frame rate for these, so that videos have 30 frames per second.
    metadata = {name: value for name, value in metadata_of(_Native).items() if name != "video.frames_per_second"}  # noqa: RUF012 - Gym's form

    def __init__(  # noqa: PLR0917 - Gym's form
        self,
        game: str = "pong",
        mode: int | None = None,
        difficulty: int | None = None,
        obs_type: str = "ram",
        frameskip: Any = (2, 5),
        repeat_action_probability: float = 0.0,
        full_action_space: bool = False,
        **kwargs: Any,
    ) -> None:
        frameskip = tuple(frameskip) if isinstance(frameskip, list) else frameskip
        render_mode = kwargs.pop("render_mode", None)
        self._as_then = settings.current().step_values == 4 and not kwargs and obs_type in _AS_THEN
        if not self._as_then:
            super().__init__(
                game,
                mode,
                difficulty,
                OBS_TYPES.get(obs_type, obs_type),
                frameskip,
                repeat_action_probability,
                full_action_space,
                render_mode=render_mode,
                **kwargs,
            )
            return
        _EzPickle.__init__(
            self,
            game,
            mode,
            difficulty,
            obs_type,
            frameskip,
            repeat_action_probability,
            full_action_space,
            render_mode=render_mode,
        )
        self.metadata = metadata_then(self.metadata, None)
        self._game, self._game_mode, self._game_difficulty = game, mode, difficulty
        self._obs_type, self._frameskip, self.render_mode = obs_type, frameskip, render_mode
        self.ale = ALEInterface()
        self.ale.setFloat("repeat_action_probability", repeat_action_probability)
        self.seed()
        self._action_set = self.ale.getLegalActionSet() if full_action_space else self.ale.getMinimalActionSet()
        self.action_space = spaces.Discrete(len(self._action_set))
        width, height = self.ale.getScreenDims()
        shape = (128,) if obs_type == "ram" else (height, width, 3)
        self.observation_space = spaces.Box(low=0, high=255, shape=shape, dtype=np.uint8)

    def step(self, action: Any) -> Any:
        """Run one step; returns four or five values, the observation as a new array."""
        if type(action) is not int:
            action = native_action(self.action_space, action)
        result: Any = self._played(self._action_set[action]) if self._as_then else _Native.step(self, action)
        if self.render_mode == "human":
            self._render_for_human()
        if self._as_then or settings.current().step_values == 5:
            return result
        observation, reward, terminated, truncated, info = result
        info["ale.lives"] = info["lives"]
        if truncated:
            terminated, info = steps.join_done(terminated, truncated, info)
        return observation, reward, terminated, info

    def _played(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        skip = self._frameskip
        frames = skip if isinstance(skip, int) else self.np_random.randint(skip[0], skip[1])
        ale, reward = self.ale, 0.0
        for _ in range(frames):
            reward += ale.act(action)
        return self._get_obs(), reward, ale.game_over(), {"ale.lives": ale.lives()}

    def _get_obs(self) -> Any:
        if not self._as_then:
            return super()._get_obs()
        return self._get_ram() if self._obs_type == "ram" else self._get_image()

    def reset(self, **kwargs: Any) -> Any:
        """Start a game; see `OldForm.reset`."""
        result = super().reset(**kwargs)
        if self.render_mode == "human":
            self._render_for_human()
        return result

    def _reset_natively(self, seed: Any, options: Any) -> Any:
        if not self._as_then:
            return super()._reset_natively(seed, options)
        if seed is not None:
            self.seed(seed)
        self.ale.reset_game()
        return self._get_obs(), {"ale.lives": self.ale.lives()}

    def seed(self, seed: Any = None) -> list[int]:
        """Seed the frame skips and the emulator; returns both seeds."""
        if not self._as_then:
            return super().seed(seed)
        if seed is not None and self.ale.getFloat("repeat_action_probability") > 0:
            _say_whose_actions()
        self.np_random, first = seeding.np_random(seed)
        second = emulator_seed(first)
        self.ale.setInt("random_seed", second)
        self.load_game()
        return [first, seeding.as_then(second)]

    def _render_in(self, mode: str) -> Any:
        return self._get_image() if mode == "rgb_array" else super()._render_in(mode)

    @property
    def game(self) -> str:
        """The game's name, such as "pong"."""
        return str(self._game)

    @property
    def game_mode(self) -> Any:
        """The game's mode."""
        return self._game_mode

    @property
    def game_difficulty(self) -> Any:
        """The game's difficulty."""
        return self._game_difficulty

    @property
    def frameskip(self) -> Any:
        """Frames per step, or (low, high); can be set."""
        return self._frameskip

    @frameskip.setter
    def frameskip(self, frameskip: Any) -> None:
        self._frameskip = tuple(frameskip) if isinstance(frameskip, list) else frameskip

    @property
    def _n_actions(self) -> int:
        return len(self._action_set)

    def _get_image(self) -> Any:
        return self.ale.getScreenRGB()

    def _get_ram(self) -> Any:
        return self.ale.getRAM()

    def get_keys_to_action(self) -> dict[Any, int]:
        """Return the action of each tuple of keys: of sorted key codes with four step values, of names with five."""
        if settings.current().step_values == 5:
            return dict(_Native.get_keys_to_action(self))
        return {
            tuple(sorted(ord(key) for word, key in _CODES.items() if word in meaning)): number
            for number, meaning in enumerate(self.get_action_meanings())
        }

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        if not self._as_then:
            return list(super().get_action_meanings())
        return [ACTION_MEANING[int(action)] for action in self._action_set]

    def clone_state(self, include_rng: bool = False) -> Any:
        """Return the state of the game, as an array with four step values; `include_rng` adds the random numbers."""
        if not self._as_then:
            return super().clone_state(include_rng)
        return self.ale.encodeState(self.ale.cloneSystemState() if include_rng else self.ale.cloneState())

    def restore_state(self, state: Any) -> None:
        """Restore a state."""
        if not self._as_then:
            super().restore_state(state)
        else:
            self.ale.restoreSystemState(self.ale.decodeState(state))

    def clone_full_state(self) -> Any:
        """Return the state of the game with the random numbers."""
        return self.clone_state(include_rng=True)

    restore_full_state = restore_state


def _say_whose_actions() -> None:
    now = settings.current()
    if now.early_gym_is_guess:
        say_once(
            f"sticky actions are drawn as atari-py {now.atari_py} drew them, but nothing shows that the script is not "
            "older than May 2019; --atari-py 0.1 or --atari-py 0.2 says which it is"
        )


publish(__name__.rpartition(".")[0] + ".atari", {"atari_env": __name__})
