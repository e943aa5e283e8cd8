"""What is shown while games are played: lines for a file, bars for a terminal."""

from __future__ import annotations

import io
import re

import pytest

from pong_pg.evaluation.progress import game_lines, is_live, shown_progress, time_left
from pong_pg.game.results import GameResult

GAMES = [GameResult(number, 100 + number, -3.0 + number, 1000, number == 1) for number in range(3)]


def test_a_line_for_each_game() -> None:
    stream = io.StringIO()
    with game_lines(stream, 3) as show:
        for game in GAMES:
            show(game)
    first, second, _ = stream.getvalue().splitlines()
    assert first == "Game 1 of 3 (seed 100): return -3 in 1000 steps"
    assert second == "Game 2 of 3 (seed 101): return -2 in 1000 steps (truncated)"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """What was written, without colours."""
        return re.sub(r"\x1b\[[\d;]*m", "", self.getvalue())


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


def test_only_a_terminal_that_can_draw_anew_is_live(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_live(terminal)
    assert not is_live(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not is_live(terminal)


def test_progress_is_a_bar_on_a_terminal_and_a_line_elsewhere(terminal: Terminal) -> None:
    stream = io.StringIO()
    for place in (terminal, stream):
        with shown_progress(place) as show:
            show("Playing [one]", 0.0)
            show("Playing [one]", 0.5)
    assert "Playing [one]" in terminal.text
    assert "50%" in terminal.text
    assert stream.getvalue() == "Playing [one] ...\n"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "about 1 s left"), (89.4, "about 89 s left"), (90, "about 2 min left")],
)
def test_an_estimate_is_in_words(seconds: float, text: str) -> None:
    assert time_left(seconds) == text
