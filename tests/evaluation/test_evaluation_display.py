from __future__ import annotations

import io
import os
import pty

import pytest

from pong_pg.evaluation.display import game_line, game_lines
from pong_pg.game.results import GameResult

pytestmark = pytest.mark.any_stack

GAMES = [GameResult(number, 100 + number, -3.0 + number, 1000, number == 1) for number in range(3)]


def test_a_line_for_each_game() -> None:
    stream = io.StringIO()
    with game_lines(stream, 3) as show:
        for game in GAMES:
            show(game)
    first, second, _ = stream.getvalue().splitlines()
    assert first == "Game 1 of 3 (seed 100): return -3 in 1000 steps"
    assert second == "Game 2 of 3 (seed 101): return -2 in 1000 steps (truncated)"


def test_a_terminal_has_the_lines_and_a_bar_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    controller, terminal = pty.openpty()
    with os.fdopen(terminal, "w") as stream, game_lines(stream, 3) as show:
        for game in GAMES:
            show(game)
    written = os.read(controller, 100_000).decode()
    os.close(controller)
    for game in GAMES:
        assert game_line(game, 3) in written
    assert "3/3" in written
    assert "0:00:00" in written
