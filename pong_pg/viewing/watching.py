"""Watching games: the pace, the keys, and what is drawn of each step in a terminal or a window."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from rich.color import ColorSystem
from rich.console import Console

from pong_pg.config import TrainConfig
from pong_pg.game.decision import Decision
from pong_pg.game.player import Player
from pong_pg.viewing.cells import Cells, difference, fitted
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Step, frames_of, play_steps
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
# Rows of a terminal that leave room for the keys and the probabilities, and how many these take.
_ROOMY, _BAR_ROWS = 10, 4
# Who is later than this, after a pause or on a slow machine, does not hurry to make up for it.
_LATEST = 0.1

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
        console = Console()
        system = None if console.no_color else console.color_system
        self._system = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}.get(
            system or "", ColorSystem.STANDARD if system else None
        )
        self._shown: Cells | None = None
        self._allowance, self._at = BYTES_PER_SECOND / 10, time.monotonic()
        self.keys = terminal.keys

    def draw(self, step: Step, name: str, pace: Pace) -> None:
        """Show a step of a game."""
        opponent, own = step.score
        title = f"opponent {opponent} : {own} policy   game {step.game + 1}   {pace}   {name}"
        cells = self._cells(title, step.screen, _BUTTONS, below=_BAR_ROWS)
        rows, columns = cells.glyphs.shape
        if rows >= _ROOMY and step.decision is not None:
            _draw_bars(cells, rows - 1 - _BAR_ROWS, columns, step.decision, step.action)
        self._show(cells)

    def show(self, title: str, screen: Image, buttons: str) -> None:
        """Show a line, the field of a screen, (210, 160, 3) uint8 RGB, and what the keys do."""
        self._show(self._cells(title, screen, buttons, below=0))

    def message(self, text: str) -> None:
        """Show a line of text."""
        cells = Cells(*self._terminal.size())
        cells.text(0, 1, text)
        cells.text(1, 1, "q quit")
        self._show(cells)

    def _cells(self, title: str, screen: Image, buttons: str, below: int) -> Cells:
        columns, rows = self._terminal.size()
        cells = Cells(columns, rows)
        cells.text(0, 1, title)
        image = screen[_FIELD]
        room = max(1, rows - 2 - (below if rows >= _ROOMY else 0))
        wide, high = fitted(image.shape[0], image.shape[1], columns, room)
        if rows > 1:
            left, colored = (columns - wide) // 2, self._system is not None
            cells.picture(1, left, wide, min(high, rows - 1), image=image, colored=colored)
        if rows >= _ROOMY:
            cells.text(rows - 1, 1, buttons)
        return cells

    def _show(self, cells: Cells) -> None:
        now = time.monotonic()
        self._allowance = min(BYTES_PER_SECOND / 10, self._allowance + (now - self._at) * BYTES_PER_SECOND)
        self._at = now
        if self._terminal.redraw():
            self._shown = None
        if self._allowance <= 0:
            return
        text = difference(self._shown, cells, self._system)
        self._shown = cells
        if text:
            self._terminal.write(text)
            self._allowance -= len(text.encode())


def _draw_bars(cells: Cells, row: int, columns: int, decision: Decision, chosen: int | None) -> None:
    length = max(1, columns - 20)
    for line, (action, label) in enumerate(_BARS):
        probability = decision.probability(action)
        mark = ">" if action == chosen else " "
        cells.text(row + line, 1, f"{mark} p({label:4}) {probability:4.2f} {'█' * round(probability * length)}")
    if decision.value is not None:
        cells.text(row + len(_BARS), 1, f"  value   {decision.value:+.2f}")


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
        show, before = _GameShow(view, name, pace), None
        with contextlib.closing(playing) as steps:
            for step in steps:
                if not show.step(before, step):
                    return game
                if step.over is not None:
                    break
                before = step
        game += 1
    return game


class _GameShow:
    """Shows the frames of a game when they are due.

    Args:
        view: where they are shown.
        name: of the policy.
        pace: how fast the game goes on; may change.
    """

    def __init__(self, view: View, name: str, pace: Pace) -> None:
        self._view, self._name, self._pace = view, name, pace
        self._due = time.monotonic()
        self._drawn = -math.inf

    def step(self, before: Step | None, step: Step) -> bool:
        """Show the console's frames up to a step; return False to quit."""
        *between, (_, last) = frames_of(before, step)
        for screen, shown in between:
            if not self._frame(dataclasses.replace(shown, screen=screen), 1, stands=False):
                return False
        # The last screen of a game stays for a second.
        return self._frame(last, 1 if last.over is None else FRAMES_PER_SECOND, stands=True)

    def _frame(self, step: Step, frames: int, *, stands: bool) -> bool:
        """Show a screen for so many frames; return False to quit.

        Args:
            step: with the screen.
            frames: of the console.
            stands: whether a pause may begin here, at the screen of an agent step.
        """
        pace, now = self._pace, time.monotonic()
        # At twice the rate of drawing, every second frame; a little early is early enough.
        if (stands and pace.paused) or now - self._drawn >= 0.9 / _FRAMES_PER_SECOND:
            self._draw(step)
        start = self._due
        while True:
            # Again each time, since a key may have changed the speed.
            self._due = max(start + frames / (FRAMES_PER_SECOND * pace.speed), now - _LATEST)
            left = self._due - time.monotonic()
            longest = 1 / _FRAMES_PER_SECOND
            waits = longest if pace.paused and stands else 0.0 if pace.paused else max(0.0, min(left, longest))
            keys = self._view.keys(waits)
            if not all(pace.press(key) for key in keys):
                return False
            if stands and pace.single:
                pace.single = False
                return True
            if keys or (pace.paused and stands):
                self._draw(step)
            elif pace.paused or left <= 0.001:
                return True

    def _draw(self, step: Step) -> None:
        self._view.draw(step, self._name, self._pace)
        self._drawn = time.monotonic()
