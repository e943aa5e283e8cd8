from __future__ import annotations

import dataclasses
import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from pong_pg.config import TrainConfig
from pong_pg.display import LiveDisplay, PlainDisplay, opening_line, progress_display, update_line
from pong_pg.metrics import UpdateMetrics
from pong_pg.runlog import RunStart
from pong_pg.state import Progress
from pong_pg.workers import GameResult


def metrics(update: int = 3, **changes: float) -> UpdateMetrics:
    values = {
        "update": update,
        "games": 30,
        "agent_steps": 31_000,
        "seconds": 2.514,
        "mean_return": -20.3,
        "min_return": -21.0,
        "max_return": -18.0,
        "running_mean": -20.312,
        "episode_length": 1033.3,
        "gradient_norm": 123.4,
        "entropy": 0.69,
        "steps_per_second": 4110.2,
        "truncated_games": 0,
        "flat_games": 0,
        **changes,
    }
    return UpdateMetrics(**values)  # type: ignore[arg-type]  # a dictionary of both kinds of number


def start(target: int | None = 20, update: int = 0) -> RunStart:
    return RunStart(TrainConfig(), Path("runs/one"), 2, Progress(update=update, target=target), "compiled by cc")


def test_the_opening_line_says_what_there_is_to_say() -> None:
    assert "forward pass" in opening_line(start())
    assert "10 games an update" in opening_line(start())
    one = dataclasses.replace(start(), config=TrainConfig(batch_size=1))
    assert "1 game an update" in opening_line(one)
    assert "forward pass" not in opening_line(dataclasses.replace(start(), forward=None))


def test_a_line_begins_as_the_old_examples_does() -> None:
    line = update_line(metrics(), TrainConfig(), -18)
    assert line.startswith("Batch 3 computed 10 rollouts in 2.51 seconds, running mean is -20.31")
    old_reader = re.match(
        r"Batch (\d+) computed (\d+) rollouts in ([\d.]+) seconds, running mean is (-?[\d.]+\d)", line
    )
    assert old_reader is not None
    assert old_reader.groups() == ("3", "10", "2.51", "-20.31")


def test_games_without_gradient_are_told() -> None:
    assert "without gradient" not in update_line(metrics(), TrainConfig(), -18)
    line = update_line(metrics(truncated_games=2, flat_games=1), TrainConfig(), -18)
    assert line.endswith("; without gradient: 2 truncated, 1 with equal advantages")


def test_off_a_terminal_there_is_one_plain_line_each() -> None:
    stream = io.StringIO()
    display = progress_display(stream)
    assert isinstance(display, PlainDisplay)
    display.on_start(start(update=2))
    display.on_game(GameResult(0, -12.0, 1000, 0.6, False, True))
    display.on_update(metrics(3, max_return=-12.0))
    display.on_update(metrics(4))
    display.close()
    first, second, third = stream.getvalue().splitlines()
    assert first == (
        "Playing ALE/Pong-v5, 10 games an update, 2 workers, seed 0, forward pass compiled by cc, "
        "from update 2 to update 20; writing to runs/one"
    )
    assert second.startswith("Batch 3 computed 10 rollouts")
    assert "best game -12," in second
    assert "best game -12," in third, "the best so far stays"
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("target", [None, 20])
def test_the_panel_shows_what_a_watcher_asks(target: int | None) -> None:
    display = LiveDisplay()
    display._console = Console(file=io.StringIO(), width=120)
    display._live.console = display._console
    display.on_start(start(target))
    display.on_update(metrics(1))
    display.on_update(metrics(2))
    for game in range(4):
        display.on_game(GameResult(game, -15.0 - game, 1000, 0.6, False, True))
    console = Console(file=io.StringIO(), width=120)
    console.print(display.render())
    text = console.file.getvalue()  # type: ignore[attr-defined]  # rich says IO; here it is a StringIO
    display.close()
    assert re.search(r"update\s+3" + (" of 20" if target else r"\s"), text)
    for part in ("4 of 10", "2.51", "4,110", "-20.31", "best game so far -15"):
        assert part in text


def test_a_finished_run_shows_its_last_update() -> None:
    display = LiveDisplay()
    display._start = start(3)
    display.on_update(metrics(3))
    console = Console(file=io.StringIO(), width=120)
    console.print(display.render())
    text = console.file.getvalue()  # type: ignore[attr-defined]  # rich says IO; here it is a StringIO
    assert "3 of 3" in text
    assert "games of this batch" not in text
