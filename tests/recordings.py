"""Pictures as the content of a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pong_pg.viewing.recording import write_recording


def encoded(frames: Iterable[np.ndarray], kind: str, scale: int) -> bytes:
    """The content of a recording of these frames."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"film.{kind}")
        write_recording(path, frames, scale)
        return path.read_bytes()
