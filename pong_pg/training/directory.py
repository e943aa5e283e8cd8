"""Open a run's directory, new or again, under a lock that keeps two processes from writing to it; read its metrics."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import itertools
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pong_pg.config import TrainConfig
from pong_pg.errors import ConfigError, RunDirError
from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.registry import algorithms, config_from_dict
from pong_pg.training.run_dir import RunDir
from pong_pg.untrusted.bounded import JSON_LIMIT, read_bytes
from pong_pg.untrusted.json_text import parse_json
from pong_pg.untrusted.writing import open_for_writing, remove_unfinished

log = logging.getLogger(__name__)

LOCK = ".lock"
_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}

_NAMES = r"config\.json|metrics\.csv|metrics\.jsonl"
# Bytes of metrics.jsonl; the rows of half a million updates have as many.
_LARGEST_FILE = 2**28
# Columns that never decrease in a run; and what no number in a row exceeds.
_COUNTERS = ("update", "games", "agent_steps")
_LARGEST = 10**18


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a run's directory for this process; the system unlocks it when the process ends, however that happens.

    On a file system without locks this is only a warning.

    Args:
        path: the directory.

    Raises:
        RunDirError: another process holds it, or it can't be written to.
    """
    try:
        descriptor = open_for_writing(path / LOCK)
    except OSError as error:
        raise _unusable(path, error) from error
    try:
        _lock(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            raise RunDirError(f"run directory {path} is in use by another pong-pg: wait, or name another") from error
        log.warning(
            "the file system of %s has no locks (%s): nothing keeps two processes from writing there",
            path,
            error.strerror,
        )


def _unusable(path: Path, error: OSError) -> RunDirError:
    reason = error.strerror or str(error)
    return RunDirError(f"run directory {path} can't be used ({reason}): make it writable, or name another")


@contextlib.contextmanager
def made_run_dir(env: str) -> Iterator[str]:
    """Make a directory in runs/ for a run on an environment; one that stays empty goes away again.

    Raises:
        RunDirError: it can't be made.
    """
    stem = f"{env.rpartition('/')[2].rpartition(':')[2].lower()}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = Path("runs") / stem
    had_parent = path.parent.exists()
    try:
        path.parent.mkdir(exist_ok=True)
        for number in itertools.count(2):
            with contextlib.suppress(FileExistsError):
                path.mkdir()
                break
            path = path.with_name(f"{stem}-{number}")
    except OSError as error:
        raise RunDirError(f"no new run can be written to runs ({error.strerror}): name a --run-dir") from error
    try:
        yield str(path)
    finally:
        for directory in (path,) if had_parent else (path, path.parent):
            with contextlib.suppress(OSError):
                directory.rmdir()


@contextlib.contextmanager
def new_run_dir(path: Path, config: TrainConfig, env_factory: str | None = None) -> Iterator[RunDir]:
    """Make a new run's directory and lock it for this process.

    Args:
        path: the directory.
        config: the run's settings.
        env_factory: the `factory_name` of what makes the run's environment; None for the configuration's.

    Raises:
        RunDirError: it holds something already, is a file, or can't be written to.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(path, error) from error
    with held(path):
        # Another run may have begun here since it was checked.
        check_free(path)
        try:
            run_dir = RunDir(path, config, env_factory)
        except OSError as error:
            raise _unusable(path, error) from error
        yield run_dir


@contextlib.contextmanager
def reopened_run_dir(path: Path, config: TrainConfig, update: int, env_factory: str | None = None) -> Iterator[RunDir]:
    """Open a run's directory to go on after `update`; rows of later ones, of a crash, are dropped.

    Args:
        path: the directory, whose lock is held.
        config: the run's settings.
        update: updates that the run has made.
        env_factory: see `new_run_dir`.

    Raises:
        RunDirError: it can't be written to.
    """
    try:
        remove_unfinished(path, _NAMES)
        rows = [row for row in read_metrics(path) if row.update <= update]
        if len(rows) < update:
            log.warning("%s has lost rows: it holds %d of %d updates", path / "metrics.jsonl", len(rows), update)
        run_dir = RunDir(path, config, env_factory, rows)
    except OSError as error:
        raise _unusable(path, error) from error
    yield run_dir


def check_free(path: Path) -> None:
    """Make sure that a new run may write to a directory, without making it.

    Raises:
        RunDirError: it holds something already, or is a file.
    """
    try:
        if path.exists() and any(entry.name != LOCK for entry in path.iterdir()):
            resume = f"resume that run with  --resume {path}  or " if (path / "checkpoints").exists() else ""
            raise RunDirError(f"run directory {path} is not empty: {resume}name another --run-dir")
    except OSError as error:
        raise _unusable(path, error) from error


def read_config(path: Path) -> tuple[TrainConfig, str | None]:
    """Return a run's configuration, and the name of the `env_factory` that made its environments, None if none did.

    Raises:
        RunDirError: the directory is not that of a run.
    """
    file = path / "config.json"
    try:
        values = parse_json(read_bytes(file, JSON_LIMIT))
        config, env_factory = config_from_dict(values), values.get("env_factory")
        if not isinstance(env_factory, (str, type(None))):
            raise TypeError(f"env_factory is {env_factory!r}")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RunDirError(
            f"{path} is not the directory of a run ({error.strerror}): name a directory that  pong-pg train  has "
            "written"
        ) from None
    except (OSError, OverflowError, ValueError, TypeError, ConfigError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RunDirError(f"{file} can't be used ({reason}): correct it, or name another run") from None
    return config, env_factory


def read_metrics(run_dir: Path) -> list[UpdateMetrics]:
    """Return the rows that a run has left so far; none if it has not made an update.

    Raises:
        RunDirError: a row can't be read.
    """
    path = run_dir / "metrics.jsonl"
    if not path.exists():
        return []
    try:
        data = read_bytes(path, _LARGEST_FILE)
        # Without a last line that was cut short, or is being written.
        rows = [_as_metrics(parse_json(line)) for line in data[: data.rfind(b"\n") + 1].splitlines()]
        for before, after in itertools.pairwise(rows):
            if any(getattr(before, name) > getattr(after, name) for name in _COUNTERS):
                raise ValueError(f"the row of update {after.update} counts less than the one before")
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RunDirError(f"{path} can't be read ({reason}): move it away, and the run goes on without it") from error
    return rows


def _as_metrics(row: Any) -> UpdateMetrics:
    """Return a row as the kind of metrics that has its columns.

    Raises:
        ValueError: a column has no number.
        TypeError: it lacks a column, or is no JSON object.
    """
    kinds = [found.metrics_type for found in algorithms().values()]
    kind = next((kind for kind in kinds if dict(row).keys() == set(column_names(kind))), UpdateMetrics)
    metrics = kind(**row)
    for name in column_names(kind):
        value, is_counter = getattr(metrics, name), name in _COUNTERS
        if value is None and name != "seconds" and not is_counter:
            continue
        is_number = isinstance(value, int if is_counter else (int, float)) and not isinstance(value, bool)
        if not is_number or not (0 if is_counter else -_LARGEST) <= value <= _LARGEST:
            raise ValueError(f"a row has {value!r} in its column {name}")
    return metrics
