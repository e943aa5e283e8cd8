"""The console's game for two players."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.compat.emulator import pong_rom
from pong_pg.compat.ids import MAX_FRAMES
from pong_pg.errors import MissingPackageError

Frame = npt.NDArray[np.uint8]
# Of the left and of the right player.
Pair = tuple[int, int]

# The console's game 3. Its game 1 is what everything else here plays (mode 0 of ale-py): the same paddles and angles,
# and a ball that keeps its speed. In game 4, as in game 2, the ball becomes faster.
_MODE = 3
# The ball's vertical position in the console's memory; 0 while there is no ball.
_BALL_Y = 54
# Of each player, for actions 0 (stay), 2 (up) and 3 (down), without and with the button pressed.
_PLAIN = {0: 0, 2: 3, 3: 4}
_PRESSED = {0: 1, 2: 11, 3: 12}
_REINSTALL = "run  pip install --force-reinstall multi-agent-ale-py"


class TwoPlayerCourt:
    """Pong for two players on multi-agent-ale-py, with the ROM of ale-py or atari-py.

    The console's one-player game serves by itself a second after a point. Here the player who scored has to press the
    button for that, so it is pressed for both while there is no ball: the ball comes after the same time as there.
    While the ball is in play it is never pressed, since it would make hits faster than those of the one-player game.

    Attributes:
        score: points of the left and of the right player.

    Raises:
        MissingPackageError: multi-agent-ale-py, or a ROM of Pong that it knows, is not installed.
    """

    def __init__(self) -> None:
        try:
            package = require("multi_agent_ale_py", "Pong for two players")
        except RuntimeError as error:  # what it raises where its library does not fit the machine
            raise MissingPackageError(f"multi-agent-ale-py can't be loaded ({error}): {_REINSTALL}") from error
        package.ALEInterface.setLoggerMode("error")
        self._ale: Any = package.ALEInterface()
        self._ale.setInt("random_seed", 0)
        self._ale.setFloat("repeat_action_probability", 0.0)
        self._ale.loadROM(str(pong_rom()))
        if not self._ale.isSupportedRom() or _MODE not in self._ale.getAvailableModes(2):
            raise MissingPackageError(f"multi-agent-ale-py does not know the installed ROM of Pong: {_REINSTALL}")
        self._ale.setMode(_MODE)
        self._memory = np.zeros(128, np.uint8)
        self._frames = 0
        self.score: Pair = (0, 0)

    def reset(self) -> Frame:
        """Start a game, and return the palette screen, (210, 160) uint8, as an array of its own."""
        self._ale.reset_game()
        self._frames, self.score = 0, (0, 0)
        return self._palette()

    def step(self, left: int, right: int) -> tuple[Frame, bool]:
        """Play one frame.

        Args:
            left: action of the left player: 0 (stay), 2 (up) or 3 (down).
            right: of the right player.

        Returns:
            The palette screen, and whether the game is over.
        """
        self._ale.getRAM(self._memory)
        codes = _PLAIN if self._memory[_BALL_Y] else _PRESSED
        gained, lost = self._ale.act(np.array([codes[right], codes[left]], np.intc))
        self._frames += 1
        # A player who takes too long to serve loses a reward, but no point: then the other one gets none.
        if gained == -lost:
            left_score, right_score = self.score
            self.score = left_score + (gained < 0), right_score + (gained > 0)
        return self._palette(), bool(self._ale.game_over()) or self._frames >= MAX_FRAMES

    def _palette(self) -> Frame:
        screen: Frame = self._ale.getScreen().reshape(210, 160)
        return screen

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        screen: Frame = self._ale.getScreenRGB()
        return screen
