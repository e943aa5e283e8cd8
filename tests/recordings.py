"""Pictures as the content of a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pong_pg.untrusted.writing import output_file
from pong_pg.viewing.recording import WRITERS


def write(path: Path, frames: Iterable[np.ndarray], scale: int = 3) -> None:
    """Write a recording of these frames, as `record` does."""
    with output_file(path) as file:
        WRITERS[path.suffix](file, frames, scale)


def encoded(frames: Iterable[np.ndarray], kind: str, scale: int) -> bytes:
    """The content of a recording of these frames."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"film.{kind}")
        write(path, frames, scale)
        return path.read_bytes()
