"""What you see and press while you play, in a terminal or a window."""

from __future__ import annotations

from typing import TypeAlias

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.viewing.play.court import Frame
from pong_pg.viewing.terminal import Terminal
from pong_pg.viewing.watching import TerminalView
from pong_pg.viewing.window import Window

_BUTTONS = " up/w, down/s move   space pause   + faster  - slower   q quit"
_ACTION_OF = {"up": UP, "w": UP, "W": UP, "down": DOWN, "s": DOWN, "S": DOWN}
# How long a press of a key moves the paddle in a terminal: by somewhat more than its own height, and until the keyboard
# repeats a key that is held.
PRESS_FRAMES = 4


class TerminalBoard:
    """The board in a terminal, where only presses of keys are known: each moves the paddle for some frames."""

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


class WindowBoard:
    """The board in a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def draw(self, screen: Frame, title: str) -> None:
        """Show a screen."""
        self._window.title(title)
        self._window.show(screen)

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle."""
        return [key for key in self._window.keys(seconds) if key not in _ACTION_OF]

    def action(self) -> int:
        """Return the action of the keys that are held; for both directions it is 0 (stay)."""
        held = self._window.held
        up, down = held("up") or held("w"), held("down") or held("s")
        return STAY if up == down else UP if up else DOWN


Board: TypeAlias = TerminalBoard | WindowBoard
