"""The process of a run is killed at random instants, and the run resumed: to the same bits, with every update once.

PONG_PG_KILLS says how many times, for each algorithm with and without Ray.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from driver_kills import Killing

KILLS = int(os.environ.get("PONG_PG_KILLS", "100"))


@pytest.mark.timeout(14_400)
@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.ray)])
@pytest.mark.parametrize(("algorithm", "updates"), [("reinforce", 5), ("ppo", 40)])
def test_kills(algorithm: str, updates: int, workers: int, tmp_path: Path) -> None:
    killing = Killing(algorithm, workers, tmp_path, seed=16, updates=updates)
    killing.kill(KILLS)
    print(f"{algorithm}, {workers} workers: {killing.injected} kills in {killing.runs} runs: {killing.problems}")
    assert killing.problems == []
    assert killing.injected == KILLS
    assert killing.runs > 0
