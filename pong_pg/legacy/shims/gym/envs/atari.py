"""`gym.envs.atari`: ale-py's environment as gym 0.19 had it on atari-py."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import load_ale_py, require
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, metadata_of, plain_action
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.utils import seeding

_ale_py: Any = load_ale_py()
_Native: Any = require("ale_py.env", "playing Atari games").AtariEnv

ACTION_MEANING = {int(action.value): name for name, action in _ale_py.Action.__members__.items()}
_OBS_TYPES = {"image": "rgb"}


class ALEInterface(_ale_py.ALEInterface):  # type: ignore[misc]  # ale-py is not typed here, see pyproject.toml
    """ale-py's emulator, with the calls that atari-py had besides."""

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
        """Set a whole number; names are texts, or bytes as in atari-py."""
        super().setInt(_text(key), value)

    def setFloat(self, key: Any, value: Any) -> None:  # noqa: N802 - atari-py's name
        """Set a number."""
        super().setFloat(_text(key), value)

    def setBool(self, key: Any, value: Any) -> None:  # noqa: N802 - atari-py's name
        """Set a truth value."""
        super().setBool(_text(key), value)

    # atari-py kept states as numbers of its own, and encoded them as arrays.
    def encodeState(self, state: Any) -> Any:  # noqa: N802 - atari-py's name
        """Return a state as a uint8 array."""
        try:
            return np.frombuffer(state.serialize(), np.uint8).copy()
        except UnicodeDecodeError:
            # ale-py 0.10 takes the bytes for a text; the state itself does as well.
            return state

    def decodeState(self, encoded: Any) -> Any:  # noqa: N802 - atari-py's name
        """Return the state that `encodeState` encoded."""
        return _ale_py.ALEState(encoded.tobytes()) if isinstance(encoded, np.ndarray) else encoded

    def deleteState(self, state: Any) -> None:  # noqa: N802 - atari-py's name
        """Do nothing: a state goes when nobody holds it."""


class AtariEnv(OldForm, _Native):  # type: ignore[misc]  # as above
    """An Atari game, with the arguments and methods of gym 0.19.

    Args:
        game: its name in lower case, such as "pong".
        mode: the game's mode; None for its first.
        difficulty: the game's difficulty; None for its first.
        obs_type: "ram", "image" (today "rgb") or "grayscale".
        frameskip: frames of a step, or (low, high) to draw low to high - 1.
        repeat_action_probability: chance that a frame's action is the last one again.
        full_action_space: all 18 actions instead of the game's own.
        kwargs: what ale-py takes besides.
    """

    _native = _Native
    # Gym had no frame rate for these, so that videos have 30 frames a second.
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
        """Play one agent step; returns four or five values, the observation a new array."""
        if type(action) is not int:
            action = plain_action(self.action_space, action)
        result = _Native.step(self, action)
        if self.render_mode == "human":
            self._show()
        if settings.current().step_values == 5:
            return result
        observation, reward, terminated, truncated, info = result
        info["ale.lives"] = info["lives"]
        if truncated:
            terminated, info = steps.join_done(terminated, truncated, info)
        return observation, reward, terminated, info

    def reset(self, **kwargs: Any) -> Any:
        """Begin a game; see `OldForm.reset`."""
        result = super().reset(**kwargs)
        if self.render_mode == "human":
            self._show()
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

    def _drawn(self, mode: str) -> Any:
        return self._get_image() if mode == "rgb_array" else super()._drawn(mode)

    def __setattr__(self, name: str, value: Any) -> None:
        # ale-py's constructor sets an emulator that nothing has been told yet.
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
        """Frames of a step, or (low, high); can be set."""
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
        """Return which keys mean which action: tuples of sorted key codes in the four-value era, of names today."""
        if settings.current().step_values == 5:
            return dict(_Native.get_keys_to_action(self))
        codes = {"UP": "w", "DOWN": "s", "LEFT": "a", "RIGHT": "d", "FIRE": " "}
        meanings = self.get_action_meanings()
        return {
            tuple(sorted(ord(key) for word, key in codes.items() if word in meaning)): number
            for number, meaning in enumerate(meanings)
        }

    def clone_state(self, include_rng: bool = False) -> Any:
        """Return the emulator's state, without its generator unless asked, encoded."""
        return self.ale.encodeState(self.ale.cloneState(include_rng=include_rng))

    def restore_state(self, state: Any) -> None:
        """Go back to a state."""
        self.ale.restoreState(self.ale.decodeState(state))

    def clone_full_state(self) -> Any:
        """Return the emulator's state with its generator, encoded."""
        return self.clone_state(include_rng=True)

    restore_full_state = restore_state


def _text(key: Any) -> Any:
    return key.decode() if isinstance(key, bytes) else key


publish(__name__.rpartition(".")[0] + ".atari", {"atari_env": __name__})
