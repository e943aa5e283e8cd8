"""A run's directory: its lock, its configuration, and the metrics in it."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pong_pg.algorithm import algorithm, algorithms
from pong_pg.config import TrainConfig
from pong_pg.errors import RunDirError
from pong_pg.files import atomic_file, remove_unfinished
from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.training.checkpoint import CheckpointStore

log = logging.getLogger(__name__)


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
    """Make a new run's directory and lock it for this process.

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
        for directory in (path, path / "checkpoints"):
            remove_unfinished(directory)
        _write_config(path, config)
        for name in ("metrics.csv", "metrics.jsonl"):
            kept = _drop_rows_after(path / name, update)
            if kept < update:
                log.warning("%s has lost rows: it holds %d of %d updates", path / name, kept, update)
        _update_columns(path / "metrics.csv", column_names(algorithm(config.algorithm).metrics_type))
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
                f"run directory {path} is not empty: resume that run with  --resume {path}  or name another --run-dir"
            )
        parent = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
        if not parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise unusable(path, error) from error


def unusable(path: Path, error: OSError) -> RunDirError:
    """Return the error for a directory that can't be used for a run."""
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
    header = [line for line in whole[:1] if line.startswith(b"update,")]
    try:
        kept = [line for line in whole[len(header) :] if _update_of(line) <= update]
    except (ValueError, KeyError, TypeError) as error:
        raise RunDirError(f"{path} is damaged ({error}): move it away, and the run goes on without it") from error
    with atomic_file(path) as file:
        file.writelines(header + kept)
    return len(kept)


def _update_columns(path: Path, columns: Sequence[str]) -> None:
    """Give a CSV file of an earlier version the columns of today; those that it lacks are empty."""
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        if not rows.fieldnames or tuple(rows.fieldnames) == tuple(columns):
            return
        lines = [csv_line(row.get(name) for name in columns) for row in rows]
    with atomic_file(path) as file:
        file.write("".join([csv_line(columns), *lines]).encode())


def _update_of(line: bytes) -> int:
    return int(json.loads(line)["update"] if line.startswith(b"{") else line.partition(b",")[0])


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a run's directory for this process.

    Raises:
        RunDirError: another process holds it.
    """
    import fcntl

    try:
        lock = (path / _LOCK).open("w")
    except OSError as error:
        raise unusable(path, error) from error
    # The system releases it when the process ends, however that happens.
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise RunDirError(f"run directory {path} is in use by another pong-pg: wait, or name another") from error
        yield


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
        return [_as_metrics(row) for row in rows]
    except (OSError, ValueError, TypeError) as error:
        raise RunDirError(f"{path} can't be read: {error}") from error


def _as_metrics(row: dict[str, Any]) -> UpdateMetrics:
    """Return a row as the kind of metrics that has its columns; those that an earlier version lacked are None."""
    if "update" not in row:
        raise ValueError(f"a row has no column update: {row}")
    kinds = {kind: column_names(kind) for kind in (algorithm.metrics_type for algorithm in algorithms())}
    kind, names = next(
        ((kind, names) for kind, names in kinds.items() if row.keys() <= set(names)), (UpdateMetrics, ())
    )
    return kind(**{**dict.fromkeys(names), **row})


def csv_line(values: Iterable[Any]) -> str:
    """Return one line of a CSV file."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
