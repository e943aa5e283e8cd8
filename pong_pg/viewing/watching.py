"""Watching games: the pace, the keys, and what is drawn of each step in a terminal or a window."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.game.decision import Decision
from pong_pg.game.player import Player
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Step, frames_of, play_steps
from pong_pg.viewing.half_blocks import Cells, color_depth, difference, fitted
from pong_pg.viewing.overlay import Overlay
from pong_pg.viewing.terminal import Terminal
from pong_pg.viewing.window import Window

SLOWEST, FASTEST = 1 / 16, 16.0
# Drawing stops at this rate until later; over a slow line, more would arrive late.
BYTES_PER_SECOND = 150_000
_FRAMES_PER_SECOND = 30
_BUTTONS = "space pause  s step  + faster  - slower  q quit"
# Of the screen: the score above the field is in the text, and nothing is below.
_FIELD = slice(34, 194)
_BARS = ((2, "up"), (3, "down"), (0, "stay"))

Image = npt.NDArray[np.uint8]


@dataclass
class Pace:
    """How fast the games go on.

    Attributes:
        speed: 1 is that of the console; from `SLOWEST` to `FASTEST`.
        paused: whether they stand still.
        single: whether one step is asked for while they do.
    """

    speed: float = 1.0
    paused: bool = False
    single: bool = False

    def press(self, key: str) -> bool:
        """Do what a key says; return False for the one that quits."""
        if key in ("q", "Q", "escape"):
            return False
        if key == "space":
            self.paused = not self.paused
        elif key == "s":
            self.paused = self.single = True
        elif key in ("+", "="):
            self.speed = min(FASTEST, self.speed * 2)
        elif key in ("-", "_"):
            self.speed = max(SLOWEST, self.speed / 2)
        return True

    def __str__(self) -> str:
        return f"speed {self.speed:g}x" + (", paused" if self.paused else "")


class View(Protocol):
    """Where games are shown."""

    def draw(self, step: Step, name: str, pace: Pace) -> None:
        """Show a step of a game of the policy with this name; called often, also with the same step again."""

    def message(self, text: str) -> None:
        """Show a line of text."""

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed; wait at most so long for the first."""


class TerminalView:
    """Draws in a terminal, at most `BYTES_PER_SECOND`.

    Args:
        terminal: that has been entered.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._depth = color_depth(os.environ)
        self._shown: Cells | None = None
        self._allowance, self._at = BYTES_PER_SECOND / 10, time.monotonic()
        self.keys = terminal.keys

    def draw(self, step: Step, name: str, pace: Pace) -> None:
        """Show a step of a game."""
        opponent, own = step.score
        title = f"opponent {opponent} : {own} policy   game {step.game + 1}   {pace}   {name}"
        self.show(title, step.screen, _BUTTONS, step.decision, step.action, bars=True)

    def show(
        self, title: str, screen: Image, buttons: str, decision: Decision | None, action: int | None, *, bars: bool
    ) -> None:
        """Show a line above the field, the field, and below it probabilities and the keys.

        Args:
            title: the line.
            screen: (210, 160, 3) uint8 RGB, of which the field is shown.
            buttons: what the keys do.
            decision: whose probabilities are shown; None for none.
            action: the one that is marked.
            bars: whether there is to be room for probabilities.
        """
        columns, rows = self._terminal.size()
        cells = Cells(columns, rows)
        cells.text(0, 1, title)
        image = screen[_FIELD]
        below = 0 if rows < 10 else 4 if bars else 0
        wide, high = fitted(image.shape[0], image.shape[1], columns, max(1, rows - 2 - below))
        if rows > 1:
            cells.picture(1, (columns - wide) // 2, wide, min(high, rows - 1), image=image, depth=self._depth)
        if rows >= 10:
            if bars and decision is not None:
                self._bars(cells, rows - 5, columns, decision, action)
            cells.text(rows - 1, 1, buttons)
        self._show(cells)

    def message(self, text: str) -> None:
        """Show a line of text."""
        cells = Cells(*self._terminal.size())
        cells.text(0, 1, text)
        cells.text(1, 1, "q quit")
        self._show(cells)

    def _bars(self, cells: Cells, row: int, columns: int, decision: Decision, chosen: int | None) -> None:
        length = max(1, columns - 20)
        for line, (action, label) in enumerate(_BARS):
            probability = decision.probability(action)
            mark = ">" if action == chosen else " "
            cells.text(row + line, 1, f"{mark} p({label:4}) {probability:4.2f} {'█' * round(probability * length)}")
        if decision.value is not None:
            cells.text(row + 3, 1, f"  value   {decision.value:+.2f}")

    def _show(self, cells: Cells) -> None:
        now = time.monotonic()
        self._allowance = min(BYTES_PER_SECOND / 10, self._allowance + (now - self._at) * BYTES_PER_SECOND)
        self._at = now
        if self._terminal.redraw():
            self._shown = None
        if self._allowance <= 0:
            return
        text = difference(self._shown, cells, self._depth)
        self._shown = cells
        if text:
            sent = self._terminal.sent
            self._terminal.write(text)
            self._allowance -= self._terminal.sent - sent


class WindowView:
    """Draws in a window: the screen, and beside it what the policy makes of it, see `Overlay`.

    Args:
        window: that has been entered.
        overlay: draws the pictures.
    """

    def __init__(self, window: Window, overlay: Overlay) -> None:
        self._window, self._overlay = window, overlay
        self._shown: Step | None = None
        self.keys = window.keys

    def draw(self, step: Step, name: str, pace: Pace) -> None:
        """Show a step of a game."""
        opponent, own = step.score
        self._window.title(f"{opponent} : {own}   {pace}   {name}")
        if step is not self._shown or step.decision is None:
            self._window.show(self._overlay.picture(step.screen, step))
            self._shown = step

    def message(self, text: str) -> None:
        """Show a line of text, as the window's title."""
        self._window.title(text)


def watch(
    load: Callable[[], tuple[Player, TrainConfig, str] | None],
    view: View,
    *,
    seed: int = 0,
    greedy: bool = True,
    games: int | None = None,
    pace: Pace | None = None,
) -> int:
    """Show games until they are over or somebody quits; return how many were shown to their end.

    Args:
        load: called before each game: the policy, its configuration and its name; None while there is none yet.
        view: where they are shown.
        seed: decides the games, which are those of `evaluate`.
        greedy: take the most probable action instead of sampling one.
        games: how many; None for no end.
        pace: to begin with.
    """
    pace = pace or Pace()
    game = 0
    while games is None or game < games:
        loaded = load()
        if loaded is None:
            view.message("Waiting for the run's first checkpoint ...")
            if not all(pace.press(key) for key in view.keys(0.5)):
                return game
            continue
        policy, config, name = loaded
        playing = play_steps(policy, config, seed=seed, greedy=greedy, first_game=game, between=True)
        clock, before = _Clock(pace), None
        with contextlib.closing(playing) as steps:
            for step in steps:
                if not _show(before, step, name, view, clock):
                    return game
                if step.over is not None:
                    break
                before = step
        game += 1
    return game


class _Clock:
    """Says when the console's next frame is due.

    Args:
        pace: how fast the game goes on; may change.
    """

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self._due = time.monotonic()
        self._drawn = -math.inf

    def is_drawn(self, *, last: bool) -> bool:
        """Return whether the frame that begins now is drawn.

        Args:
            last: whether it is the last of an agent step. Its screen is drawn while the game stands still, too.
        """
        now = time.monotonic()
        # At twice the rate of drawing, every second frame; a little early is early enough.
        drawn = (last and self.pace.paused) or now - self._drawn >= 0.9 / _FRAMES_PER_SECOND
        if drawn:
            self._drawn = now
        return drawn

    def left(self, frames: int) -> float:
        """Return how many seconds the frames that have begun are still shown."""
        return self._due + frames / (FRAMES_PER_SECOND * self.pace.speed) - time.monotonic()

    def advance(self, frames: int) -> None:
        """Go on to the next frame."""
        # What was late is not made up for by a rush: after a pause, or where the machine is too slow.
        self._due = max(self._due + frames / (FRAMES_PER_SECOND * self.pace.speed), time.monotonic() - 0.1)


def _show(before: Step | None, step: Step, name: str, view: View, clock: _Clock) -> bool:
    """Show the console's frames up to a step; return False to quit."""
    frames = frames_of(before, step)
    for number, (screen, shown) in enumerate(frames):
        last = number == len(frames) - 1
        # The last screen of a game stays for a second.
        lasts = FRAMES_PER_SECOND if last and step.over is not None else 1
        now = shown if shown.screen is screen else dataclasses.replace(shown, screen=screen)
        if not _hold(now, lasts, name, view, clock, stands=last):
            return False
    return True


def _hold(step: Step, frames: int, name: str, view: View, clock: _Clock, *, stands: bool) -> bool:
    """Show a screen for as long as it lasts; return False to quit.

    Args:
        step: with the screen.
        frames: of the console.
        name: of the policy.
        view: where it is shown.
        clock: that of the game.
        stands: whether a pause may begin here, at the screen of an agent step.
    """
    pace = clock.pace
    if clock.is_drawn(last=stands):
        view.draw(step, name, pace)
    while True:
        if pace.paused and stands:
            if pace.single:
                pace.single = False
                clock.advance(frames)
                return True
            left = 1.0
        else:
            left = 0.0 if pace.paused else clock.left(frames)
        keys = view.keys(max(0.0, min(left, 1 / _FRAMES_PER_SECOND)))
        if not all(pace.press(key) for key in keys):
            return False
        if keys or left >= 1:
            view.draw(step, name, pace)
        elif not (pace.paused and stands) and clock.left(frames) <= 0.001:
            clock.advance(frames)
            return True
        elif pace.paused and not stands:
            return True
