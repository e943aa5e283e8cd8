"""Pictures as the content of a file."""

from __future__ import annotations

import io
from collections.abc import Iterable

import numpy.typing as npt

from pong_pg.viewing.recording import FPS, SCALE, open_recording


def encoded(frames: Iterable[npt.ArrayLike], kind: str, *, fps: float = FPS, scale: int = SCALE) -> bytes:
    """The content of a recording of these frames."""
    file = io.BytesIO()
    with open_recording(file, kind, fps=fps, scale=scale) as recording:
        for frame in frames:
            recording.write(frame)
    return file.getvalue()
