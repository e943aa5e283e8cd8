"""Watching games: what is drawn of each step in a terminal."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Iterable, Sequence

from rich.color import Color
from rich.style import Style

from pong_pg.game.decision import Decision
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Games, Screen, Step, frames_of, play_steps
from pong_pg.viewing.half_blocks import fitted, half_blocks
from pong_pg.viewing.overlay import ACTIONS, COLORS
from pong_pg.viewing.pace import Pace
from pong_pg.viewing.terminal import Terminal

_DRAWN_PER_SECOND = 30
_BUTTONS = "space pause  s step  + faster  - slower  q quit"
# Of the screen: the score above the field is in the text, and nothing is below.
_FIELD = slice(34, 194)
# Rows of a terminal that leave room for what is below the field.
_ROOMY = 10


class TerminalView:
    """Draws in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.keys = terminal.keys

    def draw(self, step: Step, title: str) -> None:
        """Show a step of a game, and a line of text; called often, also with the same step again."""
        bars = [] if step.decision is None else self._bars(step.decision, step.action)
        self.show(title, step.screen, [*bars, self._text(_BUTTONS)])

    def show(self, title: str, screen: Screen, foot: Sequence[str]) -> None:
        """Show a line, the field of a screen, and below it some lines, for which a small terminal has no room."""
        columns, rows = self._terminal.size()
        foot = foot if rows >= _ROOMY else []
        field = screen[_FIELD]
        wide, high = fitted(field.shape[0], field.shape[1], columns, max(1, rows - 1 - len(foot)))
        left = " " * ((columns - wide) // 2)
        picture = half_blocks(field, wide, min(high, rows - 1), self._terminal.colors) if rows > 1 else []
        lines = [self._text(title), *(left + line for line in picture)]
        self._terminal.show([*lines, *[""] * (rows - len(lines) - len(foot)), *foot])

    def message(self, text: str) -> None:
        """Show a line of text."""
        self._terminal.show([self._text(f"{text}   q quit")])

    def _text(self, text: str) -> str:
        return f" {text}"[: self._terminal.size()[0]]

    def _bars(self, decision: Decision, chosen: int | None) -> list[str]:
        columns, _ = self._terminal.size()
        lines = []
        for action, label in ACTIONS:
            probability = decision.probability(action)
            text = f" {'>' if action == chosen else ' '} {label:4} {probability:4.2f} "[:columns]
            bar = "█" * min(columns - len(text), round(probability * max(1, columns - 16)))
            style = Style(color=Color.from_rgb(*COLORS[action]))
            lines.append(text + style.render(bar, color_system=self._terminal.colors))
        if decision.value is not None:
            lines.append(self._text(f"  value {decision.value:+.2f}"))
        return lines


def watch(
    load: Callable[[], Games | None], view: TerminalView, speed: float = 1.0, most: float = math.inf
) -> list[tuple[int, int]]:
    """Show games until somebody quits, or the last is over; return the scores of those that were shown to their end.

    Args:
        load: called before each game: which; None while there is none yet.
        view: where they are shown.
        speed: to begin with.
        most: number of games.
    """
    pace = Pace(view.keys, speed)
    scores: list[tuple[int, int]] = []
    while len(scores) < most:
        games = load()
        if games is None:
            view.message("Waiting for the run's first checkpoint ...")
            if not all(pace.press(key) for key in view.keys(0.5)):
                return scores
            continue
        with contextlib.closing(play_steps(games, first_game=len(scores))) as steps:
            score = _show_game(steps, view, pace, games.name)
        if score is None:
            return scores
        scores.append(score)
    return scores


def _show_game(steps: Iterable[Step], view: TerminalView, pace: Pace, name: str) -> tuple[int, int] | None:
    """Show the frames of a game when they are due; return the score, or None if somebody quits."""
    before, drawn = None, -math.inf
    for step in steps:
        for screen, shown in frames_of(before, step):
            seen = dataclasses.replace(shown, screen=screen)

            def draw(seen: Step = seen) -> None:
                opponent, own = seen.score
                view.draw(seen, f"opponent {opponent} : {own} policy   game {seen.game + 1}   {pace}   {name}")

            is_last = screen is step.screen
            # At twice the rate of drawing, every second frame; a little early is early enough.
            if (is_last and pace.paused) or time.monotonic() - drawn >= 0.9 / _DRAWN_PER_SECOND:
                draw()
                drawn = time.monotonic()
            # The last screen of a game stays for a second.
            frames = 1 if step.over is None or not is_last else FRAMES_PER_SECOND * pace.speed
            if not pace.wait(frames, draw, stands=is_last):
                return None
        if step.over is not None:
            return step.score
        before = step
    return None
