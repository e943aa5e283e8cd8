"""`gym.envs.atari`: ale-py's environment as gym 0.19 had it on atari-py."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import load_ale_py, require
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, metadata_of, native_action
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.utils import seeding

_ale_py: Any = load_ale_py()
_Native: Any = require("ale_py.env", "playing Atari games").AtariEnv

ACTION_MEANING = {int(action.value): name for name, action in _ale_py.Action.__members__.items()}
_OBS_TYPES = {"image": "rgb"}


class ALEInterface(_ale_py.ALEInterface):  # type: ignore[misc]  # ale-py is not typed here, see pyproject.toml
    """ale-py's emulator with the methods of atari-py."""

    def getScreenRGB2(self) -> Any:  # noqa: N802 - atari-py's name
        """Return the screen as a new (210, 160, 3) uint8 array."""
        return self.getScreenRGB()

    def getRAM(self, ram: Any = None) -> Any:  # noqa: N802 - atari-py's name
        """Return the console's memory, in `ram` if that is given."""
        memory = super().getRAM()
        if ram is None:
            return memory
        ram[:] = memory
        return ram

    def setInt(self, key: Any, value: Any) -> None:  # noqa: N802 - atari-py's name
        """Set an integer option; its name is a string, or bytes as in atari-py."""
        super().setInt(_as_string(key), value)

    def setFloat(self, key: Any, value: Any) -> None:  # noqa: N802 - atari-py's name
        """Set a float option."""
        super().setFloat(_as_string(key), value)

    def setBool(self, key: Any, value: Any) -> None:  # noqa: N802 - atari-py's name
        """Set a boolean option."""
        super().setBool(_as_string(key), value)

    # atari-py identified states by integers, and encoded them as arrays.
    def encodeState(self, state: Any) -> Any:  # noqa: N802 - atari-py's name
        """Return a state as a uint8 array."""
        try:
            return np.frombuffer(state.serialize(), np.uint8).copy()
        except UnicodeDecodeError:
            # ale-py 0.10 decodes the bytes as a string; the state itself serves as well.
            return state

    def decodeState(self, encoded: Any) -> Any:  # noqa: N802 - atari-py's name
        """Return the state that `encodeState` encoded."""
        return _ale_py.ALEState(encoded.tobytes()) if isinstance(encoded, np.ndarray) else encoded

    def deleteState(self, state: Any) -> None:  # noqa: N802 - atari-py's name
        """Do nothing: states are garbage-collected."""


class AtariEnv(OldForm, _Native):  # type: ignore[misc]  # as above
    """An Atari game, with the arguments and methods of gym 0.19.

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
        super().__init__(
            game,
            mode,
            difficulty,
            _OBS_TYPES.get(obs_type, obs_type),
            frameskip,
            repeat_action_probability,
            full_action_space,
            **kwargs,
        )

    def step(self, action: Any) -> Any:
        """Run one step; returns four or five values, the observation as a new array."""
        if type(action) is not int:
            action = native_action(self.action_space, action)
        result = _Native.step(self, action)
        if self.render_mode == "human":
            self._render_for_human()
        if settings.current().step_values == 5:
            return result
        observation, reward, terminated, truncated, info = result
        info["ale.lives"] = info["lives"]
        if truncated:
            terminated, info = steps.join_done(terminated, truncated, info)
        return observation, reward, terminated, info

    def reset(self, **kwargs: Any) -> Any:
        """Start a game; see `OldForm.reset`."""
        result = super().reset(**kwargs)
        if self.render_mode == "human":
            self._render_for_human()
        return result

    def seed(self, seed: Any = None) -> list[int]:
        """Seed the frame skips and the emulator; returns both seeds."""
        if settings.current().step_values == 5:
            return super().seed(seed)
        self.np_random, first = seeding.np_random(seed)
        second = seeding.hash_seed(first + 1) % 2**31
        self.ale.setInt("random_seed", second)
        self.load_game()
        return [first, second]

    def _render_in(self, mode: str) -> Any:
        return self._get_image() if mode == "rgb_array" else super()._render_in(mode)

    def __setattr__(self, name: str, value: Any) -> None:
        # ale-py's constructor sets an emulator that has no options yet.
        if name == "ale" and type(value) is _ale_py.ALEInterface:
            value = ALEInterface()
        object.__setattr__(self, name, value)

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
        codes = {"UP": "w", "DOWN": "s", "LEFT": "a", "RIGHT": "d", "FIRE": " "}
        meanings = self.get_action_meanings()
        return {
            tuple(sorted(ord(key) for word, key in codes.items() if word in meaning)): number
            for number, meaning in enumerate(meanings)
        }

    def clone_state(self, include_rng: bool = False) -> Any:
        """Return the encoded state of the emulator; `include_rng` adds its random generator."""
        return self.ale.encodeState(self.ale.cloneState(include_rng=include_rng))

    def restore_state(self, state: Any) -> None:
        """Restore a state."""
        self.ale.restoreState(self.ale.decodeState(state))

    def clone_full_state(self) -> Any:
        """Return the encoded state of the emulator with its random generator."""
        return self.clone_state(include_rng=True)

    restore_full_state = restore_state


def _as_string(key: Any) -> Any:
    return key.decode() if isinstance(key, bytes) else key


publish(__name__.rpartition(".")[0] + ".atari", {"atari_env": __name__})
