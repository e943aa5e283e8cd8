"""Long runs whose workers are killed again and again: nothing grows, and the result is right.

PONG_PG_SOAK_MINUTES says how long each takes, 30 by default.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from pathlib import Path

import psutil
import pytest
from programs import train

from pong_pg.training.checkpoint import read_checkpoint

pytestmark = pytest.mark.ray

MINUTES = float(os.environ.get("PONG_PG_SOAK_MINUTES", "30"))
SECONDS_BETWEEN_KILLS = 20.0
RUNS = {
    "reinforce": ["--batch-size", "10", "--hidden", "50"],
    "ppo": ["--algorithm", "ppo", "--num-envs", "8", "--hidden", "50", "--total-timesteps", "1000000000"],
}
# The C library gives what is free back to the system, so that what is measured is in use.
RETURNING = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_ARENA_MAX": "2"}
# Megabytes, files and processes more than after a third of the time that are no leak.
MOST_GROWTH = (20.0, 5, 2)


def workers_of(driver: psutil.Process) -> list[psutil.Process]:
    """The processes of its actors; Ray's agents, whose end is the end of their node, have such titles, too."""
    titles = {child: " ".join(child.cmdline()) for child in driver.children(recursive=True)}
    return [child for child, title in titles.items() if title.startswith(("ray::Worker", "ray::RolloutWorker"))]


def kill_workers(driver: psutil.Process) -> list[tuple[float, int, int]]:
    """Kill a worker every 20 seconds until the run ends; return memory, files and processes before each."""
    rng, sizes = random.Random(16), []
    while driver.is_running() and driver.status() != psutil.STATUS_ZOMBIE:
        time.sleep(SECONDS_BETWEEN_KILLS)
        with contextlib.suppress(psutil.NoSuchProcess):
            if workers := workers_of(driver):
                memory = driver.memory_full_info().uss / 1e6
                sizes.append((memory, driver.num_fds(), len(driver.children(recursive=True))))
                rng.choice(workers).kill()
    return sizes


@pytest.mark.timeout(60 * MINUTES * 3 + 1200)
@pytest.mark.parametrize("algorithm", list(RUNS))
def test_a_long_run_with_many_kills(algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in RETURNING.items():
        monkeypatch.setenv(name, value)
    options = [*RUNS[algorithm], "--workers", "2"]
    with train(tmp_path, *options, "--run-dir", "run", "--seconds", str(60 * MINUTES)) as run:
        sizes = kill_workers(psutil.Process(run.process.pid))
        assert run.end() == 0, run.err
        digest = run.digest
    print(f"{algorithm}: {len(sizes)} workers killed; megabytes, files and processes: {sizes}")
    assert len(sizes) >= 60 * MINUTES / SECONDS_BETWEEN_KILLS / 2
    settled, last = sizes[len(sizes) // 3], sizes[-1]
    assert all(after <= before + most for before, after, most in zip(settled, last, MOST_GROWTH, strict=True))
    updates = read_checkpoint(tmp_path / "run").progress.update
    with train(tmp_path, *options, "--iterations", str(updates)) as control:
        assert control.process.wait(60 * 60 * MINUTES) == 0
        assert control.digest == digest
