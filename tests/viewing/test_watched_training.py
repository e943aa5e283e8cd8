"""What is drawn beside the game while it trains; `tests/commands/test_watch_command.py` has it on a terminal."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pong_pg
from pong_pg.game.progress import Progress
from pong_pg.ppo.config import PPOConfig
from pong_pg.training.observers import RunStart
from pong_pg.viewing import watched_training
from pong_pg.viewing.watched_training import WatchedTraining, braille


def dots(lines: list[str]) -> list[list[int]]:
    """For each column of dots, the rows of those that are set."""
    found: list[list[int]] = [[] for _ in range(2 * len(lines[0]))]
    bits = {(0, 0): 1, (1, 0): 2, (2, 0): 4, (3, 0): 64, (0, 1): 8, (1, 1): 16, (2, 1): 32, (3, 1): 128}
    for number, line in enumerate(lines):
        for place, character in enumerate(line):
            code = ord(character) - 0x2800
            for (row, column), bit in bits.items():
                if 0 <= code < 256 and code & bit:
                    found[2 * place + column].append(4 * number + row)
    return found


def test_a_curve_runs_from_the_lowest_return_to_the_highest() -> None:
    lines = braille([(0, -21), (50, 21), (75, 0)], 100, 20, 6)
    assert [len(line) for line in lines] == [20] * 6
    columns = dots(lines)
    # Up to three quarters of the width, without a gap; beyond that there is nothing.
    assert [bool(column) for column in columns] == [True] * 30 + [False] * 10
    assert columns[0] == [23]
    assert min(map(min, columns[:30])) <= 1
    for before, now in itertools.pairwise(columns[:30]):
        assert now == list(range(now[0], now[-1] + 1))
        assert set(before) & set(now)
    assert columns[29][-1] == pytest.approx(11.5, abs=1)
    # The rest of the line at 0.
    assert set(lines[3][15:]) == {"┈"}
    assert not lines[0][15:].strip()


@pytest.mark.parametrize("points", [[], [(0, -21)], [(100, 21)], [(3, -400), (4, 400)]])
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (90, 40)])
def test_whatever_the_curve_it_has_its_size(points: list[tuple[float, float]], size: tuple[int, int]) -> None:
    columns, rows = size
    lines = braille(points, 100, columns, rows)
    assert len(lines) == rows
    assert {len(line) for line in lines} == {columns}
    assert bool(np.any([len(column) for column in dots(lines)])) == bool(points)


@pytest.mark.parametrize("columns", [*range(1, 45), 100])
def test_the_caption_is_whole_or_not_there(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 100x40 leaves 34 columns beside the game."""
    monkeypatch.setattr(watched_training, "check_terminal", lambda: None)
    display = WatchedTraining()
    display.show_start(RunStart(PPOConfig(), None, 0, Progress(target_steps=3_000_000), lambda: pong_pg.load("fast")))
    lines = display.curve(columns, 10)
    assert {len(line) for line in lines} == {columns}
    assert ("mean of 50 games" in lines[-1]) == (columns >= 32)
    assert ("mean" in lines[-1]) == (columns >= 32)
    assert ("3 M steps" in lines[-1]) == (columns >= 9)
