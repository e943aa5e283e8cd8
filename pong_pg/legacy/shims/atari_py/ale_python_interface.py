"""`atari_py.ale_python_interface`: ale-py's emulator with the methods, values and random numbers of atari-py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat._versions import load_ale_py
from pong_pg.compat.emulator import compiled_console
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import not_covered, say_once
from pong_pg.legacy.runtime.old_random import OldStickyActions, correct_pongs_memory
from pong_pg.legacy.tables.atari import GAMES_AS_THEN

__all__ = ["ALEInterface"]

_ale_py: Any = load_ale_py()

_ACTIONS: list[Any] = [_ale_py.Action(number) for number in range(18)]
_STICKY = "repeat_action_probability"
_SKIP = "frame_skip"


def _played(name: str) -> Callable[..., Any]:
    """Return a method of whatever plays: the console in C for Pong, once that is compiled, else ale-py."""
    of_ale: Any = getattr(_ale_py.ALEInterface, name)

    def method(self: Any, *arguments: Any) -> Any:
        return of_ale(self, *arguments) if self._console is None else getattr(self._console, name)(*arguments)

    return method


_reset_game, _act, _game_over = map(_played, ("reset_game", "act", "game_over"))
_screen, _rgb, _gray, _ram = map(_played, ("getScreen", "getScreenRGB", "getScreenGrayscale", "getRAM"))


class ALEInterface(_ale_py.ALEInterface):  # type: ignore[misc]  # ale-py is not typed here, see pyproject.toml
    """The emulator as atari-py had it: integers as actions, sticky actions drawn as its version drew them.

    Settings have strings or bytes as names. Methods that take an array fill it and return it; without one, they return
    a new array.
    """

    _console: Any = None
    cloneState, restoreState = map(_played, ("cloneState", "restoreState"))
    lives, setRAM, setMode, setDifficulty = map(_played, ("lives", "setRAM", "setMode", "setDifficulty"))
    getFrameNumber, getEpisodeFrameNumber = map(_played, ("getFrameNumber", "getEpisodeFrameNumber"))

    def __init__(self) -> None:
        super().__init__()
        self._probability = float(super().getFloat(_STICKY))
        self._frame_skip = 1
        # They are decided here, frame by frame.
        super().setFloat(_STICKY, 0.0)
        # Games had no limit then.
        super().setInt("max_num_frames_per_episode", 0)

    def loadROM(self, rom_file: Any) -> None:
        """Load a game, which restarts the random numbers with the setting `random_seed`."""
        path = _as_string(rom_file)
        super().loadROM(path)
        self._console = compiled_console(Path(path))
        self._sticky = OldStickyActions(settings.current().atari_py, self._probability, self.getInt("random_seed"))
        self._is_sticky, self._held = self._probability > 0, _ACTIONS[0]
        self._frames = self._frame_skip
        self._game = Path(path).stem
        if self._game not in GAMES_AS_THEN[self._sticky.version]:
            say_once(
                f"today's emulator plays {self._game} a little differently than atari-py {self._sticky.version} did, "
                "so the numbers of a seeded script are not those of then"
            )
        self._correct_ram()

    def reset_game(self) -> None:
        """Start a game."""
        _reset_game(self)
        self._sticky.reset_game()
        if not self._sticky.holds_action_at_reset:
            self._held = _ACTIONS[0]
        self._correct_ram()

    def _correct_ram(self) -> None:
        if self._game == "pong" and self._sticky.version == "0.1":
            correct_pongs_memory(self)

    def act(self, action: Any, *_strength: Any) -> int:
        """Play a frame, or as many as the setting `frame_skip` says; return the reward."""
        chosen = _ACTIONS[action] if type(action) is int else _ACTIONS[int(action)]
        reward = 0
        for _ in range(self._frames):
            if not (self._is_sticky and self._sticky.holds()):
                self._held = chosen
            reward += int(_act(self, self._held))
        return reward

    def getInt(self, key: Any) -> int:
        """Return an integer setting."""
        # Without a seed, today's emulator has -1, and atari-py had 0.
        return self._frame_skip if _as_string(key) == _SKIP else max(int(super().getInt(_as_string(key))), 0)

    def getFloat(self, key: Any) -> float:
        """Return a setting that is a number."""
        return self._probability if _as_string(key) == _STICKY else float(super().getFloat(_as_string(key)))

    def getBool(self, key: Any) -> bool:
        """Return a boolean setting."""
        return bool(super().getBool(_as_string(key)))

    def setInt(self, key: Any, value: Any) -> None:
        """Set an integer; settings count from the next `loadROM` on."""
        if _as_string(key) == _SKIP:
            # Each frame of them has a sticky action of its own.
            self._frame_skip = max(int(value), 1)
        else:
            super().setInt(_as_string(key), int(value))

    def setFloat(self, key: Any, value: Any) -> None:
        """Set a number."""
        if _as_string(key) == _STICKY:
            # Settings were 32-bit floats.
            self._probability = float(np.float32(value))
        else:
            super().setFloat(_as_string(key), float(value))

    def setString(self, key: Any, value: Any) -> None:
        """Set a string."""
        super().setString(_as_string(key), _as_string(value))

    def setBool(self, key: Any, value: Any) -> None:
        """Set a boolean."""
        super().setBool(_as_string(key), bool(value))

    def getLegalActionSet(self) -> Any:
        """Return all 18 actions as an array of integers."""
        return np.arange(len(_ACTIONS), dtype=np.intc)

    def getMinimalActionSet(self) -> Any:
        """Return the actions that have a meaning in this game, as an array of integers."""
        return np.array([int(action.value) for action in super().getMinimalActionSet()], np.intc)

    def game_over(self, **_kwargs: Any) -> bool:
        """Return whether the game has ended."""
        return bool(_game_over(self))

    def getScreenDims(self) -> tuple[int, int]:
        """Return width and height of the screen: (160, 210)."""
        height, width = super().getScreenDims()
        return width, height

    def getScreen(self, screen_data: Any = None) -> Any:
        """Return the palette indices of the screen, uint8 in one dimension."""
        return _filled(_screen(self).ravel(), screen_data)

    def getScreenRGB(self, screen_data: Any = None) -> Any:
        """Return the screen as a (210, 160, 3) uint8 array."""
        return _filled(_rgb(self), screen_data)

    getScreenRGB2 = getScreenRGB

    def getScreenGrayscale(self, screen_data: Any = None) -> Any:
        """Return the brightness of the screen as a (210, 160, 1) uint8 array."""
        return _filled(_gray(self)[:, :, np.newaxis], screen_data)

    def getRAM(self, ram: Any = None) -> Any:
        """Return the console's memory as a (128,) uint8 array."""
        return _filled(_ram(self), ram)

    def cloneSystemState(self) -> Any:
        """Refuse to return the state with the random numbers.

        Raises:
            NotCoveredError: always.
        """
        raise not_covered("atari_py.ALEInterface", "cloneSystemState", "cloneState has the game alone")


def _as_string(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else str(value)


def _filled(values: Any, array: Any) -> Any:
    """Return values in an array of the caller, if there is one."""
    if array is None:
        return values
    array.reshape(-1).view(np.uint8)[: values.size] = values.ravel()
    return array
