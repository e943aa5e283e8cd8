"""The lock of a run's directory, which keeps two processes from writing to it."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pong_pg.errors import RunDirError

log = logging.getLogger(__name__)

LOCK = ".lock"
_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
# What flock raises on file systems without locks.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}


class DirectoryLock:
    """A lock on a directory, which the system releases when the process ends, however that happens.

    Args:
        path: the directory.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = path.absolute() / LOCK
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Lock the directory, again if its lock file has been replaced.

        On a file system without locks this is only a warning.

        Raises:
            RunDirError: another process holds it.
            OSError: there can be no lock file.
        """
        import fcntl

        file = self._place.open("w")
        if self._file is not None and os.path.samestat(os.fstat(file.fileno()), os.fstat(self._file.fileno())):
            file.close()
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                file.close()
                if error.errno not in _TAKEN:
                    raise
                raise RunDirError(
                    f"run directory {self._path} is in use by another pong-pg: wait, or name another"
                ) from error
            log.warning(
                "the file system of %s has no locks (%s): nothing keeps two processes from writing there",
                self._path,
                error.strerror,
            )
        self.release()
        self._file = file

    def holds(self) -> bool:
        """Return whether the lock file is still the one that was locked: not so if the directory was removed."""
        if self._file is None:
            return False
        try:
            return os.path.samestat(self._place.stat(), os.fstat(self._file.fileno()))
        except OSError:
            return False

    def release(self) -> None:
        """Unlock the directory; further calls do nothing."""
        if self._file is not None:
            # Nothing is written to it.
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


# What to do where a directory can't be used for a new run.
ANOTHER = "name another --run-dir"


@contextlib.contextmanager
def held(path: Path, advice: str = ANOTHER) -> Iterator[DirectoryLock]:
    """Lock a run's directory for this process.

    Args:
        path: the directory.
        advice: what to do where it can't be written to.

    Raises:
        RunDirError: another process holds it, or it can't be written to.
    """
    lock = DirectoryLock(path)
    try:
        lock.acquire()
    except OSError as error:
        raise unusable(path, error, advice) from error
    try:
        yield lock
    finally:
        lock.release()


def unusable(path: Path, error: OSError, advice: str = ANOTHER) -> RunDirError:
    """Return the error for a directory that can't be used for a run, with what to do."""
    reason = error.strerror or str(error)
    return RunDirError(f"run directory {path} can't be used ({reason}): {advice}")
