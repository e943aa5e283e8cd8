"""What you see and press while you play."""

from __future__ import annotations

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.viewing.play.court import Frame
from pong_pg.viewing.terminal import Terminal
from pong_pg.viewing.watching import TerminalView

_BUTTONS = " up/w, down/s move   space pause   + faster  - slower   q quit"
_ACTION_OF = {"up": UP, "w": UP, "W": UP, "down": DOWN, "s": DOWN, "S": DOWN}
# How long a press of a key moves the paddle: by somewhat more than its own height, and until the keyboard
# repeats a key that is held.
PRESS_FRAMES = 4


class Board:
    """The game in a terminal, where only presses of keys are known: each moves the paddle for some frames."""

    def __init__(self, terminal: Terminal) -> None:
        self._view, self._terminal = TerminalView(terminal), terminal
        self._action, self._frames = STAY, 0

    def draw(self, screen: Frame, title: str) -> None:
        """Show a screen, (210, 160, 3) uint8 RGB, and a line above it; called often."""
        self._view.show(title, screen, [_BUTTONS[: self._terminal.size()[0]]])

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle; wait at most so long for the first."""
        others = []
        for key in self._terminal.keys(seconds):
            if key in _ACTION_OF:
                self._action, self._frames = _ACTION_OF[key], PRESS_FRAMES
            else:
                others.append(key)
        return others

    def action(self) -> int:
        """Return the action of the last key, for as long as it moves the paddle."""
        self._frames -= 1
        return self._action if self._frames >= 0 else STAY
