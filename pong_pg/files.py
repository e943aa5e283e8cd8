"""Write files atomically, and check that a file can be written before starting the work for it."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pong_pg.errors import PongPGError

# The names that `atomic_file` gives to the files of a run until they are complete.
_TEMPORARY = re.compile(r"\..+\.(npz|json|jsonl|csv)\.[a-z0-9_]{8}")


@contextlib.contextmanager
def atomic_file(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Open a temporary binary file that replaces `path` when the block ends, and is removed if the block raises.

    Args:
        path: the file.
        mode: its permissions; None for those of any new file.

    Raises:
        OSError: the file can't be written; an existing file at `path` is unchanged.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        # mkstemp makes files that only their owner can read.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask if mode is None else mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_unfinished(directory: Path) -> None:
    """Remove the temporary files of `atomic_file` in a directory, which a process that was killed has left there.

    Nobody else may be writing files there.
    """
    for path in directory.iterdir():
        if _TEMPORARY.fullmatch(path.name):
            path.unlink(missing_ok=True)


def check_output_file(option: str, path: Path, suffix: str, *, force: bool) -> None:
    """Check that an output file can be written.

    Args:
        option: the option of the command line that names the file, such as ``--plot``.
        path: the file.
        suffix: required suffix of its name, such as ``.png``.
        force: whether an existing file may be overwritten.

    Raises:
        PongPGError: the file can't be written, or it exists already and `force` is false.
    """
    if path.suffix.lower() != suffix:
        file_type = "an MP4" if suffix == ".mp4" else f"a {suffix[1:].upper()}"
        raise PongPGError(f"{option} writes {file_type}: name a file that ends in {suffix}; got {path}")
    if path.is_dir():
        raise PongPGError(f"{option} {path} is a directory: name a file in it")
    if not path.parent.is_dir():
        raise PongPGError(f"{option} {path}: there is no directory {path.parent}: create it, or name another file")
    if not os.access(path.parent, os.W_OK):
        raise PongPGError(f"{option} {path}: the directory {path.parent} can't be written to: name another file")
    if path.exists() and not force:
        raise PongPGError(f"{option} {path} exists already: name another file, or overwrite it with --force")
