"""Kill the process of a training run at random instants, resume it until it is done, and compare it with a control."""

from __future__ import annotations

import csv
import json
import os
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from programs import Program, train

import pong_pg

# Short runs, whose checkpoints are large enough that a kill can hit one that is being written.
RUNS = {
    "reinforce": {"batch-size": 2},
    "ppo": {"num-envs": 4, "rollout-steps": 64, "final-rollout-steps": 64, "epochs": 1, "num-minibatches": 2},
}
# Columns of the metrics that differ from run to run.
_TIMES = {"seconds", "steps_per_second"}


@dataclass
class Tally:
    """What has been done to some runs, and what came of it.

    Attributes:
        injected: processes killed, every second one while a checkpoint was being written.
        survived: kills after which every file could be read and no process was left.
        runs: runs that ended.
        equal: of these, with the control's weights and metrics, every update once.
    """

    injected: int = 0
    survived: int = 0
    runs: int = 0
    equal: int = 0
    problems: list[str] = field(default_factory=list)


class Killing:
    """Runs of one algorithm that are killed and resumed.

    Args:
        algorithm: "reinforce" or "ppo".
        workers: number of Ray workers; 0 for none.
        folder: for the runs.
        seed: decides the instants, as shares of the duration of an undisturbed run.
        updates: of each run.
    """

    def __init__(self, algorithm: str, workers: int, folder: Path, *, seed: int, updates: int) -> None:
        self.tally = Tally()
        self._updates = updates
        self._folder = folder
        self._options = ["--algorithm", algorithm, "--workers", str(workers), "--checkpoint-every", "1", "--seed", "3"]
        self._options += ["--eval-episodes", "0", "--hidden", "32"]
        settings = {"iterations": updates, **RUNS[algorithm]}
        self._options += [part for name, value in settings.items() for part in (f"--{name}", str(value))]
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

    def kill(self, times: int) -> Tally:
        """Kill so many times, every second time while a checkpoint is written, and let the last run end."""
        while self.tally.injected < times:
            run_dir = self._folder / f"run-{self.tally.runs}"
            while not self._ends(run_dir, kill=self.tally.injected < times):
                pass
            differences = self._differences(run_dir)
            self.tally.runs += 1
            self.tally.problems += differences
            self.tally.equal += not differences
            shutil.rmtree(run_dir)
        return self.tally

    def _ends(self, run_dir: Path, *, kill: bool) -> bool:
        """Start or resume a run; whether it comes to its end. Otherwise it has been killed."""
        with self._started(run_dir) as program:
            if kill:
                self._wait_for_instant(run_dir / "checkpoints", program)
                ended = program.process.poll() is not None
                program.process.kill()
            status = program.end()
            output = program.out + program.err
            if not kill or ended or status == 0:
                # The last kill may have come after the last update.
                assert status == 0 or f"has made its {self._updates} updates" in output, output
                return True
            problems = [f"left: {left}" for left in program.left_after(self._seconds_to_go)]
        self.tally.injected += 1
        # What was killed says how to go on; anything else is not to be said.
        lines = [line for line in output.splitlines() if "was ended from outside" not in line]
        told = ("error", "Traceback", "has lost rows")
        problems += [line for line in lines if any(word in line for word in told)]
        if any((run_dir / "checkpoints").glob("update-*.npz")):
            problems += _damage(run_dir)
        else:
            # Nothing is there to go on from.
            shutil.rmtree(run_dir, ignore_errors=True)
        self.tally.problems += [f"after kill {self.tally.injected}: {problem}" for problem in problems]
        self.tally.survived += not problems
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
            if len(seen) >= writes if self.tally.injected % 2 else time.monotonic() > instant:
                return
            # Far less than writing one takes.
            time.sleep(0.0005)

    def _differences(self, run_dir: Path) -> list[str]:
        """What differs between a run that has ended and the control."""
        weights = [pong_pg.load(path).digest() for path in (run_dir, self._control)]
        found = [f"{run_dir.name}: other weights"] if weights[0] != weights[1] else []
        for name in ("metrics.csv", "metrics.jsonl"):
            rows, expected = (_rows(path / name) for path in (run_dir, self._control))
            if [int(row["update"]) for row in rows] != list(range(1, len(expected) + 1)):
                found.append(f"{run_dir.name}: {name} has updates {[row['update'] for row in rows]}")
            elif [_untimed(row) for row in rows] != [_untimed(row) for row in expected]:
                found.append(f"{run_dir.name}: other rows in {name}")
        hidden = [path.name for path in (*run_dir.glob(".*"), *(run_dir / "checkpoints").glob(".*"))]
        left = [name for name in hidden if name != ".lock"]
        return [*found, *(f"{run_dir.name}: {name} was left" for name in left)]


def _unfinished(checkpoints: Path) -> set[str]:
    try:
        return {entry.name for entry in os.scandir(checkpoints) if entry.name.startswith(".")}
    except FileNotFoundError:
        return set()


def _damage(run_dir: Path) -> list[str]:
    """What is wrong with the checkpoints of a run whose process was killed."""
    found = []
    for path in (run_dir / "checkpoints").glob("[!.]*.npz"):
        try:
            pong_pg.load(path)
        except pong_pg.PongPGError as error:
            found.append(str(error))
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [json.loads(line) for line in file] if path.suffix == ".jsonl" else list(csv.DictReader(file))


def _untimed(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _TIMES}
