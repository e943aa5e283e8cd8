"""Watching games in a terminal: pictures as lines of half blocks, two pixels in each cell."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from rich.color import Color, ColorSystem
from rich.style import Style

from pong_pg.game.decision import Decision
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Games, Screen, Step, frames_of, play_steps
from pong_pg.viewing.overlay import ACTIONS, COLORS
from pong_pg.viewing.terminal import Pace, Terminal

# The console draws pixels that are wider than high: 160x210 of them fill a 4:3 television.
PIXEL_ASPECT = 1.6
_DRAWN_PER_SECOND = 30
_BUTTONS = "space pause  s step  + faster  - slower  q quit"
# Of the screen: the score above the field is in the text, and nothing is below.
_FIELD = slice(34, 194)
# Rows of a terminal that leave room for what is below the field.
_ROOMY = 10
_LONGEST_BAR = 40
# A game in which nobody scores for so many agent steps, some 80 seconds, is ended.
MOST_STEPS = 1200
_ENDLESS, _UNFINISHED = f"no point in {MOST_STEPS} steps", "not to its end"
# How long the end of a game stays.
FINAL_SECONDS = 2


def fitted(height: int, width: int, columns: int, rows: int) -> tuple[int, int]:
    """Return the largest size (columns, rows) of cells in which a screen keeps its shape; at least (1, 1).

    Args:
        height: of the screen, in pixels.
        width: of the screen, in pixels.
        columns: available, at least 1.
        rows: available, at least 1; a cell is two half blocks, each about as wide as high.
    """
    factor = min(columns / (width * PIXEL_ASPECT), 2 * rows / height)
    return max(1, min(columns, round(width * PIXEL_ASPECT * factor))), max(1, min(rows, round(height * factor / 2)))


def resized(image: Screen, height: int, width: int) -> npt.NDArray[np.int64]:
    """Return a picture in another size, as 0xRRGGBB; a small ball stays visible however small the picture.

    Where several pixels become one, it is the one that differs most from the picture's most frequent colour.

    Args:
        image: (h, w, 3) uint8.
        height: of the result.
        width: of the result.
    """
    wide = image.astype(np.int64)
    packed = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    background = _most_frequent(packed)
    distance = np.abs(wide - [background >> 16, background >> 8 & 255, background & 255]).sum(axis=2)
    # The distance in the high bits and the colour in the low ones, so that the maximum brings its colour along.
    keys = distance << 24 | packed
    for axis, size in ((0, height), (1, width)):
        length = keys.shape[axis]
        if size < length:
            keys = np.maximum.reduceat(keys, np.arange(size) * length // size, axis=axis)
        else:
            keys = np.take(keys, np.arange(size) * length // size, axis=axis)
    colors: npt.NDArray[np.int64] = keys & 0xFFFFFF
    return colors


def _most_frequent(colors: npt.NDArray[np.int64]) -> int:
    found, counts = np.unique(colors, return_counts=True)
    return int(found[np.argmax(counts)])


def half_blocks(image: Screen, columns: int, rows: int, system: ColorSystem | None) -> list[str]:
    """Return a picture as lines for a terminal.

    Args:
        image: (h, w, 3) uint8.
        columns: width in cells.
        rows: height in cells.
        system: the colours that the terminal shows; without any, what differs from the most frequent colour is lit.
    """
    colors = resized(image, 2 * rows, columns)
    background = _most_frequent(colors)
    lines = []
    for uppers, lowers in zip(colors[::2].tolist(), colors[1::2].tolist(), strict=True):
        parts = []
        for (upper, lower), cells in itertools.groupby(zip(uppers, lowers, strict=True)):
            count = len(list(cells))
            if system is None:
                parts.append(" ▀▄█"[(upper != background) + 2 * (lower != background)] * count)
            else:
                style = Style(color=_color(upper), bgcolor=_color(lower))
                parts.append(style.render(("▀" if upper != lower else " ") * count, color_system=system))
        lines.append("".join(parts))
    return lines


def _color(packed: int) -> Color:
    return Color.from_rgb(packed >> 16, packed >> 8 & 255, packed & 255)


class TerminalView:
    """Draws in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.keys = terminal.keys

    def draw(self, step: Step, title: str) -> None:
        """Show a step of a game, and a line of text; called often, also with the same step again."""
        bars = [] if step.decision is None else self._bars(step.decision, step.action)
        self.show(title, step.screen, [*bars, self.text(_BUTTONS)])

    def show(
        self,
        title: str,
        screen: Screen,
        foot: Sequence[str],
        beside: Callable[[int, int], Sequence[str]] | None = None,
    ) -> None:
        """Show a line, the field of a screen, and below it some lines, for which a small terminal has no room.

        Args:
            title: the line.
            screen: (210, 160, 3) uint8 RGB.
            foot: the lines below.
            beside: returns what stands on the left of the field: so many lines, each of so many columns, the columns
                first. The field then gets at most two thirds of the terminal.
        """
        columns, rows = self._terminal.size()
        foot = foot if rows >= _ROOMY else []
        field = screen[_FIELD]
        room = columns if beside is None else max(1, columns * 2 // 3)
        wide, high = fitted(field.shape[0], field.shape[1], room, max(1, rows - 1 - len(foot)))
        high = min(high, rows - 1)
        picture = half_blocks(field, wide, high, self._terminal.colors) if high else []
        left = [" " * ((columns - wide) // 2)] * high if beside is None else beside(columns - wide, high)
        lines = [self.text(title), *map("".join, zip(left, picture, strict=True))]
        self._terminal.show([*lines, *[""] * (rows - len(lines) - len(foot)), *foot])

    def message(self, text: str) -> None:
        """Show a line of text."""
        self._terminal.show([self.text(f"{text}   q quit")])

    def text(self, text: str) -> str:
        """Return a line of text as far as there is room for it."""
        return f" {text}"[: self._terminal.size()[0]]

    def _bars(self, decision: Decision, chosen: int | None) -> list[str]:
        columns, _ = self._terminal.size()
        lines = []
        for action, label in ACTIONS:
            probability = decision.probability(action)
            text = f" {'>' if action == chosen else ' '} {label:4} {probability:4.2f} "[:columns]
            bar = "█" * min(columns - len(text), round(probability * _LONGEST_BAR))
            style = Style(color=Color.from_rgb(*COLORS[action]))
            lines.append(text + style.render(bar, color_system=self._terminal.colors))
        if decision.value is not None:
            lines.append(self.text(f"  value {decision.value:+.2f}"))
        return lines


def watch(
    load: Callable[[], Games | None], view: TerminalView, speed: float = 1.0, most: float = math.inf
) -> list[str]:
    """Show games until somebody quits, or the last is over; return their scores, the opponent's first.

    A game in which nobody scores any more is ended: a greedy policy may return the ball for ever.

    Args:
        load: called before each game and after each point: with whom it goes on; None while there is nobody yet.
        view: where they are shown.
        speed: to begin with.
        most: number of games.
    """
    pace = Pace(view.keys, speed)
    watched: list[str] = []
    while len(watched) < most:
        games = load()
        if games is None:
            view.message("Waiting for the run's first checkpoint ...")
            if not all(pace.press(key) for key in view.keys(0.5)):
                return watched
            continue
        with contextlib.closing(play_steps(games, first_game=len(watched), newest=load)) as steps:
            watched.append(_show_game(steps, view, pace))
        if pace.quit:
            break
    return watched


def _show_game(steps: Iterator[Step], view: TerminalView, pace: Pace) -> str:
    """Show the frames of a game when they are due; return the score, and why it was not shown to its end."""
    before, drawn, last_point = None, -math.inf, 0
    while True:
        step = next(steps)
        last_point = step.number if step.reward else last_point
        is_endless = step.over is None and step.number - last_point >= MOST_STEPS
        ending = _ENDLESS if is_endless else _UNFINISHED if step.over is None else ""
        for screen, shown in frames_of(before, step):
            seen = dataclasses.replace(shown, screen=screen)

            def draw(seen: Step = seen, ending: str = ending) -> None:
                opponent, own = seen.score
                about = f"{_ENDLESS}: on to the next game" if ending == _ENDLESS else f"game {seen.game + 1}   {pace}"
                view.draw(seen, f"opponent {opponent} : {own} policy   {about}   {seen.name}")

            is_last = screen is step.screen
            is_end = is_last and ending != _UNFINISHED
            # At twice the rate of drawing, every second frame; a little early is early enough.
            if (is_last and pace.paused) or is_end or time.monotonic() - drawn >= 0.9 / _DRAWN_PER_SECOND:
                draw()
                drawn = time.monotonic()
            frames = FINAL_SECONDS * FRAMES_PER_SECOND * pace.speed if is_end else 1
            if not pace.wait(frames, draw, stands=is_last) or is_end:
                return "{} : {}".format(*step.score) + (ending and f" ({ending})")
        before = step
