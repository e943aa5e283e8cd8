"""Writing files: atomically, and checked before the work for them begins."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pong_pg.errors import PongPGError


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a binary file that takes the place of `path` when the block ends well, and vanishes when it does not.

    Raises:
        OSError: the file can't be written; what was at `path` is as before.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        # mkstemp makes files that only their owner can read; this is to be as readable as any new file.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_output_file(option: str, path: Path, suffix: str, *, force: bool) -> None:
    """Make sure that a file can be written.

    Args:
        option: of the command line, such as ``--plot``.
        path: the file.
        suffix: how its name must end, such as ``.png``.
        force: an older file may be overwritten.

    Raises:
        PongPGError: the file is there already and `force` is not said, or can't be written.
    """
    if path.suffix.lower() != suffix:
        kind = "an MP4" if suffix == ".mp4" else f"a {suffix[1:].upper()}"
        raise PongPGError(f"{option} writes {kind}: name a file that ends in {suffix}; got {path}")
    if path.is_dir():
        raise PongPGError(f"{option} {path} is a directory: name a file in it")
    if not path.parent.is_dir():
        raise PongPGError(f"{option} {path}: there is no directory {path.parent}: make it, or name another file")
    if not os.access(path.parent, os.W_OK):
        raise PongPGError(f"{option} {path}: the directory {path.parent} can't be written to: name another file")
    if path.exists() and not force:
        raise PongPGError(f"{option} {path} exists already: name another file, or overwrite it with --force")
