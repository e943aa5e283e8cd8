"""Write files atomically, and check that a file can be written before starting the work for it."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pong_pg.errors import PongPGError


def open_for_writing(path: Path, *, append: bool = False) -> int:
    """Open a regular file in a directory that may be a stranger's, or make it, and return its descriptor.

    A link is never followed, and nothing that the file holds is lost.

    Args:
        path: the file.
        append: whether what is written goes to its end.

    Raises:
        OSError: it can't be opened, or is a link or no regular file.
    """
    # Not to wait for the other end of a pipe.
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    descriptor = os.open(path, flags | (os.O_APPEND if append else 0), 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"{path.name} is not a regular file")
    return descriptor


def make_own_directory(path: Path) -> None:
    """Make a directory, unless it is there already and no link.

    Raises:
        OSError: it can't be made, or is a link, which may lead anywhere.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, f"{path.name} is a symbolic link")
    path.mkdir(exist_ok=True)


@contextlib.contextmanager
def atomic_file(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Open a temporary binary file that replaces `path` when the block ends, and is removed if the block raises.

    The file and its directory are synced: after a crash at any time, the old file or the new one is whole.

    Args:
        path: the file; a link is replaced by the file.
        mode: its permissions; None for those of any new file.

    Raises:
        OSError: the file can't be written; an existing file at `path` is unchanged.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    # What the umask leaves of 0o666 is known here without asking for it, which would change it for other threads.
    descriptor = os.open(temporary, flags, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
            if mode is not None:
                os.fchmod(descriptor, mode)
        temporary.replace(path)
        _sync_directory(path.parent)
    except BaseException:
        # The first error counts, also where the file can't be removed either.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _sync_directory(directory: Path) -> None:
    """Make a rename last through a power failure, where directories can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def remove_unfinished(directory: Path, names: str) -> None:
    """Remove the temporary files that a crash has left.

    Args:
        directory: may be missing. No other process must be writing there.
        names: a regular expression for the names of the files that `atomic_file` has written.
    """
    left_over = re.compile(rf"\.({names})\.[0-9a-f]{{8}}")
    for path in list(directory.iterdir()) if directory.is_dir() else []:
        if left_over.fullmatch(path.name):
            path.unlink()


def check_output_file(option: str, path: Path, *suffixes: str, force: bool) -> None:
    """Check that an output file can be written.

    Args:
        option: the option of the command line that names the file, such as ``--output``.
        path: the file.
        suffixes: its name ends with one of these, such as ``.png``.
        force: whether an existing file may be overwritten.

    Raises:
        PongPGError: the file can't be written, or it exists already and `force` is false.
    """
    if path.suffix.lower() not in suffixes:
        raise PongPGError(f"{option} {path} must end in {' or '.join(suffixes)}: name another file")
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise PongPGError(f"{option} {path} can't be written ({error.strerror}): name another file") from error
    if os.path.lexists(path) and not force:
        raise PongPGError(f"{option} {path} exists already: name another file, or overwrite it with --force")


@contextlib.contextmanager
def output_file(path: Path) -> Iterator[IO[bytes]]:
    """`atomic_file`, for a file that the user has named; see `check_output_file`.

    Raises:
        PongPGError: the file can't be written.
    """
    try:
        with atomic_file(path) as file:
            yield file
    except BrokenPipeError:
        # Of standard output, whose reader is gone: files don't have it, and that of ffmpeg is another error.
        raise
    except OSError as error:
        raise PongPGError(
            f"{path} can't be written ({error.strerror or error}): name another file, or make room on the disk"
        ) from error
