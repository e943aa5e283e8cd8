"""Whether a file that an option names can be written, before the work for it begins."""

from __future__ import annotations

import os
from pathlib import Path

from pong_pg.errors import PongPGError


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
