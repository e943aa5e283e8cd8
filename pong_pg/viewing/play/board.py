"""What you see and press while you play, in a terminal or a window."""

from __future__ import annotations

import time
from typing import Protocol

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.viewing.play.court import Frame
from pong_pg.viewing.terminal import RELEASE, Terminal
from pong_pg.viewing.watching import TerminalView
from pong_pg.viewing.window import Window

_BUTTONS = "up/w, down/s move   space pause   + faster  - slower   q quit"
_ACTION_OF = {"up": UP, "w": UP, "W": UP, "down": DOWN, "s": DOWN, "S": DOWN}
# A tap moves the paddle by its own height, which takes three frames; more taps add up.
TAP_FRAMES, MOST_FRAMES = 3, 12
# The same key again after at most so many seconds is the keyboard's repetition of a key that is held: it goes on for
# these frames, which last until the next repetition.
_REPEAT_SECONDS, REPEAT_FRAMES = 0.075, 4


class Board(Protocol):
    """Where you play."""

    def draw(self, screen: Frame, title: str) -> None:
        """Show a screen, (210, 160, 3) uint8 RGB, and a line above it; called often."""

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle; wait at most so long for the first."""

    def action(self) -> int:
        """Return your action for the next frame: 0 (stay), 2 (up) or 3 (down)."""


class TerminalBoard:
    """The board in a terminal.

    Args:
        terminal: that has been entered.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._view, self._terminal = TerminalView(terminal), terminal
        self._paddle = TappedPaddle()
        self.action = self._paddle.action

    def draw(self, screen: Frame, title: str) -> None:
        """Show a screen."""
        self._view.show(title, screen, _BUTTONS)

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle."""
        keys = self._terminal.keys(seconds)
        now = time.monotonic()
        return [key for key in keys if not self._paddle.press(key, now)]


class WindowBoard:
    """The board in a window.

    Args:
        window: that has been entered.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._title = ""

    def draw(self, screen: Frame, title: str) -> None:
        """Show a screen."""
        if self._title != title:
            self._title = title
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


class TappedPaddle:
    """Your paddle in a terminal, where only presses of keys are known.

    A tap moves it by its own height, and a key that is held moves it on, once the keyboard repeats it. Where the
    terminal tells of releases, an arrow key that is held moves it all the time.
    """

    def __init__(self) -> None:
        self._action = STAY
        self._frames = 0.0
        self._pressed: tuple[str, float] = ("", -1.0)
        self._tells_releases = False

    def press(self, key: str, now: float) -> bool:
        """Take in a key; return whether it moves the paddle.

        Args:
            key: as named by `pong_pg.viewing.terminal.Terminal.keys`.
            now: the time in seconds.
        """
        name = key.removeprefix(RELEASE)
        if name not in _ACTION_OF:
            return False
        action = _ACTION_OF[name]
        if name != key:
            self._tells_releases = True
            if action == self._action:
                self._frames = 0
            return True
        before, at = self._pressed
        self._pressed = key, now
        is_repeat = key == before and now - at <= _REPEAT_SECONDS
        if self._tells_releases and name in ("up", "down"):
            self._frames = float("inf")
        elif action != self._action:
            self._frames = TAP_FRAMES
        elif is_repeat:
            self._frames = max(self._frames, REPEAT_FRAMES)
        else:
            self._frames = min(MOST_FRAMES, self._frames + TAP_FRAMES)
        self._action = action
        return True

    def action(self) -> int:
        """Return the action of the next frame: 0 (stay), 2 (up) or 3 (down)."""
        if self._frames <= 0:
            return STAY
        self._frames -= 1
        return self._action
