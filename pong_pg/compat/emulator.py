"""Load Pong: in the package's own console or, where that can't be had, in the Arcade Learning Environment."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.binding import Console
from pong_pg.atari2600.rom import UnavailableError, find_rom
from pong_pg.compat._versions import has_only_atari_py, installed_version, load_ale_py, require, rom_path
from pong_pg.compat.console import ConsoleALE
from pong_pg.errors import EnvError

RAM_BYTES = 128
# What `PONG_PG_EMULATOR` and the argument `emulator` may be.
EMULATORS = ("console", "ale")
_log = logging.getLogger("pong_pg")


class Emulator:
    """Pong on ale-py 0.8 to 0.12; the base class of Pong on the console in C.

    Args:
        ale: the binding's `ALEInterface`.
        binding: name and version of what plays.

    Attributes:
        ale: as given.
        binding: as given.
        actions: the arguments of `ale.act` for each of the six actions of Pong.
        draw_palette: writes the screen's palette indices into a (210, 160) uint8 array.
    """

    def __init__(self, ale: Any, binding: str) -> None:
        self.ale, self.binding = ale, binding
        self.actions: list[Any] = list(ale.getMinimalActionSet())
        self.draw_palette: Callable[[npt.NDArray[np.uint8]], Any] = ale.getScreen

    def play(self, actions: Iterable[Any]) -> int:
        """Play a frame for each action; return the sum of the rewards."""
        return sum([self.ale.act(action) for action in actions])

    def step(self, actions: bytes) -> tuple[Any, int, bool]:
        """Play a frame for each of ALE's actions; return screen, reward and whether the game is over."""
        reward = self.play(actions)
        return self.rgb(), reward, self.ale.game_over()

    def rgb(self) -> Any:
        """Return the screen as a new (210, 160, 3) uint8 array."""
        return self.ale.getScreenRGB()

    def ram(self) -> Any:
        """Return the console's memory as a new (128,) uint8 array."""
        return self.ale.getRAM()


class OwnConsole(Emulator):
    """Pong on the console in C, which plays the same bits as ale-py.

    Args:
        rom: the ROM of Pong.

    Raises:
        UnavailableError: there is no compiler, or the ROM is another one.
    """

    def __init__(self, rom: Path) -> None:
        self._rom = rom
        ale = ConsoleALE(rom)
        super().__init__(ale, "pong_pg's own console")
        self._console = ale.console
        # Without another call in between.
        self.step = self._console.step  # type: ignore[method-assign,assignment]
        self.rgb = self._console.rgb  # type: ignore[method-assign]

    def play(self, actions: Iterable[int]) -> int:
        """Play a frame for each action; return the sum of the rewards."""
        return self._console.play(bytes(actions))

    def new_console(self) -> Console:
        """Return another console with the same ROM, at the beginning of a game."""
        return Console(self._rom)


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


def chosen_emulator(emulator: str | None = None) -> str:
    """Return "console" or "ale": the argument or, if it is None, `PONG_PG_EMULATOR` in the environment.

    Raises:
        EnvError: there is no such emulator.
    """
    chosen = emulator or os.environ.get("PONG_PG_EMULATOR") or EMULATORS[0]
    if chosen not in EMULATORS:
        name = "emulator" if emulator else "PONG_PG_EMULATOR"
        raise EnvError(f"{name} must be {' or '.join(EMULATORS)}; got {chosen!r}")
    return chosen


def load_pong(emulator: str | None = None) -> Emulator:
    """Load Pong on the console in C or, where that can't be had, on ale-py.

    Args:
        emulator: "console", "ale" for ale-py, or None for what `PONG_PG_EMULATOR` in the environment says,
            and "console" without it.

    Raises:
        MissingPackageError: no installed package has the ROM of Pong; or ale-py is to play, and is not installed.
        EnvError: there is no such emulator.
    """
    reason = ""
    if chosen_emulator(emulator) == "console":
        rom = pong_rom()
        try:
            return OwnConsole(rom)
        except UnavailableError as error:
            reason = f" (not the console in C: {error})"
            say_ale_plays(str(error))
    ale = load_ale_py().ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(str(pong_rom()))
    return Emulator(ale, f"ale-py {installed_version('ale-py')}{reason}")


def compiled_console(rom: Path) -> ConsoleALE | None:
    """Return the console in C, if it is to play this ROM and can be had.

    Args:
        rom: the ROM of any game; only Pong's is played.

    Raises:
        EnvError: `PONG_PG_EMULATOR` names no emulator.
    """
    if chosen_emulator() == "console":
        with contextlib.suppress(UnavailableError):
            return ConsoleALE(rom)
    return None


@functools.cache
def say_ale_plays(reason: str) -> None:
    """Log that ALE plays, and why: once for each reason, and not if the user wants nothing to be compiled."""
    if os.environ.get("PONG_PG_COMPILED") != "0":
        _log.warning("ALE plays Pong, some twenty times slower than the console in C of pong_pg: %s", reason)
