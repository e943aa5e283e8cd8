from __future__ import annotations

import io
from pathlib import Path

import pytest
from histories import write_run

from pong_pg.cli import main
from pong_pg.viewing.curves import grouped, print_comparison, read_run

RISING = [-20.0] * 5 + [1.0] * 10


@pytest.fixture
def runs(tmp_path: Path) -> list[str]:
    paths = [write_run(tmp_path / f"seed{seed}", [-20.0] * seed + RISING, seed=seed) for seed in range(3)]
    paths.append(write_run(tmp_path / "ppo", [-20.0] * 9, algorithm="ppo"))
    return [str(path) for path in paths]


def test_the_table_has_median_and_range_over_the_seeds(runs: list[str]) -> None:
    stream = io.StringIO()
    print_comparison(grouped([read_run(Path(path)) for path in runs]), stream)
    lines = stream.getvalue().splitlines()
    # Ten updates, of ten games each, after the first five; the other seeds begin one and two later.
    reached = next(line for line in lines if "3 of 3" in line and " 0 " in line)
    assert "110 (100 to 120)" in reached
    assert "66 (60 to 72)" in reached
    assert any("0, 1, 2" in line and "160 (150 to 170)" in line for line in lines)
    # Of one seed there is no range, and of a return that was not reached nothing.
    assert any("ppo" in line and " -20.0 " in line for line in lines)
    assert sum("0 of 1" in line and line.count(" - ") == 3 for line in lines) == 5
    assert all(len(line) <= 120 for line in lines)


def test_mistakes_are_one_line(runs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, complaint in (
        ([*runs, f"{runs[1]}/../seed1"], "seed1 is named twice: name each run once"),
        (["nowhere"], "nowhere is not the directory of a run"),
    ):
        assert main(["compare", *arguments]) == 2
        error = capsys.readouterr().err
        assert complaint in error
        assert error.count("\n") == 1
