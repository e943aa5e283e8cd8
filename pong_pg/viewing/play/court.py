"""Games with two sides: that for two players, and the console's own for one."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.compat import make
from pong_pg.compat.ids import MAX_FRAMES
from pong_pg.compat.multi_agent import TwoPlayerEmulator

Frame = npt.NDArray[np.uint8]
# Of the left and of the right player.
Pair = tuple[int, int]


class Court(Protocol):
    """A game with a player at each side, frame by frame.

    Attributes:
        score: points of the left and of the right player.
    """

    score: Pair

    def reset(self) -> Frame:
        """Start a game, and return the palette screen, (210, 160) uint8, as an array of its own."""

    def step(self, left: int, right: int) -> tuple[Frame, bool]:
        """Play one frame.

        Args:
            left: action of the left player: 0 (stay), 2 (up) or 3 (down).
            right: of the right player.

        Returns:
            The palette screen, and whether the game is over.
        """

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""


class TwoPlayerCourt:
    """Pong for two players. A ball is served by itself, as in the console's game for one player.

    Raises:
        MissingPackageError: multi-agent-ale-py, or a ROM of Pong that it knows, is not installed.
    """

    def __init__(self) -> None:
        self._emulator = TwoPlayerEmulator()
        self._frames = 0
        self.score: Pair = (0, 0)

    def reset(self) -> Frame:
        """Start a game; see `Court.reset`."""
        self._emulator.reset()
        self._frames, self.score = 0, (0, 0)
        return self._emulator.palette()

    def step(self, left: int, right: int) -> tuple[Frame, bool]:
        """Play one frame; see `Court.step`."""
        gained = self._emulator.act(left, right)
        self._frames += 1
        self.score = _counted(self.score, gained)
        return self._emulator.palette(), self._emulator.is_over() or self._frames >= MAX_FRAMES

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        return self._emulator.rgb()


class ConsoleCourt:
    """The console's game for one player: its own player is on the left, whose actions are not used."""

    def __init__(self) -> None:
        self._env = make("PongNoFrameskip-v4", backend="direct", obs_type="palette")
        self.score: Pair = (0, 0)

    def reset(self) -> Frame:
        """Start a game; see `Court.reset`."""
        self.score = (0, 0)
        return np.array(self._env.reset()[0])

    def step(self, left: int, right: int) -> tuple[Frame, bool]:  # noqa: ARG002 - of the console itself
        """Play one frame; see `Court.step`."""
        frame, reward, terminated, truncated, _ = self._env.step(right)
        self.score = _counted(self.score, int(reward))
        return np.array(frame), terminated or truncated

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        return np.array(self._env.render(), np.uint8)


def _counted(score: Pair, right_gained: int) -> Pair:
    return score[0] + (right_gained < 0), score[1] + (right_gained > 0)
