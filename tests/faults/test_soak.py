"""Long runs whose workers are killed again and again: nothing grows, nothing is left, the result is right.

PONG_PG_SOAK_MINUTES says how long each takes, 30 by default.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
from scipy import stats

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
# Megabytes per hour by which memory may grow at most, at the lower end of the confidence interval.
MOST_GROWTH = 20.0


def workers_of(driver: psutil.Process) -> list[psutil.Process]:
    """The processes of its actors; Ray's agents, whose end is the end of their node, have such titles, too."""
    titles = {child: " ".join(child.cmdline()) for child in driver.children(recursive=True)}
    return [child for child, title in titles.items() if title.startswith(("ray::Worker", "ray::RolloutWorker"))]


@pytest.mark.timeout(60 * MINUTES * 3 + 1200)
@pytest.mark.parametrize("algorithm", list(RUNS))
def test_a_long_run_with_many_kills(algorithm: str, tmp_path: Path) -> None:
    rng = random.Random(16)
    arguments = [*RUNS[algorithm], "--workers", "2", "--run-dir", str(tmp_path / "run"), "--minutes", str(MINUTES)]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(
            [*PONG_PG, "train", *arguments], stdout=output, stderr=output, env={**os.environ, **RETURNING}
        )
    driver = psutil.Process(process.pid)
    began, killed, family = time.monotonic(), 0, set()
    seconds, memory, files, processes = [], [], [], []
    due = began + SECONDS_BETWEEN_KILLS
    while process.poll() is None:
        time.sleep(1)
        try:
            family |= set(driver.children(recursive=True))
            now = time.monotonic()
            # Not the start, which loads what is needed, nor the end.
            if (tmp_path / "run" / "metrics.csv").exists() and now - began < 60 * MINUTES:
                seconds.append(now - began)
                memory.append(driver.memory_full_info().uss / 1e6)
                files.append(driver.num_fds())
                processes.append(len(driver.children(recursive=True)))
            if now > due and now - began < 60 * MINUTES - SECONDS_BETWEEN_KILLS:
                due = now + SECONDS_BETWEEN_KILLS
                if workers := workers_of(driver):
                    rng.choice(workers).send_signal(signal.SIGKILL)
                    killed += 1
        except psutil.NoSuchProcess:
            continue
    text = (tmp_path / "output").read_text()
    assert process.returncode == 0, text[-3000:]
    _, alive = psutil.wait_procs(list(family), timeout=20)
    assert not alive

    settled = len(seconds) // 3
    fit = stats.linregress(seconds[settled:], memory[settled:])
    margin = stats.t.ppf(0.975, len(seconds) - settled - 2) * fit.stderr
    growth, error = fit.slope * 3600, margin * 3600
    updates, weights = re.findall(r"at update (\d+)|with update (\d+)", text), re.findall(r"sha256:\w+", text)
    update = max(int(number) for pair in updates for number in pair if number)
    print(
        f"{algorithm}: {MINUTES:g} minutes, {update} updates, {killed} workers killed, "
        f"{text.count('is being replaced')} replaced; "
        f"memory of the driver {memory[settled]:.0f} to {memory[-1]:.0f} MB, "
        f"{growth:+.1f} ± {error:.1f} MB per hour (95 %); files {min(files[settled:])} to {max(files[settled:])}, "
        f"processes {min(processes[settled:])} to {max(processes[settled:])}"
    )
    assert killed >= 60 * MINUTES / SECONDS_BETWEEN_KILLS / 2
    assert growth - error < MOST_GROWTH
    assert np.median(files[-60:]) <= np.median(files[settled : settled + 60]) + 5
    assert np.median(processes[-60:]) <= np.median(processes[settled : settled + 60]) + 2
    control = subprocess.run(
        [*PONG_PG, "train", *RUNS[algorithm], "--workers", "2", "--iterations", str(update)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert control.returncode == 0, control.stderr[-3000:]
    assert weights[-1] == re.findall(r"sha256:\w+", control.stdout)[-1]
