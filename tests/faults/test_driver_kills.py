"""The process of a run is killed at random instants, and the run resumed: to the same bits, with every update once.

PONG_PG_KILLS says how many times, for each algorithm with and without Ray; PONG_PG_KILLS_SEED decides the instants.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from driver_kills import Killing, Tally

KILLS = int(os.environ.get("PONG_PG_KILLS", "100"))
UPDATES = {"reinforce": 5, "ppo": 40}
SEED = int(os.environ.get("PONG_PG_KILLS_SEED", "16"))


def kill(algorithm: str, workers: int, folder: Path) -> None:
    def tell(tally: Tally) -> None:
        sys.stdout.write(f"\n{algorithm}, {workers} workers, seed {SEED}: {tally}\n")
        sys.stdout.flush()

    tally = Killing(algorithm, workers, folder, seed=SEED, updates=UPDATES[algorithm]).kill(KILLS, tell)
    assert tally.problems == []
    assert tally.injected == tally.survived == KILLS
    assert tally.equal == tally.runs > 0


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_kills_without_ray(algorithm: str, tmp_path: Path) -> None:
    kill(algorithm, 0, tmp_path)


@pytest.mark.ray
@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_kills_with_ray_workers(algorithm: str, tmp_path: Path) -> None:
    kill(algorithm, 2, tmp_path)
