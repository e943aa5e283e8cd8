"""Whole training scripts, seeded: their first games under `pong-pg run` are those of the original stacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from old_scripts import run
from stacks import WHOLE_SCRIPTS, name_of, recorded, scripts

GAMES = 4
WITHOUT_RAY = [path for path in scripts([WHOLE_SCRIPTS]) if path.stem == "single_process_2016"]
WITH_RAY = [path for path in scripts([WHOLE_SCRIPTS]) if path not in WITHOUT_RAY]


def first_games_of(script: Path, cwd: Path) -> None:
    """Play the first games, with two updates, and compare them with the record of fifty."""
    done = run(script, str(GAMES), cwd=cwd, timeout=300)
    assert done.returncode == 0, done.stderr
    printed, record = done.stdout.splitlines(), recorded(script).read_text().splitlines()
    assert sum(line.startswith(("update", "Batch")) for line in printed) == 2
    assert printed == record[: len(printed)]
    assert sum(line.startswith("game ") for line in record) == 50


@pytest.mark.parametrize("script", WITHOUT_RAY, ids=name_of)
def test_one_process_plays_the_games_that_it_played_then(script: Path, tmp_path: Path) -> None:
    first_games_of(script, tmp_path)


@pytest.mark.ray
@pytest.mark.parametrize("script", WITH_RAY, ids=name_of)
def test_workers_play_the_games_that_they_played_then(script: Path, tmp_path: Path) -> None:
    first_games_of(script, tmp_path)
