"""Observers of a run: the base class, and the logs that a run directory gets."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pong_pg.compat._versions import require
from pong_pg.config import TrainConfig
from pong_pg.distributed.faults import WorkerFault
from pong_pg.errors import MissingPackageError
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.training.directory import csv_line, unusable


class Observer:
    """Follows a run: a base class whose methods do nothing, for you to override those that you need."""

    def on_connect(self, address: str) -> None:
        """Ray is about to be started ("local") or attached to, which takes some seconds."""

    def on_start(self, start: RunStart) -> None:
        """The run is about to play its first game."""

    def on_game(self, result: GameResult) -> None:
        """A game of the present update has ended."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """An update has been made."""

    def on_fault(self, fault: WorkerFault) -> None:
        """A worker was replaced, or others have taken over its games; called after the update."""

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Greedy games have been played with the policy after an update."""

    def close(self) -> None:
        """The run has ended, normally or by an error."""


@dataclass(frozen=True)
class RunStart:
    """What is known when a run begins.

    Attributes:
        config: its settings.
        run_dir: where it writes; None if it writes nothing.
        workers: number of Ray actors; 0 if this process plays.
        progress: how far it has come.
        forward: how the forward pass is computed, "compiled by ..." or "by NumPy ..."; None where that is not known.
    """

    config: TrainConfig
    run_dir: Path | None
    workers: int
    progress: Progress
    forward: str | None


class FileLog(Observer):
    """Appends each update to metrics.csv and metrics.jsonl.

    Args:
        path: the run's directory.
        names: of the columns.
    """

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path = path
        self._csv = (path / "metrics.csv").open("a", newline="", encoding="utf-8")
        self._jsonl = (path / "metrics.jsonl").open("a", encoding="utf-8")
        if self._csv.tell() == 0:
            self._csv.write(csv_line(names))

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Write one row to each file and hand it to the operating system.

        Raises:
            RunDirError: the disk is full, or the directory has gone.
        """
        row = dataclasses.asdict(metrics)
        try:
            for file, line in ((self._csv, csv_line(row.values())), (self._jsonl, json.dumps(row) + "\n")):
                file.write(line)
                file.flush()
        except OSError as error:
            raise unusable(self._path, error) from error

    def close(self) -> None:
        """Close both files."""
        for file in (self._csv, self._jsonl):
            # on_update has reported a full disk.
            with contextlib.suppress(OSError):
                file.close()


class TensorBoardLog(Observer):
    """Writes each update as TensorBoard scalars.

    Raises:
        MissingPackageError: TensorBoard is not installed.
    """

    def __init__(self, path: Path) -> None:
        summary = require("tensorboard.summary", "writing TensorBoard events")
        self._writer = summary.Writer(os.fspath(path / "tensorboard"))

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Write every column against the number of the update."""
        for name, value in dataclasses.asdict(metrics).items():
            if name != "update" and value is not None:
                self._writer.add_scalar(f"pong/{name}", value, metrics.update)

    def close(self) -> None:
        """Write what is left and close the file."""
        self._writer.close()


def file_logs(run_dir: Path, metrics_type: type[UpdateMetrics]) -> list[Observer]:
    """Return the logs that a run directory gets: the metrics, and TensorBoard events where that is installed."""
    logs: list[Observer] = [FileLog(run_dir, column_names(metrics_type))]
    with contextlib.suppress(MissingPackageError):
        logs.append(TensorBoardLog(run_dir))
    return logs
