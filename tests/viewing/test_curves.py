from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from histories import history, write_run

from pong_pg.errors import RunDirError
from pong_pg.viewing.curves import curve_of, grouped, reached, read_run


def test_a_point_is_the_mean_of_the_last_updates_that_make_50_games() -> None:
    # Ten games an update: with the sixth, the first falls out.
    curve = curve_of(history([-20.0, -18.0, -16.0, -14.0, -12.0, -10.0]))
    assert [point.mean_return for point in curve] == [-20, -19, -18, -17, -16, -14]
    assert (curve[-1].games, curve[-1].agent_steps) == (60, 6000)
    assert curve[-1].seconds == pytest.approx(36)


def test_updates_in_which_no_game_ended_carry_the_curve_on() -> None:
    curve = curve_of(history([None, -20.0, None, -10.0]))
    assert [(point.games, point.mean_return) for point in curve] == [(10, -20), (10, -20), (20, -15)]
    assert curve[0].agent_steps == 2000


def test_runs_that_differ_in_their_seed_alone_are_one_group(tmp_path: Path) -> None:
    configs: list[dict[str, Any]] = [
        {"seed": 0},
        {"seed": 1, "workers": 0},
        {"learning_rate": 1e-3},
        {"algorithm": "ppo"},
    ]
    runs = [read_run(write_run(tmp_path / str(index), [-20.0], **config)) for index, config in enumerate(configs)]
    groups = grouped(runs)
    assert list(groups) == [
        "reinforce, learning rate 0.0001",
        "reinforce, learning rate 0.001",
        "ppo",
    ]
    assert [[run.config.seed for run in group] for group in groups.values()] == [[0, 1], [0], [0]]


def test_a_return_is_reached_by_a_whole_window_of_games(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", [5.0, -20.0, -20.0, -20.0, -20.0, -20.0, *[5.0] * 9]))
    point = reached(run, 0)
    assert point is not None
    # The first update alone was better, but it was not 50 games.
    assert point.games == 100
    assert reached(run, 6) is None


@pytest.mark.parametrize(
    ("break_it", "complaint"),
    [
        (lambda path: (path / "config.json").unlink(), "is not the directory of a run (No such file or directory)"),
        (lambda path: (path / "config.json").write_text("{"), "config.json can't be used (Expecting"),
        (
            lambda path: (path / "config.json").write_text('{"learning_rte": 1}'),
            "did you mean learning_rate?",
        ),
        (lambda path: (path / "config.json").write_text("[1]"), "config.json can't be used (a configuration must be"),
        (
            lambda path: (path / "metrics.jsonl").unlink(),
            "has nothing to compare",
        ),
    ],
)
def test_a_directory_that_is_not_a_run_is_reported_in_one_line(tmp_path: Path, break_it: Any, complaint: str) -> None:
    path = write_run(tmp_path / "run", [-20.0])
    break_it(path)
    with pytest.raises(RunDirError) as caught:
        grouped([read_run(path)])
    assert complaint in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
