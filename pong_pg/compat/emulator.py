"""Load Pong: in the package's own console or, where that can't be had, in the Arcade Learning Environment."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pong_pg.atari2600.binding import HEIGHT, RAM_BYTES, WIDTH, Console
from pong_pg.atari2600.rom import UnavailableError, find_rom
from pong_pg.compat._versions import has_only_atari_py, installed_version, load_ale_py, require, rom_path
from pong_pg.errors import EnvError

_log = logging.getLogger("pong_pg")

# ALE has 18 actions; these do something, each something else: up and down do nothing.
MINIMAL_ACTIONS = (0, 1, 3, 4, 11, 12)
# What methods of ALE's return always, for Pong.
_CONSTANT = {
    "lives": 0,
    "getScreenDims": (HEIGHT, WIDTH),
    "getRAMSize": RAM_BYTES,
    "getMinimalActionSet": MINIMAL_ACTIONS,
    "getLegalActionSet": tuple(range(18)),
}


class ConsoleALE:
    """A console with the methods of ale-py's `ALEInterface` that environments and their users call.

    Args:
        rom: the ROM of Pong; None for the one that the installed ale-py has.

    Attributes:
        console: plays the game; its `repeat` and `play` are faster than `act`.

    Raises:
        UnavailableError: there is no such ROM, or no compiler.
    """

    def __init__(self, rom: Path | None = None) -> None:
        self.console = Console(rom)
        self._mode = self._difficulty = self._earlier_frames = 0
        self.getScreen = self.console.palette
        self.getScreenRGB = self.console.rgb
        self.getScreenGrayscale = self.console.gray
        self.getRAM = self.console.ram
        self.cloneState = self.cloneSystemState = self.console.save
        self.restoreState = self.restoreSystemState = self.console.restore
        self.setRAM = self.console.set_ram
        for name, value in _CONSTANT.items():
            setattr(self, name, lambda value=value: value)

    def reset_game(self) -> None:
        """Begin a game."""
        self._earlier_frames += self.console.frames
        self.console.reset(self._mode, self._difficulty)

    def act(self, action: Any) -> int:
        """Play a frame with one of ALE's 18 actions; return the reward."""
        return self.console.repeat(getattr(action, "value", action), 1)

    def game_over(self, *, with_truncation: bool = True) -> bool:  # noqa: ARG002 - ALE's form
        """Return whether a side has 21 points."""
        return self.console.is_over

    def getEpisodeFrameNumber(self) -> int:
        """Return the frames of the game so far."""
        return self.console.frames

    def getFrameNumber(self) -> int:
        """Return the frames of all games so far."""
        return self._earlier_frames + self.console.frames

    def setMode(self, mode: int) -> None:
        """Choose the mode of games from the next reset on."""
        self._mode = mode

    def setDifficulty(self, difficulty: int) -> None:
        """Choose the difficulty of games from the next reset on."""
        self._difficulty = difficulty


class Emulator:
    """Pong, on ale-py 0.8 to 0.12 or on the console in C.

    Args:
        ale: the binding's `ALEInterface`, or a `ConsoleALE`.
        binding: name and version of what plays.

    Attributes:
        ale: as given.
        binding: as given.
        console: the console in C, if it plays; otherwise None.
        actions: the arguments of `ale.act` for each of the six actions of Pong.
    """

    def __init__(self, ale: Any, binding: str) -> None:
        self.ale, self.binding = ale, binding
        self.console: Console | None = getattr(ale, "console", None)
        self.actions: list[Any] = list(ale.getMinimalActionSet())
        if self.console is not None:
            self.step = self.console.step  # type: ignore[method-assign]  # without another call in between

    def play(self, actions: Iterable[Any]) -> int:
        """Play a frame for each action; return the sum of the rewards."""
        return self.console.play(bytes(actions)) if self.console else sum([self.ale.act(action) for action in actions])

    def step(self, actions: bytes) -> tuple[Any, int, bool]:
        """Play a frame for each of ALE's actions; return screen, reward and whether the game is over."""
        reward = self.play(actions)
        return self.ale.getScreenRGB(), reward, self.ale.game_over()


def pong_rom() -> Path:
    """Return the path of the ROM of Pong in ale-py or, where only that is installed, in atari-py.

    Raises:
        MissingPackageError: neither is installed, or the installed ale-py has no ROM of Pong.
    """
    try:
        # Importing ale-py imports Gymnasium as well.
        return find_rom()
    except UnavailableError:
        if has_only_atari_py():
            return Path(require("atari_py", "playing on the emulator").get_game_path("pong"))
        return Path(rom_path())


def _console_is_wanted() -> bool:
    chosen = os.environ.get("PONG_PG_EMULATOR") or "console"
    if chosen not in {"console", "ale"}:
        raise EnvError(f"PONG_PG_EMULATOR must be console or ale; got {chosen!r}")
    return chosen == "console"


def load_pong() -> Emulator:
    """Load Pong on the console in C or, where that can't be had or `PONG_PG_EMULATOR` is ale, on ale-py.

    Raises:
        MissingPackageError: no installed package has the ROM of Pong; or ale-py is to play, and is not installed.
        EnvError: there is no such emulator.
    """
    if not _console_is_wanted():
        return load_ale()
    rom = pong_rom()
    try:
        return Emulator(ConsoleALE(rom), "pong_pg's own console")
    except UnavailableError as error:
        say_ale_plays(str(error))
        return load_ale(f" (not the console in C: {error})")


def load_ale(reason: str = "") -> Emulator:
    """Load Pong on ale-py, and add a reason to its name; see `load_pong` for what is raised."""
    ale = load_ale_py().ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(str(pong_rom()))
    return Emulator(ale, f"ale-py {installed_version('ale-py')}{reason}")


def compiled_console(rom: Path) -> ConsoleALE | None:
    """Return the console in C, if it is to play, can be had, and the ROM is Pong's."""
    if _console_is_wanted():
        with contextlib.suppress(UnavailableError):
            return ConsoleALE(rom)
    return None


@functools.cache
def say_ale_plays(reason: str) -> None:
    """Log that ALE plays, and why: once for each reason, and not if the user wants nothing to be compiled."""
    if os.environ.get("PONG_PG_COMPILED") != "0":
        _log.warning("ALE plays Pong, some twenty times slower than the console in C of pong_pg: %s", reason)
