"""Training, watched: a learning curve and a game of the newest policy beside each other, in the terminal."""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import math
import threading
import time
from collections import deque
from collections.abc import Sequence

import numpy as np

from pong_pg.errors import PongPGError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.results import GameResult
from pong_pg.training.directory import read_metrics
from pong_pg.training.display import LiveDisplay, opening_line
from pong_pg.training.observers import RunStart
from pong_pg.viewing.curves import WINDOW, curve_of
from pong_pg.viewing.game_steps import Games, Step
from pong_pg.viewing.terminal import Terminal, check_terminal
from pong_pg.viewing.watching import TerminalView, watch

_BUTTONS = "space pause  s step  + faster  - slower  q close the game"
# Seconds between two drawings of the figures, and after which the policy that plays may be renewed.
_SECONDS = 0.5
# Lines of the figures and the keys, at most.
_MOST_ROWS = 17
# Columns of the labels of the vertical axis, and its ends.
_LABELS, _HIGHEST = 5, 21
# The bits of a braille character's dots.
_DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])


class WatchedTraining(LiveDisplay):
    """The live display with a learning curve and a game beside each other, on a screen of its own.

    A thread plays the game, from each point on with the newest policy. Use it in the main thread.

    Raises:
        PongPGError: there is no terminal to draw on.
    """

    def __init__(self) -> None:
        check_terminal()
        super().__init__()
        self._returns: deque[float] = deque(maxlen=WINDOW)
        self._curve: list[tuple[float, float]] = []
        self._newest: Games | None = None
        self._renewed = -math.inf
        self._screen = contextlib.ExitStack()
        self._playing: threading.Thread | None = None
        self._closing = threading.Event()
        # What is printed while the screen is there: its last line shows it, and it is printed again afterwards.
        self._printed = io.StringIO()

    def _print(self, line: str) -> None:
        if self._playing is None:
            super()._print(line)
        else:
            print(line, file=self._printed)

    def on_start(self, start: RunStart) -> None:
        """Say what begins, and show the screen."""
        self.show_start(start)
        self._print(opening_line(start))
        self._returns.extend(start.progress.recent)
        if start.progress.update and start.run_dir is not None:
            self._curve = [(point.agent_steps, point.mean_return) for point in curve_of(read_metrics(start.run_dir))]
        self._renew(start, start.progress.update)
        terminal = self._screen.enter_context(Terminal())
        self._screen.enter_context(contextlib.redirect_stderr(self._printed))
        self._playing = threading.Thread(target=self._play, args=[terminal], daemon=True)
        self._playing.start()

    def _play(self, terminal: Terminal) -> None:
        try:
            watch(lambda: self._newest, _View(terminal, self))
        except (OSError, PongPGError) as error:
            self._print(f"The game can't be shown: {error}")

    def _renew(self, start: RunStart, update: int) -> None:
        if time.monotonic() - self._renewed >= _SECONDS:
            self._newest = Games(start.policy(), start.config, name=f"update {update:,}")
            self._renewed = time.monotonic()

    def on_game(self, result: GameResult) -> None:
        """Take a game into the mean."""
        self._returns.append(result.total_reward)

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Take an update into the table and the curve."""
        super().on_update(metrics)
        if self._start is not None:
            self._renew(self._start, metrics.update)
        if self._returns:
            self._curve.append((metrics.agent_steps, sum(self._returns) / len(self._returns)))
        if self._playing is not None and not self._playing.is_alive():
            self._leave_screen()

    def close(self) -> None:
        """Leave the last state of the panel in the terminal."""
        self._leave_screen()
        super().close()

    def _leave_screen(self) -> None:
        if self._playing is None:
            return
        # It is given back also where another Ctrl-C does not wait for the game.
        with self._screen:
            self._closing.set()
            self._playing.join()
        self._playing = None
        if text := self._printed.getvalue():
            self._print(text.rstrip())
        self._live.start()

    def keys(self, terminal: Terminal, seconds: float) -> list[str]:
        """Return the keys pressed, as `Terminal.keys`, or the one that quits once the run has ended."""
        return ["q"] if self._closing.is_set() else terminal.keys(min(seconds, 0.1))

    def curve(self, columns: int, rows: int) -> list[str]:
        """Return the learning curve, with its axes, as so many lines of so many columns each."""
        points = list(self._curve)
        target = self._start.progress.target_steps if self._start is not None else None
        end = max(points[-1][0] if points else 1, target or 1)
        lines = braille(points, end, max(1, columns - _LABELS - 1), max(1, rows - 1))
        labels = {0: _HIGHEST, len(lines) // 2: 0, len(lines) - 1: -_HIGHEST}
        axis = f"{end / 1e6:.3g} M steps"
        title = f"{'':{_LABELS}}mean of {WINDOW} games"
        title *= len(title) + len(axis) + 2 <= columns
        lines = [f"{labels.get(row, ''):>{_LABELS - 1}} {line} " for row, line in enumerate(lines)]
        return [line[:columns] for line in [*lines, f"{title}{axis:>{columns - 1 - len(title)}} "]][:rows]

    def foot(self, columns: int, rows: int) -> list[str]:
        """Return the figures, and what was printed last or the keys, as so many lines."""
        with self._console.capture() as text:
            self._console.print(self.contents(rows - 7), width=columns - 1, highlight=False)
        lines = ["", *(f" {line}" for line in text.get().splitlines()), *[""] * rows][: rows - 1]
        last = (self._printed.getvalue().splitlines() or [_BUTTONS])[-1]
        return [*lines, f" {last}"[:columns]]


class _View(TerminalView):
    def __init__(self, terminal: Terminal, display: WatchedTraining) -> None:
        super().__init__(terminal)
        self.keys = functools.partial(display.keys, terminal)
        self._display = display
        self._drawn: tuple[float, tuple[int, int]] = (-math.inf, (0, 0))

    def draw(self, step: Step, title: str) -> None:
        at, of = self._drawn
        columns, rows = size = self._terminal.size()
        if size != of or time.monotonic() - at >= _SECONDS:
            self._drawn = time.monotonic(), size
            self._foot = self._display.foot(columns, min(_MOST_ROWS, max(8, rows // 2 - 1)))
            self._beside = functools.cache(self._display.curve)
        self.show(title, step.screen, self._foot, self._beside)


def braille(points: Sequence[tuple[float, float]], end: float, columns: int, rows: int) -> list[str]:
    """Return a curve as lines of braille characters, with a line at 0.

    Args:
        points: x in ascending order, and y, which is drawn from -21 to 21.
        end: x at the right end of the lines; 0 is at the left.
        columns: of each line.
        rows: number of lines.
    """
    # Each character is two columns of four dots.
    dots = np.zeros((4 * rows, 2 * columns), np.int64)
    if points:
        x, y = np.array(points).T
        scale = (2 * columns - 1) / end
        reached = np.arange(round(x[0] * scale), round(x[-1] * scale) + 1)
        heights = (_HIGHEST - np.interp(reached / scale, x, y)) / (2 * _HIGHEST) * (4 * rows - 1)
        tops = heights.round().astype(int).clip(0, 4 * rows - 1).tolist()
        for column, (before, now) in zip(reached, itertools.pairwise([tops[0], *tops]), strict=True):
            dots[min(before, now) : max(before, now) + 1, column] = 1
    cells = (dots.reshape(rows, 4, columns, 2) * _DOTS[:, np.newaxis]).sum(axis=(1, 3))
    blank = ["\N{BOX DRAWINGS LIGHT QUADRUPLE DASH HORIZONTAL}" if row == rows // 2 else " " for row in range(rows)]
    return ["".join(chr(0x2800 + cell) if cell else blank[row] for cell in line) for row, line in enumerate(cells)]
