"""Write pictures as an MP4, GIF or WebP file, one after another; no system ffmpeg is needed.

MP4 is written by the ffmpeg that imageio-ffmpeg brings, GIF and WebP by Pillow. These two keep every colour exactly, as
long as a picture has at most 256. Nothing but the last picture is kept in memory.
"""

from __future__ import annotations

import contextlib
import shutil
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

# Frames a second: every second one that the console draws.
FPS = 30


class GifEncoder:
    """Writes a GIF by Pillow, each frame as the part of the picture that changed, with its own table of colours.

    Args:
        file: binary, open for writing, empty; it is not closed.
        scale: each pixel becomes a square of so many pixels; players blur a small picture when they enlarge it.
    """

    def __init__(self, file: IO[bytes], scale: int) -> None:
        self._file, self._scale = file, scale
        self._pil: Any = require("PIL.Image", "writing a GIF", "video")
        self._chops: Any = require("PIL.ImageChops", "writing a GIF", "video")
        self._gif: Any = require("PIL.GifImagePlugin", "writing a GIF", "video")
        self._shown: Any = None
        # A part is written once it is known how long it is shown: it, its corner, the number of its first frame.
        self._pending: tuple[Any, tuple[int, int], int] | None = None
        self._frames = 0
        # Of the parts, in milliseconds.
        self._durations: list[int] = []

    def write(self, image: Image) -> None:
        """Add a picture, (h, w, 3) uint8 RGB; one that is the same as that before only makes that last longer."""
        picture = self._pil.fromarray(image)
        if self._shown is None:
            # Repeat for ever. The size is the picture's; its colours are in the first frame.
            parts, _ = self._gif.getheader(self._enlarged(picture), None, {"loop": 0})
            self._file.writelines(parts)
            box = (0, 0, *picture.size)
        else:
            box = self._chops.difference(picture, self._shown).getbbox()
        if box is not None:
            self._write_pending()
            corner = box[0] * self._scale, box[1] * self._scale
            self._pending = self._enlarged(picture.crop(box)), corner, self._frames
            self._shown = picture
        self._frames += 1

    def finish(self) -> None:
        """Write the last picture and what belongs behind it."""
        self._write_pending()
        self._file.write(b";")

    def close(self) -> None:
        """Release what the encoder uses, whether the file is complete or not."""

    def _write_pending(self) -> None:
        if self._pending is not None:
            part, corner, first = self._pending
            # A GIF counts hundredths of a second. From time to time, not from frame to frame: the errors do not add
            # up.
            self._durations.append(10 * (round(self._frames * 100 / FPS) - round(first * 100 / FPS)))
            # Disposal 1: the picture stays, and the next is drawn over it.
            about = {"duration": self._durations[-1], "disposal": 1, "include_color_table": True}
            self._file.writelines(self._gif.getdata(part, corner, **about))

    def _enlarged(self, picture: Any) -> Any:
        colors = picture.getcolors(256)
        indexed = picture.quantize(256 if colors is None else len(colors), dither=0)
        return indexed.resize((indexed.width * self._scale, indexed.height * self._scale), 0)


class WebPEncoder(GifEncoder):
    """Writes an animated, lossless WebP: Pillow makes it of a GIF, which it reads picture by picture."""

    def __init__(self, file: IO[bytes], scale: int) -> None:
        self._webp = file
        super().__init__(tempfile.TemporaryFile(), scale)  # noqa: SIM115 - see `close`

    def finish(self) -> None:
        """Write all pictures."""
        super().finish()
        self._file.seek(0)
        with self._pil.open(self._file) as animation:
            options = {"duration": self._durations, "lossless": True, "quality": 50, "method": 1, "loop": 0}
            animation.save(self._webp, "WEBP", save_all=True, **options)

    def close(self) -> None:
        """Remove the GIF."""
        self._file.close()


class Mp4Encoder:
    """Writes an MP4 (H.264) by imageio-ffmpeg; the arguments are those of `GifEncoder`."""

    def __init__(self, file: IO[bytes], scale: int) -> None:
        self._file, self._scale = file, scale
        self._ffmpeg: Any = require("imageio_ffmpeg", "writing an MP4")
        # ffmpeg needs a file with a name.
        self._folder = tempfile.TemporaryDirectory(prefix="pong-pg-video-")
        self._path = Path(self._folder.name, "video.mp4")
        self._video: Any = None
        self._frames = 0

    def write(self, image: Image) -> None:
        """Add a picture, (h, w, 3) uint8 RGB."""
        with _reporting_errors():
            if self._video is None:
                # H.264 needs even numbers.
                scale = f"scale={self._scale}*iw:{self._scale}*ih:flags=neighbor,pad=ceil(iw/2)*2:ceil(ih/2)*2"
                self._video = self._ffmpeg.write_frames(
                    str(self._path),
                    image.shape[1::-1],
                    fps=FPS,
                    macro_block_size=1,
                    ffmpeg_log_level="error",
                    output_params=["-vf", scale, "-movflags", "+faststart"],
                )
                self._video.send(None)
            self._video.send(np.ascontiguousarray(image))
        self._frames += 1

    def finish(self) -> None:
        """Wait for ffmpeg, and check that it has written every frame."""
        with _reporting_errors():
            self._video.close()
            # imageio-ffmpeg does not report ffmpeg's exit status, so the frames are counted.
            written, _ = self._ffmpeg.count_frames_and_secs(str(self._path))
            if written != self._frames:
                raise OSError(f"{written} of {self._frames} frames have been written")
        with self._path.open("rb") as source:
            shutil.copyfileobj(source, self._file)

    def close(self) -> None:
        """End ffmpeg and remove its file."""
        if self._video is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._video.close()
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


# By the endings of files.
ENCODERS: dict[str, type[GifEncoder | Mp4Encoder]] = {".mp4": Mp4Encoder, ".gif": GifEncoder, ".webp": WebPEncoder}
