"""The console in C in the place of the Arcade Learning Environment: the same game, bit for bit, in less time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.binding import HEIGHT, RAM_BYTES, WIDTH, Console

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

    def getRAM(self, memory: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:  # noqa: N802
        """Return the console's memory as a (128,) uint8 array, a new one or `memory`."""
        if memory is None:
            return self.console.ram()
        memory[...] = self.console.ram()
        return memory

    def getEpisodeFrameNumber(self) -> int:  # noqa: N802
        """Return the frames of the game so far."""
        return self.console.frames

    def getFrameNumber(self) -> int:  # noqa: N802
        """Return the frames of all games so far."""
        return self._earlier_frames + self.console.frames

    def setMode(self, mode: int) -> None:  # noqa: N802
        """Choose the mode of games from the next reset on."""
        self._mode = mode

    def setDifficulty(self, difficulty: int) -> None:  # noqa: N802
        """Choose the difficulty of games from the next reset on."""
        self._difficulty = difficulty
