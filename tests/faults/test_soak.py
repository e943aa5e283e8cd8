"""Long runs whose workers are killed again and again: nothing grows, and the result is right.

PONG_PG_SOAK_MINUTES says how long each takes, 30 by default.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.ray

PONG_PG = [sys.executable, "-m", "pong_pg"]
MINUTES = float(os.environ.get("PONG_PG_SOAK_MINUTES", "30"))
SECONDS_BETWEEN_KILLS = 20.0
RUNS = {
    "reinforce": ["--batch-size", "10", "--hidden", "50"],
    "ppo": ["--algorithm", "ppo", "--num-envs", "8", "--hidden", "50"],
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
def test_a_long_run_with_many_kills(algorithm: str, tmp_path: Path) -> None:
    command = [*PONG_PG, "train", *RUNS[algorithm], "--workers", "2"]
    options = ["--run-dir", str(tmp_path / "run"), "--minutes", str(MINUTES)]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen([*command, *options], stdout=output, stderr=output, env={**os.environ, **RETURNING})
    sizes = kill_workers(psutil.Process(process.pid))
    text = (tmp_path / "output").read_text()
    assert process.wait() == 0, text[-3000:]
    print(f"{algorithm}: {len(sizes)} workers killed; megabytes, files and processes: {sizes}")
    assert len(sizes) >= 60 * MINUTES / SECONDS_BETWEEN_KILLS / 2
    settled, last = sizes[len(sizes) // 3], sizes[-1]
    assert all(after <= before + most for before, after, most in zip(settled, last, MOST_GROWTH, strict=True))
    update = max(int(number) for number in re.findall(r"(?:at|with) update (\d+)", text))
    control = [*command, "--iterations", str(update)]
    done = subprocess.run(control, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert re.findall(r"sha256:\w+", text)[-1] == re.findall(r"sha256:\w+", done.stdout)[-1]
