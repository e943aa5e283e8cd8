from __future__ import annotations

import contextlib
import io
import os
import pty

import pytest

from pong_pg.evaluation.display import game_line, game_lines
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


def test_what_comes_before_the_first_game_is_a_line() -> None:
    stream = io.StringIO()
    with game_lines(stream, 3, first="Starting Ray on this machine") as show:
        assert stream.getvalue() == "Starting Ray on this machine\n"
        show(GAMES[0])
    assert stream.getvalue().splitlines()[1:] == [game_line(GAMES[0], 3)]


def test_a_terminal_has_the_lines_and_a_bar_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    controller, terminal = pty.openpty()
    written = b""
    with os.fdopen(controller, "rb", buffering=0) as screen:
        with os.fdopen(terminal, "w") as stream, game_lines(stream, 3) as show:
            for game in GAMES:
                show(game)
        # A terminal hands over what it has in pieces, and at its end an error.
        with contextlib.suppress(OSError):
            while piece := screen.read(4096):
                written += piece
    for game in GAMES:
        assert game_line(game, 3) in written.decode()
    assert b"3/3" in written
    assert b"0:00:00" in written
