"""The lock of a run's directory, which keeps two processes from writing to it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from pong_pg.errors import RunDirError
from pong_pg.untrusted.writing import open_for_writing

log = logging.getLogger(__name__)

LOCK = ".lock"
# What to do where a directory can't be used for a new run.
ANOTHER = "name another --run-dir"
_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


@contextlib.contextmanager
def held(path: Path, advice: str = ANOTHER) -> Iterator[None]:
    """Lock a run's directory for this process; the system unlocks it when the process ends, however that happens.

    On a file system without locks this is only a warning.

    Args:
        path: the directory.
        advice: what to do where it can't be written to.

    Raises:
        RunDirError: another process holds it, or it can't be written to.
    """
    try:
        descriptor = open_for_writing(path / LOCK)
    except OSError as error:
        raise unusable(path, error, advice) from error
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


def unusable(path: Path, error: OSError, advice: str = ANOTHER) -> RunDirError:
    """Return the error for a directory that can't be used for a run, with what to do."""
    reason = error.strerror or str(error)
    return RunDirError(f"run directory {path} can't be used ({reason}): {advice}")
