"""Write pictures as an MP4, GIF or WebP file, one after another; no system ffmpeg is needed.

MP4 is written by the ffmpeg that imageio-ffmpeg brings; the pictures of GIF and WebP are compressed by Pillow. These
keep every colour exactly, a GIF as long as there are at most 255. Nothing but the last picture is kept in memory.
"""

from __future__ import annotations

import abc
import contextlib
import io
import shutil
import struct
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError

Image = npt.NDArray[np.uint8]
Changed = npt.NDArray[np.bool_]

# Frames a second at most. A GIF counts hundredths of a second, and browsers slow down frames of less than two of them.
FASTEST = {"mp4": 60, "gif": 50, "webp": 60}
_TRANSPARENT = 255


class Encoder(abc.ABC):
    """Writes pictures of one size to a file.

    Args:
        file: binary, open for writing, empty, seekable; it is not closed.
        fps: frames a second.
        scale: each pixel becomes a square of so many pixels; players blur a small picture when they enlarge it.
    """

    def __init__(self, file: IO[bytes], fps: float, scale: int) -> None:
        self._file, self._fps, self._scale = file, fps, scale

    @abc.abstractmethod
    def write(self, image: Image) -> None:
        """Add a picture: (h, w, 3) uint8 RGB, of the same size as those before."""

    @abc.abstractmethod
    def finish(self) -> None:
        """Complete the file, which has at least one picture."""

    def abort(self) -> None:  # noqa: B027 - most have nothing to release
        """Release what the encoder uses, whether the file is complete or not."""


class _Animation(Encoder):
    """What GIF and WebP have in common: a frame holds only the part of the picture that changed, and how long it stays.

    Attributes:
        per_second: units of time in a second.
    """

    per_second: int

    def __init__(self, file: IO[bytes], fps: float, scale: int) -> None:
        super().__init__(file, fps, scale)
        self._shown: Image | None = None
        self._frames = 0
        # A picture is written once it is known how long it is shown: its box, which of its pixels changed, its number.
        self._pending: tuple[tuple[slice, slice], Changed, int] | None = None

    @abc.abstractmethod
    def _begin(self, height: int, width: int) -> None:
        """Write what comes before the frames."""

    @abc.abstractmethod
    def _write_part(self, part: Image, changed: Changed, corner: tuple[int, int], duration: int) -> None:
        """Write a frame: a part of the picture, which of its pixels changed, its left and upper edge, its duration."""

    @abc.abstractmethod
    def _end(self) -> None:
        """Write what comes after the frames."""

    def write(self, image: Image) -> None:
        """Add a picture; one that is the same as that before only makes that last longer."""
        if self._shown is None:
            height, width, _ = image.shape
            self._begin(height * self._scale, width * self._scale)
            self._pending = (slice(0, height), slice(0, width)), np.ones((height, width), bool), 0
            self._shown = image.copy()
        elif (changed := _differs(image, self._shown)).any():
            self._write_pending()
            # From an even row and column, as WebP wants it.
            box = _even_span(changed.any(axis=1)), _even_span(changed.any(axis=0))
            self._pending = box, changed[box], self._frames
            self._shown = image.copy()
        self._frames += 1

    def finish(self) -> None:
        """Write the last picture and what belongs behind it."""
        self._write_pending()
        self._end()

    def _write_pending(self) -> None:
        if self._pending is None or self._shown is None:
            return
        box, changed, first = self._pending
        # From time to time, not from frame to frame: the rounding errors do not add up.
        duration = self._time(self._frames) - self._time(first)
        rows, columns = box
        corner = columns.start * self._scale, rows.start * self._scale
        self._write_part(self._shown[box], changed, corner, duration)
        self._pending = None

    def _time(self, frame: int) -> int:
        return round(frame * self.per_second / self._fps)

    def _enlarged(self, image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        return np.ascontiguousarray(image.repeat(self._scale, axis=1).repeat(self._scale, axis=0))


def _differs(image: Image, other: Image) -> Changed:
    parts = image != other
    # Several times as fast as `any` along so short an axis.
    differs: Changed = parts[..., 0] | parts[..., 1] | parts[..., 2]
    return differs


def _even_span(changed: npt.NDArray[np.bool_] | np.bool_) -> slice:
    found = np.flatnonzero(changed)
    return slice(int(found[0]) // 2 * 2, int(found[-1]) + 1)


class GifEncoder(_Animation):
    """Writes a GIF of exact colours, in which pixels that did not change are transparent.

    The table of colours is filled in at the end, with those that occurred. What is beyond 255 colours is drawn in the
    nearest of the first 255; of each picture, the most frequent colours come first.
    """

    per_second = 100

    def __init__(self, file: IO[bytes], fps: float, scale: int) -> None:
        super().__init__(file, fps, scale)
        self._pil: Any = require("PIL.Image", "writing a GIF", "video")
        self._gif: Any = require("PIL.GifImagePlugin", "writing a GIF", "video")
        # For each colour 0xRRGGBB its place in the table, or -1.
        self._index = np.full(1 << 24, -1, np.int16)
        self._colors: list[int] = []

    def _begin(self, height: int, width: int) -> None:
        # 0xF7: there is a table of 256 colours; zeros keep its place until they are known.
        self._file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + bytes(3 * 256))
        # Repeat for ever.
        self._file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")

    def _write_part(self, part: Image, changed: Changed, corner: tuple[int, int], duration: int) -> None:
        indices = np.where(changed, self._indices(part), np.uint8(_TRANSPARENT))
        picture = self._pil.fromarray(self._enlarged(indices))
        # Disposal 1: the picture stays, and the next is drawn over it. Pillow takes milliseconds.
        parts = self._gif.getdata(picture, corner, duration=10 * duration, disposal=1, transparency=_TRANSPARENT)
        for data in parts:
            self._file.write(data)

    def _end(self) -> None:
        self._file.write(b";")
        self._file.seek(13)
        self._file.write(np.array(self._colors, ">u4").view(np.uint8).reshape(-1, 4)[:, 1:].tobytes())
        self._file.seek(0, io.SEEK_END)

    def _indices(self, image: Image) -> npt.NDArray[np.uint8]:
        wide = image.astype(np.int32)
        packed = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
        indices = self._index[packed]
        if (unknown := indices < 0).any():
            colors, counts = np.unique(packed[unknown], return_counts=True)
            # The most frequent first, since the table may become full.
            for color in colors[np.argsort(-counts, kind="stable")].tolist():
                self._index[color] = self._place(color)
            indices = self._index[packed]
        known: npt.NDArray[np.uint8] = indices.astype(np.uint8)
        return known

    def _place(self, color: int) -> int:
        if len(self._colors) < _TRANSPARENT:
            self._colors.append(color)
            return len(self._colors) - 1
        known, new = (
            np.array(colors, ">u4").view(np.uint8).reshape(-1, 4).astype(np.int32) for colors in (self._colors, [color])
        )
        return int(np.argmin(((known - new) ** 2).sum(axis=1)))


class WebPEncoder(_Animation):
    """Writes an animated, lossless WebP."""

    per_second = 1000

    def __init__(self, file: IO[bytes], fps: float, scale: int) -> None:
        super().__init__(file, fps, scale)
        self._pil: Any = require("PIL.Image", "writing a WebP", "video")
        features: Any = require("PIL.features", "writing a WebP", "video")
        if not features.check("webp"):
            raise PongPGError("the installed Pillow can't write WebP: run  pip install --force-reinstall pillow")

    def _begin(self, height: int, width: int) -> None:
        # The container is described at https://developers.google.com/speed/webp/docs/riff_container: that there is an
        # animation, the size of the picture, a background that is never seen, repeat for ever. The size of the file
        # follows at the end.
        self._file.write(b"RIFF\0\0\0\0WEBP")
        self._file.write(_chunk(b"VP8X", b"\x02\0\0\0" + _three(width - 1) + _three(height - 1)))
        self._file.write(_chunk(b"ANIM", b"\0\0\0\xff\0\0"))

    def _write_part(self, part: Image, changed: Changed, corner: tuple[int, int], duration: int) -> None:  # noqa: ARG002 - what did not change costs nothing here
        picture = self._pil.fromarray(self._enlarged(part))
        image = io.BytesIO()
        picture.save(image, "WEBP", lossless=True, quality=50, method=1)
        place = b"".join(_three(number) for number in (corner[0] // 2, corner[1] // 2, *(n - 1 for n in picture.size)))
        # 2: the picture is not blended with the one under it. Of the picture's own file, what follows the RIFF header.
        self._file.write(_chunk(b"ANMF", place + _three(duration) + b"\x02" + image.getvalue()[12:]))

    def _end(self) -> None:
        size = self._file.tell()
        self._file.seek(4)
        self._file.write(struct.pack("<I", size - 8))
        self._file.seek(0, io.SEEK_END)


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


class Mp4Encoder(Encoder):
    """Writes an MP4 (H.264) by imageio-ffmpeg."""

    def __init__(self, file: IO[bytes], fps: float, scale: int) -> None:
        super().__init__(file, fps, scale)
        self._ffmpeg: Any = require("imageio_ffmpeg", "writing an MP4")
        # ffmpeg needs a file with a name.
        self._folder = tempfile.TemporaryDirectory(prefix="pong-pg-video-")
        self._path = Path(self._folder.name) / "video.mp4"
        self._video: Any = None
        self._frames = 0

    def write(self, image: Image) -> None:
        """Add a picture."""
        with _reporting_errors():
            if self._video is None:
                height, width, _ = image.shape
                # H.264 needs even numbers.
                scale = f"scale={self._scale}*iw:{self._scale}*ih:flags=neighbor,pad=ceil(iw/2)*2:ceil(ih/2)*2"
                self._video = self._ffmpeg.write_frames(
                    str(self._path),
                    (width, height),
                    fps=self._fps,
                    macro_block_size=1,
                    ffmpeg_log_level="error",
                    output_params=["-vf", scale, "-movflags", "+faststart"],
                )
                self._video.send(None)
            self._video.send(np.ascontiguousarray(image))
        self._frames += 1

    def finish(self) -> None:
        """Wait for ffmpeg, and check that it has written every frame."""
        video, self._video = self._video, None
        with _reporting_errors():
            video.close()
            # imageio-ffmpeg does not report ffmpeg's exit status, so the frames are counted.
            written, _ = self._ffmpeg.count_frames_and_secs(str(self._path))
            if written != self._frames:
                raise OSError(f"{written} of {self._frames} frames have been written")
        with self._path.open("rb") as source:
            shutil.copyfileobj(source, self._file)

    def abort(self) -> None:
        """End ffmpeg and remove its file."""
        video, self._video = self._video, None
        if video is not None:
            with contextlib.suppress(OSError, RuntimeError):
                video.close()
        self._folder.cleanup()


@contextlib.contextmanager
def _reporting_errors() -> Iterator[None]:
    """Turn errors of ffmpeg into a `PongPGError` of one line."""
    try:
        yield
    # imageio-ffmpeg raises IndexError if ffmpeg prints nothing.
    except (OSError, RuntimeError, IndexError) as error:
        (first, *_) = str(error).strip().splitlines() or [type(error).__name__]
        # imageio-ffmpeg leaves the pipe to an ffmpeg that has died open, in a frame that the traceback holds.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            traceback.clear_frames(error.__traceback__)
        raise PongPGError(
            f"ffmpeg can't write the video ({first}): check that the disk has space and that ffmpeg works"
        ) from error


ENCODERS: dict[str, type[Encoder]] = {"mp4": Mp4Encoder, "gif": GifEncoder, "webp": WebPEncoder}
