"""What a run leaves behind: its directory, with the configuration, a row of metrics for each update, and events."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import errno
import io
import json
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pong_pg.config import TrainConfig
from pong_pg.errors import MissingPackageError, RunDirError
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.files import atomic_file
from pong_pg.game.metrics import METRICS, UpdateMetrics, columns
from pong_pg.reinforce.state import Progress
from pong_pg.reinforce.workers import GameResult
from pong_pg.training.checkpoint import CheckpointStore

log = logging.getLogger(__name__)


class Observer(Protocol):
    """Is told what a run does. Every method may be left empty."""

    def on_connect(self, address: str) -> None:
        """Ray is about to be started ("local") or attached to, which takes some seconds."""

    def on_start(self, start: RunStart) -> None:
        """The run is about to play its first game."""

    def on_game(self, result: GameResult) -> None:
        """A game of the present update has ended."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """An update has been made."""

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Greedy games have been played with the policy after an update."""

    def close(self) -> None:
        """The run has ended, however it did."""


@dataclass(frozen=True)
class RunStart:
    """What is known when a run begins: settings, where it writes, how many play, how far it has come, and how it sees.

    `forward` says how the forward pass is done, where there is a choice.
    """

    config: TrainConfig
    run_dir: Path | None
    workers: int
    progress: Progress
    forward: str | None


_LOCK = ".lock"


class RunDir:
    """A run's directory: config.json, metrics.csv, metrics.jsonl, checkpoints/ and, with the extra, tensorboard/.

    Args:
        path: the directory.
        keep_checkpoints: how many of the newest checkpoints stay.
    """

    def __init__(self, path: Path, keep_checkpoints: int) -> None:
        self.path = path
        self.checkpoints = CheckpointStore(path / "checkpoints", keep_checkpoints)


@contextlib.contextmanager
def new_run_dir(path: Path, config: TrainConfig) -> Iterator[RunDir]:
    """Make a new run's directory and hold it for this process.

    Raises:
        RunDirError: it holds something already, is a file, or can't be written to.
    """
    check_free(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(path, error) from error
    with held(path):
        # Another run may have begun here since.
        check_free(path)
        try:
            _write_config(path, config)
            run_dir = RunDir(path, config.keep_checkpoints)
        except OSError as error:
            raise unusable(path, error) from error
        yield run_dir


@contextlib.contextmanager
def reopened_run_dir(path: Path, config: TrainConfig, update: int) -> Iterator[RunDir]:
    """Open a run's directory, which is `held`, to go on after `update`; rows of later ones, of a crash, are dropped.

    Raises:
        RunDirError: it can't be written to.
    """
    try:
        _write_config(path, config)
        for name in ("metrics.csv", "metrics.jsonl"):
            kept = _drop_rows_after(path / name, update)
            if kept < update:
                log.warning("%s has lost rows: it holds %d of %d updates", path / name, kept, update)
        run_dir = RunDir(path, config.keep_checkpoints)
    except OSError as error:
        raise unusable(path, error) from error
    yield run_dir


def check_free(path: Path) -> None:
    """Make sure that a new run may write to a directory, without making it.

    Raises:
        RunDirError: it holds something already, is a file, or can't be written to.
    """
    try:
        if path.exists() and any(entry.name != _LOCK for entry in path.iterdir()):
            raise RunDirError(
                f"run directory {path} is not empty: go on with that run by  --resume {path}  or name another --run-dir"
            )
        parent = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
        if not parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise unusable(path, error) from error


def unusable(path: Path, error: OSError) -> RunDirError:
    """Return the error that says why a directory can't be a run's."""
    reason = error.strerror or str(error)
    return RunDirError(f"run directory {path} can't be used ({reason}): name another --run-dir")


def _write_config(path: Path, config: TrainConfig) -> None:
    with atomic_file(path / "config.json") as file:
        file.write((json.dumps(config.to_dict(), indent=2) + "\n").encode())


def _drop_rows_after(path: Path, update: int) -> int:
    """Remove the rows of later updates and one that was cut short; returns how many stay."""
    if not path.exists():
        return 0
    with path.open("rb") as lines:
        whole = [line for line in lines if line.endswith(b"\n")]
    headers = {_csv_line(columns(kind)).encode() for kind in METRICS.values()}
    header = [line for line in whole[:1] if line in headers]
    try:
        kept = [line for line in whole[len(header) :] if _update_of(line) <= update]
    except (ValueError, KeyError, TypeError) as error:
        raise RunDirError(f"{path} is damaged ({error}): move it away, and the run goes on without it") from error
    with atomic_file(path) as file:
        file.writelines(header + kept)
    return len(kept)


def _update_of(line: bytes) -> int:
    return int(json.loads(line)["update"] if line.startswith(b"{") else line.partition(b",")[0])


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a run's directory for this process.

    Raises:
        RunDirError: another process holds it.
    """
    import fcntl

    try:
        lock = (path / _LOCK).open("w")
    except OSError as error:
        raise unusable(path, error) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise RunDirError(f"run directory {path} is in use by another pong-pg: wait, or name another") from error
        yield


class FileLog:
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
            self._csv.write(_csv_line(names))

    def on_connect(self, address: str) -> None:
        """Nothing to write yet."""

    def on_start(self, start: RunStart) -> None:
        """Nothing to write yet."""

    def on_game(self, result: GameResult) -> None:
        """Games are not written one by one."""

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Evaluations are not updates."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Write one row to each file and hand it to the operating system.

        Raises:
            RunDirError: the disk is full, or the directory has gone.
        """
        row = dataclasses.asdict(metrics)
        try:
            for file, line in ((self._csv, _csv_line(row.values())), (self._jsonl, json.dumps(row) + "\n")):
                file.write(line)
                file.flush()
        except OSError as error:
            raise unusable(self._path, error) from error

    def close(self) -> None:
        """Close both files."""
        for file in (self._csv, self._jsonl):
            # What a full disk did not take has been told by on_update.
            with contextlib.suppress(OSError):
                file.close()


def _csv_line(values: Iterable[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


class TensorBoardLog:
    """Writes each update as TensorBoard scalars.

    Raises:
        MissingPackageError: TensorBoard is not installed.
    """

    def __init__(self, path: Path) -> None:
        from pong_pg.compat._versions import require

        summary = require("tensorboard.summary", "writing TensorBoard events")
        self._writer = summary.Writer(os.fspath(path / "tensorboard"))

    def on_connect(self, address: str) -> None:
        """Nothing to write yet."""

    def on_start(self, start: RunStart) -> None:
        """Nothing to write yet."""

    def on_game(self, result: GameResult) -> None:
        """Games are not written one by one."""

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Evaluations are not updates."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Write every column against the number of the update."""
        for name, value in dataclasses.asdict(metrics).items():
            if name != "update" and value is not None:
                self._writer.add_scalar(f"pong/{name}", value, metrics.update)

    def close(self) -> None:
        """Write what is left and close the file."""
        self._writer.close()


def file_logs(run_dir: Path, algorithm: str) -> list[Observer]:
    """Return the logs that a run directory gets: the metrics, and TensorBoard events where that is installed."""
    logs: list[Observer] = [FileLog(run_dir, columns(METRICS[algorithm]))]
    with contextlib.suppress(MissingPackageError):
        logs.append(TensorBoardLog(run_dir))
    return logs


def read_metrics(run_dir: Path) -> list[UpdateMetrics]:
    """Return the rows that a run has left so far; none if it has not made an update.

    Raises:
        RunDirError: a row can't be read.
    """
    path = run_dir / "metrics.jsonl"
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8") as lines:
            # The last one may be being written.
            rows = [json.loads(line) for line in lines if line.endswith("\n")]
        kinds = {frozenset(columns(kind)): kind for kind in METRICS.values()}
        return [kinds.get(frozenset(row), UpdateMetrics)(**row) for row in rows]
    except (OSError, ValueError, TypeError) as error:
        raise RunDirError(f"{path} can't be read: {error}") from error
