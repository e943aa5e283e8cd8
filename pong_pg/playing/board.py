"""What you see and press while you play, in a terminal or a window."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pong_pg.game.actions import DOWN, UP
from pong_pg.game.decision import Decision
from pong_pg.playing.court import Frame
from pong_pg.playing.mirror import LEFT_PADDLE, RIGHT_PADDLE
from pong_pg.playing.paddle_keys import ACTION_OF, TappedPaddle, held_action
from pong_pg.viewing.terminal import Terminal
from pong_pg.viewing.watching import TerminalView
from pong_pg.viewing.window import Window

BUTTONS = "up/w, down/s move   space pause   + faster  - slower   q quit"
_UP_COLOR, _DOWN_COLOR = (255, 150, 0), (60, 140, 255)
_FIELD = slice(34, 194)
# Rows between the paddle and the arrow, and the arrow's own.
_GAP, _ARROW = 4, 8


@dataclass(frozen=True)
class Scene:
    """What is to be seen.

    Attributes:
        screen: (210, 160, 3) uint8 RGB.
        title: who plays, the score, what is going on.
        side: "left" or "right", where you are.
        advice: what the network would do in your place; None for none.
        assists: whether there is to be room for it.
    """

    screen: Frame
    title: str
    side: str
    advice: Decision | None = None
    assists: bool = False

    @property
    def advised(self) -> int | None:
        """The action that is advised."""
        return None if self.advice is None else self.advice.actions[int(np.argmax(self.advice.probabilities))]


class Board(Protocol):
    """Where you play."""

    def draw(self, scene: Scene) -> None:
        """Show a scene; called often."""

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

    def draw(self, scene: Scene) -> None:
        """Show a scene."""
        screen = with_advice(scene.screen, scene.side, scene.advised)
        self._view.show(scene.title, screen, BUTTONS, scene.advice, scene.advised, bars=scene.assists)

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

    def draw(self, scene: Scene) -> None:
        """Show a scene."""
        advice = scene.advice
        told = "" if advice is None else f"   p(up) {advice.probability(UP):.2f} p(down) {advice.probability(DOWN):.2f}"
        if self._title != scene.title + told:
            self._title = scene.title + told
            self._window.title(self._title)
        self._window.show(with_advice(scene.screen, scene.side, scene.advised))

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle."""
        return [key for key in self._window.keys(seconds) if key not in ACTION_OF]

    def action(self) -> int:
        """Return the action of the keys that are held."""
        held = self._window.held
        return held_action(up=held("up") or held("w"), down=held("down") or held("s"))


def with_advice(screen: Frame, side: str, action: int | None) -> Frame:
    """Return a screen with an arrow beside the paddle: orange and above it for up, blue and below it for down.

    Args:
        screen: (210, 160, 3) uint8 RGB.
        side: "left" or "right".
        action: 0 (stay), 2 (up), 3 (down) or None; without an arrow for 0 and None, or while there is no paddle.
    """
    if action not in (UP, DOWN):
        return screen
    columns = LEFT_PADDLE if side == "left" else RIGHT_PADDLE
    field = screen[_FIELD, columns]
    # The paddle is in the middle column of its own; the ball may be in one, but not in all four.
    background = screen[_FIELD, 0]
    lit = np.flatnonzero((field != background[:, np.newaxis]).any(axis=2).all(axis=1))
    if not len(lit):
        return screen
    whole: Frame = screen.copy()
    painted = whole[_FIELD]
    middle = (columns.start + columns.stop) // 2
    for row in range(_ARROW):
        half = 1 + row // 2
        at = lit[0] - _GAP - _ARROW + row if action == UP else lit[-1] + _GAP + _ARROW - row
        if 0 <= at < len(painted):
            painted[at, middle - half : middle + half] = _UP_COLOR if action == UP else _DOWN_COLOR
    return whole
