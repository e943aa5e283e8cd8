"""Record games and other pictures as MP4, GIF or WebP."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError
from pong_pg.files import atomic_file
from pong_pg.viewing.encoders import ENCODERS, GIF_FASTEST, Encoder

Image = npt.NDArray[np.uint8]

# Frames a second: every second one that the console draws.
FPS = 30
SCALE = 3

_NEEDS = {"mp4": "imageio_ffmpeg", "gif": "PIL.Image", "webp": "PIL.Image"}


def kind_of(path: str | os.PathLike[str]) -> str:
    """Return what a file's ending says: "mp4", "gif" or "webp".

    Raises:
        PongPGError: it is none of these.
    """
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in ENCODERS:
        raise PongPGError(
            f"a recording is an MP4, GIF or WebP: name a file that ends in .mp4, .gif or .webp; got {path}"
        )
    return kind


class Recording:
    """A recording that is being written.

    Attributes:
        frames: number of pictures so far.
        size: width and height of the recording in pixels; (0, 0) before the first picture.
    """

    def __init__(self, encoder: Encoder, scale: int) -> None:
        self._encoder, self._scale = encoder, scale
        self._shape: tuple[int, ...] = ()
        self.frames = 0
        self.size = (0, 0)

    def write(self, image: npt.ArrayLike, times: int = 1) -> None:
        """Add a picture.

        Args:
            image: (h, w, 3) uint8 RGB; all of a recording have the same shape. A screen of Pong is (210, 160, 3).
            times: for so many frames.

        Raises:
            ValueError: the picture has another shape or dtype.
            PongPGError: it can't be written.
        """
        picture = np.asarray(image)
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
            raise ValueError(f"a picture must be (h, w, 3) uint8; got {picture.dtype} of shape {picture.shape}")
        if self._shape not in ((), picture.shape):
            raise ValueError(f"all pictures must have the same shape: first {self._shape}, then {picture.shape}")
        self._shape = picture.shape
        self.size = picture.shape[1] * self._scale, picture.shape[0] * self._scale
        for _ in range(times):
            self._encoder.write(picture)
            self.frames += 1


@contextlib.contextmanager
def open_recording(
    target: str | os.PathLike[str] | IO[bytes], kind: str | None = None, *, fps: float = FPS, scale: int = SCALE
) -> Iterator[Recording]:
    """Yield a `Recording` to write pictures to; the file is complete when the block ends.

    A file at that path is replaced at the end of the block. If the block raises, nothing is written and what was there
    stays as it was.

    Args:
        target: path of the file; or a binary file object, open for writing and seekable, such as `io.BytesIO`.
        kind: "mp4", "gif" or "webp"; None for what the ending of the path says.
        fps: frames a second, up to 50 in a GIF.
        scale: each pixel becomes a square of so many pixels.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF, WebP) is not installed.
        PongPGError: the kind is unknown, fps or scale are out of range, no picture was written, or the file can't be.
    """
    kind = kind or kind_of(target if isinstance(target, (str, os.PathLike)) else "")
    check_kind(kind, fps, scale)
    if not isinstance(target, (str, os.PathLike)):
        with _encoding(target, kind, fps, scale) as recording:
            yield recording
        return
    path = Path(target)
    try:
        with atomic_file(path) as file, _encoding(file, kind, fps, scale) as recording:
            yield recording
    except OSError as error:
        raise PongPGError(f"{path} can't be written ({error}): name another file, or make room on the disk") from error


@contextlib.contextmanager
def _encoding(file: IO[bytes], kind: str, fps: float, scale: int) -> Iterator[Recording]:
    encoder = ENCODERS[kind](file, fps, scale)
    recording = Recording(encoder, scale)
    try:
        yield recording
        if not recording.frames:
            raise PongPGError("a recording needs at least one picture, and none was written")
        encoder.finish()
    finally:
        encoder.abort()


def check_kind(kind: str, fps: float, scale: int) -> None:
    """Check that recordings of a kind can be written here.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF, WebP) is not installed.
        PongPGError: the kind is unknown, or fps or scale are out of range.
    """
    if kind not in ENCODERS:
        raise PongPGError(f"a recording must be one of {', '.join(ENCODERS)}; got {kind!r}")
    if not 0 < fps <= (GIF_FASTEST if kind == "gif" else 120):
        most = GIF_FASTEST if kind == "gif" else 120
        raise PongPGError(f"{kind.upper()} has more than 0 and at most {most} frames a second; got {fps:g}")
    if scale < 1:
        raise PongPGError(f"scale must be an integer of at least 1; got {scale}")
    require(_NEEDS[kind], f"recording {kind.upper()}")


def encoded(frames: Iterable[npt.ArrayLike], kind: str, *, fps: float = FPS, scale: int = SCALE) -> bytes:
    """Return pictures as the content of a file, for example to inline it in a page; see `open_recording`.

    Args:
        frames: (h, w, 3) uint8 RGB each, such as the screens of a game: (210, 160, 3).
        kind: "mp4", "gif" or "webp".
        fps: frames a second.
        scale: each pixel becomes a square of so many pixels.
    """
    file = io.BytesIO()
    with open_recording(file, kind, fps=fps, scale=scale) as recording:
        for frame in frames:
            recording.write(frame)
    return file.getvalue()
