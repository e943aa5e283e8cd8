from __future__ import annotations

import dataclasses
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import pong_pg
from pong_pg.config import TrainConfig
from pong_pg.distributed.faults import WorkerFault
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.ppo.algorithm import ALGORITHM as PPO_ALGORITHM
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.reinforce.algorithm import ALGORITHM
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.display import (
    LiveDisplay,
    PlainDisplay,
    evaluation_line,
    opening_line,
    progress_display,
)
from pong_pg.training.observers import RunStart


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


def run_start(config: TrainConfig, run_dir: Path | None, workers: int, progress: Progress) -> RunStart:
    return RunStart(config, run_dir, workers, progress, lambda: pong_pg.load("fast"))


def start(target: int | None = 20, update: int = 0) -> RunStart:
    return run_start(ReinforceConfig(), Path("runs/one"), 2, Progress(update=update, target=target))


def test_a_line_begins_as_the_old_examples_does() -> None:
    line = ALGORITHM.update_line(metrics(), ReinforceConfig(), -18)
    assert line.startswith("Batch 3 computed 10 rollouts in 2.51 seconds, running mean is -20.31")
    old_reader = re.match(
        r"Batch (\d+) computed (\d+) rollouts in ([\d.]+) seconds, running mean is (-?[\d.]+\d)", line
    )
    assert old_reader is not None
    assert old_reader.groups() == ("3", "10", "2.51", "-20.31")
    assert "without gradient" not in line
    line = ALGORITHM.update_line(metrics(truncated_games=2, flat_games=1), ReinforceConfig(), -18)
    assert line.endswith("; without gradient: 2 truncated, 1 with equal advantages")


def test_off_a_terminal_there_is_one_plain_line_each() -> None:
    stream = io.StringIO()
    display = progress_display(stream)
    assert isinstance(display, PlainDisplay)
    display.on_start(start(update=2))
    display.on_game(GameResult(0, 1, -12.0, 1000, False))
    display.on_update(metrics(3, max_return=-12.0))
    display.on_update(metrics(4))
    display.close()
    first, second, third = stream.getvalue().splitlines()
    assert first == (
        "Playing ALE/Pong-v5, 10 games an update, 2 workers, seed 0, from update 2 to update 20; writing to runs/one"
    )
    assert second.startswith("Batch 3 computed 10 rollouts")
    assert "best game -12," in second
    assert "best game -12," in third, "the best so far stays"
    assert "\x1b" not in stream.getvalue()


def drawn(display: LiveDisplay, width: int = 100) -> str:
    """What a display on a terminal of this width looks like."""
    console = display._console = Console(file=io.StringIO(), width=width)
    console.print(display.render())
    text: str = console.file.getvalue()  # type: ignore[attr-defined]  # rich says IO; here it is a StringIO
    return text


@pytest.mark.parametrize("target", [None, 20])
def test_the_panel_shows_what_a_watcher_asks(target: int | None) -> None:
    display = LiveDisplay()
    display.show_start(start(target))
    for update in (1, 2):
        display.on_update(metrics(update))
    text = drawn(display)
    # Two have been made, and a third is under way.
    assert re.search(r"updates\s+2" + (" of 20" if target else r"\s"), text)
    for part in ("2.51", "4,110", "-20.31", "best game so far -18"):
        assert part in text


@pytest.mark.parametrize("width", [80, 100])
def test_below_the_panel_is_room_for_what_a_terminal_shows_of_ctrl_c(width: int) -> None:
    """Two characters at the end of a full line would move the cursor to the next one, and what is drawn with it."""
    display = LiveDisplay()
    display.show_start(start())
    console = Console(width=width)
    *_, last = console.render_lines(display.render())
    assert len("".join(segment.text for segment in last).rstrip()) <= width - 3


@pytest.mark.parametrize("width", [60, 72, 80, 100])
def test_numbers_and_titles_are_whole_on_narrow_terminals(width: int) -> None:
    for begun, row, kept in (
        (start(), metrics(12_345), ("running mean", "-20.31", "12345")),
        (
            run_start(PPO, Path("runs/one"), 2, Progress()),
            ppo_metrics(12_345, agent_steps=123_456_789, games=12_345, episode_length=4321.0),
            ("mean of last 50", "-18.50", "123,456,789"),
        ),
    ):
        display = LiveDisplay()
        display.show_start(begun)
        display.on_update(row)
        text = drawn(display, width)
        assert "…" not in text
        assert all(len(line) <= width for line in text.splitlines())
        for part in kept:
            assert part in text
        assert ("length" in text) == (width == 100)


def test_a_pipe_and_a_terminal_that_can_not_draw_anew_get_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("FORCE_COLOR", "1")
    assert isinstance(progress_display(io.StringIO()), PlainDisplay)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    progress_display(stream).on_connect("local")
    assert stream.getvalue() == "Starting Ray on this machine\n"
    monkeypatch.setenv("TERM", "xterm")
    assert isinstance(progress_display(Terminal()), LiveDisplay)


def test_a_finished_run_shows_its_last_update() -> None:
    display = LiveDisplay()
    display.show_start(start(3))
    display.on_update(metrics(3))
    text = drawn(display)
    assert "3 of 3" in text


def ppo_metrics(update: int = 3, **changes: Any) -> PPOMetrics:
    values = {
        **dataclasses.asdict(metrics(update)),
        "recent_return": -18.5,
        "policy_loss": -0.01,
        "value_loss": 0.05,
        "clipped": 0.1,
        "kl": 0.01,
        "learning_rate": 1e-3,
        "adam_steps": 32,
        **changes,
    }
    return PPOMetrics(**values)


PPO = PPOConfig(seconds=150, until_return=15)


def test_a_line_of_ppo_says_what_steps_and_games_there_were() -> None:
    line = PPO_ALGORITHM.update_line(ppo_metrics(), PPO, -17)
    assert line == (
        "Update 3 in 2.51 seconds, 31000 agent steps, 30 games, mean of the last 50 -18.50; best game -17, "
        "entropy 0.690, 4110 steps/s"
    )
    early = ppo_metrics(mean_return=None, min_return=None, max_return=None, recent_return=None, episode_length=None)
    assert "mean of the last 50 -; best game -," in PPO_ALGORITHM.update_line(early, PPO, None)
    assert PPO_ALGORITHM.update_line(ppo_metrics(truncated_games=2), PPO, -17).endswith("; truncated: 2")


def test_the_opening_line_names_all_goals() -> None:
    progress = Progress(target=20, target_steps=5000)
    line = opening_line(run_start(PPO, None, 0, progress))
    assert "PPO, 32 environments, 128 steps in each per update, this process" in line
    assert line.endswith("to update 20 or to 5000 agent steps or for 150 seconds or until greedy games return 15")
    assert opening_line(run_start(ReinforceConfig(), None, 0, Progress())).endswith("until Ctrl-C")


def evaluation(*returns: float) -> Evaluation:
    return Evaluation([GameResult(n, 0, reward, 1000, False) for n, reward in enumerate(returns)])


def test_an_evaluation_is_a_line() -> None:
    # The standard error is 1, and Student's t for nine degrees of freedom 2.262.
    line = evaluation_line(7, evaluation(*[12 - 3, 12 + 3] * 5))
    assert line == "Evaluation after update 7: mean return 12.00 ± 2.26 (95 %) in 10 greedy games, from 9 to 15"
    # Below ten games, these are shown.
    stream = io.StringIO()
    PlainDisplay(stream).on_evaluation(7, evaluation(8, 21))
    assert stream.getvalue().startswith("Evaluation after update 7: mean return 14.50 (games: 8, 21) in 2 greedy games")


def test_games_that_were_cut_off_are_told() -> None:
    endless = GameResult(0, 0, 3, 27_000, True)
    assert evaluation_line(7, Evaluation([endless])).endswith("; 1 game was cut off after 27,000 steps")


def test_an_evaluation_is_announced() -> None:
    stream = io.StringIO()
    PlainDisplay(stream).on_evaluation_begin(7, 10)
    assert stream.getvalue() == "Evaluating the policy after update 7: 10 greedy games\n"


def test_the_panel_of_ppo_shows_steps_games_and_what_is_left() -> None:
    display = LiveDisplay()
    display.show_start(run_start(PPO, Path("runs/one"), 2, Progress(target_steps=100_000)))
    display.on_update(ppo_metrics(1, mean_return=None, max_return=None, recent_return=None, episode_length=None))
    display.on_update(ppo_metrics(2))
    text = drawn(display)
    for part in ("mean of last 50", "-18.50", "31,000 of 100,000", "0 of 150", "entropy"):
        assert part in text


def test_the_panel_says_how_many_workers_were_replaced_and_why() -> None:
    display = LiveDisplay()
    display.show_start(start())
    assert "replaced" not in drawn(display)
    display.on_fault(WorkerFault(1, "its process died", "games to play again: 3", 4))
    assert "workers replaced so far: 4; the last one because its process died" in drawn(display)


def test_the_panel_estimates_the_time_left_until_the_first_goal() -> None:
    display = LiveDisplay()
    goals = Progress(target=20, target_steps=1_000_000)
    display.show_start(dataclasses.replace(start(20), progress=goals))
    assert " left" not in drawn(display)
    # 16,000 steps in 6 seconds together, so that the steps would take three minutes.
    display.on_update(metrics(4, seconds=2.0, steps_per_second=6000))
    display.on_update(metrics(5, seconds=4.0, agent_steps=500_000, steps_per_second=1000))
    text = drawn(display)
    assert re.search(r"updates +5 of 20 .*about 45 s left", text)
    assert re.search(r"agent steps +500,000 of 1,000,000 ", text)
    assert text.count(" left") == 1
    display.show_start(dataclasses.replace(start(20), config=ReinforceConfig(seconds=36), progress=goals))
    text = drawn(display)
    assert re.search(r"seconds +0 of 36 .*about 3\d s left", text)
    assert text.count(" left") == 1
