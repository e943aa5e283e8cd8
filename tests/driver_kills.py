"""Kill the process of a training run at random instants, resume it until it is done, and compare it with a control."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import numpy as np
from programs import Program, train

import pong_pg
from pong_pg.training.directory import read_metrics

# Short runs, whose checkpoints are large enough that a kill can hit one that is being written.
RUNS = {
    "reinforce": ["--batch-size", "2"],
    "ppo": [
        *("--num-envs", "4", "--n-steps", "64", "--final-n-steps", "64"),
        *("--n-epochs", "1", "--num-minibatches", "2"),
    ],
}


class Killing:
    """Runs of one algorithm that are killed and resumed.

    Args:
        algorithm: "reinforce" or "ppo".
        workers: number of Ray workers; 0 for none.
        folder: for the runs.
        seed: decides the instants, as shares of the duration of an undisturbed run.
        updates: of each run.

    Attributes:
        injected: how many processes were killed, every second one while a checkpoint was being written.
        runs: how many runs ended.
        problems: files that could not be read, processes that were left, and runs that differ from the control.
    """

    def __init__(self, algorithm: str, workers: int, folder: Path, *, seed: int, updates: int) -> None:
        self.injected = self.runs = 0
        self.problems: list[str] = []
        self._updates, self._folder = updates, folder
        self._options = ["--algorithm", algorithm, "--workers", str(workers), "--iterations", str(updates)]
        self._options += ["--checkpoint-every", "1", "--seed", "3", "--n-eval-episodes", "0", "--hidden", "32"]
        self._options += RUNS[algorithm]
        # Two agents of Ray try for a minute to report that its servers are gone.
        self._seconds_to_go = 90.0 if workers else 5.0
        self._rng = np.random.default_rng([seed, len(algorithm), workers])
        self._control = folder / "control"
        began = time.monotonic()
        with self._started(self._control) as program:
            assert program.end() == 0, program.err
        self._duration = time.monotonic() - began

    def _started(self, run_dir: Path) -> Program:
        begun = any((run_dir / "checkpoints").glob("update-*.npz"))
        arguments = ["--resume", str(run_dir)] if begun else [*self._options, "--run-dir", str(run_dir)]
        return train(self._folder, *arguments)

    def kill(self, times: int) -> None:
        """Kill so many times, every second time while a checkpoint is written, and let the last run end."""
        while self.injected < times:
            run_dir = self._folder / f"run-{self.runs}"
            while not self._ends(run_dir, kill=self.injected < times):
                pass
            self.problems += self._differences(run_dir)
            self.runs += 1
            shutil.rmtree(run_dir)

    def _ends(self, run_dir: Path, *, kill: bool) -> bool:
        """Start or resume a run; whether it comes to its end. Otherwise it has been killed."""
        with self._started(run_dir) as program:
            if kill:
                self._wait_for_instant(run_dir / "checkpoints", program)
                ended = program.process.poll() is not None
                program.process.kill()
            status, output = program.end(), program.out + program.err
            if not kill or ended or status == 0:
                # The last kill may have come after the last update.
                assert status == 0 or f"has made its {self._updates} updates" in output, output
                return True
            problems = [f"left: {left}" for left in program.left_after(self._seconds_to_go)]
        self.injected += 1
        problems += [line for line in output.splitlines() if "Traceback" in line or "has lost rows" in line]
        checkpoints = list((run_dir / "checkpoints").glob("update-*.npz"))
        for path in checkpoints:
            try:
                pong_pg.load(path)
            except pong_pg.PongPGError as error:
                problems.append(str(error))
        if not checkpoints:
            # Nothing is there to go on from.
            shutil.rmtree(run_dir, ignore_errors=True)
        self.problems += [f"after kill {self.injected}: {problem}" for problem in problems]
        return False

    def _wait_for_instant(self, checkpoints: Path, program: Program) -> None:
        """Wait until one of the next checkpoints is being written, or for a random time, in turn."""
        instant = time.monotonic() + self._rng.uniform(0, self._duration)
        writes = int(self._rng.integers(1, 6))
        # Earlier kills have left some.
        left = _unfinished(checkpoints)
        seen: set[str] = set()
        while program.process.poll() is None:
            seen |= _unfinished(checkpoints) - left
            if len(seen) >= writes if self.injected % 2 else time.monotonic() > instant:
                return
            # Far less than writing one takes.
            time.sleep(0.0005)

    def _differences(self, run_dir: Path) -> list[str]:
        """What differs between a run that has ended and the control."""
        weights, rows, files = ([read(path) for path in (run_dir, self._control)] for read in (_weights, _rows, _files))
        found = {"weights": weights, "rows of metrics": rows, "files": files}
        return [f"{run_dir.name}: other {what}" for what, (one, control) in found.items() if one != control]


def _weights(run_dir: Path) -> str:
    return pong_pg.load(run_dir).digest()


def _rows(run_dir: Path) -> list[str]:
    """The rows without what they took, and the updates of which there is a row in the other file."""
    untimed = [{**vars(row), "seconds": 0, "steps_per_second": 0} for row in read_metrics(run_dir)]
    lines = (run_dir / "metrics.csv").read_text(encoding="utf-8").splitlines()
    return [*map(json.dumps, untimed), *(line.partition(",")[0] for line in lines)]


def _files(run_dir: Path) -> set[str]:
    return {str(path.relative_to(run_dir)) for path in run_dir.rglob("*") if "tensorboard" not in path.parts}


def _unfinished(checkpoints: Path) -> set[str]:
    try:
        return {entry.name for entry in os.scandir(checkpoints) if entry.name.startswith(".")}
    except FileNotFoundError:
        return set()
