"""One to four signals at random instants of a run: its status is theirs, and no process is left.

PONG_PG_SIGNALS says how many runs, with and without Ray; PONG_PG_SIGNALS_SEED decides the instants.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from driver_kills import marked_environment, processes_left

import pong_pg

RUNS = int(os.environ.get("PONG_PG_SIGNALS", "50"))
SEED = int(os.environ.get("PONG_PG_SIGNALS_SEED", "16"))
COMMAND = [sys.executable, "-m", "pong_pg", "train", "--batch-size", "2", "--hidden", "4", "--iterations", "4"]


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.ray)])
def test_signals_at_random_instants(workers: int, tmp_path: Path) -> None:
    rng = np.random.default_rng([SEED, workers])
    command = [*COMMAND, "--workers", str(workers), "--eval-episodes", "3"]
    began = time.monotonic()
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    duration = time.monotonic() - began
    problems: list[str] = []
    hit = 0
    for run in range(RUNS):
        number = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][int(rng.integers(3))]
        instant, pauses = rng.uniform(0, 0.8 * duration), rng.uniform(0, 0.5, int(rng.integers(0, 4)))
        run_dir = tmp_path / f"run-{run}"
        status, output, left = _run(command, run_dir, number, instant, pauses.tolist())
        hit += "writing a checkpoint" in output
        what = f"{number.name}, {len(pauses) + 1} times, from {instant:.2f} s: status {status}, left {left}: {output}"
        if "Ray could not be started" in output:
            # The machine is busy with something else.
            continue
        # The last: the run had ended before the first signal, and nothing handles them any more.
        if left or "Traceback" in output or status not in {0, 128 + number, -number}:
            problems.append(what)
            sys.stdout.write(f"\n{what}\n")
        for path in (run_dir / "checkpoints").glob("update-*.npz"):
            pong_pg.load(path)
    sys.stdout.write(
        f"\n{workers} workers, seed {SEED}: signals in {RUNS} runs, {hit} of them in time, {len(problems)} wrong\n"
    )
    assert problems == []
    assert hit > RUNS // 4


def _run(
    command: list[str], run_dir: Path, number: signal.Signals, instant: float, pauses: list[float]
) -> tuple[int, str, list[str]]:
    """The status and output of a run to which signals are sent, and which of its processes were left."""
    with marked_environment() as environment:
        with subprocess.Popen(
            [*command, "--run-dir", str(run_dir)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            # From here on, signals are handled.
            lines = [process.stdout.readline()]
            # What it prints later, so that it never waits for a reader.
            reader = threading.Thread(target=lambda: lines.extend(process.stdout or ()))
            reader.start()
            for pause in (instant, *pauses):
                time.sleep(pause)
                if process.poll() is None:
                    # Ctrl-C on a terminal goes to all its processes.
                    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
            process.wait(timeout=120)
            reader.join()
        return process.returncode, "".join(lines), processes_left(environment, 30)
