"""Write pictures as an MP4 or GIF file, one after another; no system ffmpeg is needed.

MP4 is written by the ffmpeg that imageio-ffmpeg brings, GIF by Pillow, with every colour exactly, as long as a picture
has at most 256. Nothing but the last picture is kept in memory.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError

Image = npt.NDArray[np.uint8]

# Frames a second: every second one that the console draws.
FPS = 30


def write_gif(file: IO[bytes], pictures: Iterable[Image], scale: int) -> None:
    """Write a GIF by Pillow, each frame as the part of the picture that changed, with its own table of colours.

    Args:
        file: binary, open for writing, empty.
        pictures: at least one, (h, w, 3) uint8 RGB.
        scale: each pixel becomes a square of so many pixels; players blur a small picture when they enlarge it.
    """
    gif: Any = require("PIL.GifImagePlugin", "writing a GIF", "video")
    for number, (part, (left, top), first, end) in enumerate(_changes(pictures)):
        colors = part.getcolors(256)
        indexed = part.quantize(256 if colors is None else len(colors), dither=0)
        enlarged = indexed.resize((indexed.width * scale, indexed.height * scale), 0)
        if number == 0:
            # Repeat for ever. The size is that of the first part, the whole picture.
            file.writelines(gif.getheader(enlarged, None, {"loop": 0})[0])
        # A GIF counts hundredths of a second. From time to time, not from frame to frame: the errors do not add up.
        duration = 10 * (round(end * 100 / FPS) - round(first * 100 / FPS))
        # Disposal 1: the picture stays, and the next is drawn over it.
        about = {"duration": duration, "disposal": 1, "include_color_table": True}
        file.writelines(gif.getdata(enlarged, (left * scale, top * scale), **about))
    file.write(b";")


def _changes(pictures: Iterable[Image]) -> Iterator[tuple[Any, tuple[int, int], int, int]]:
    """Yield the part of each picture that changed, its corner, and the pictures from and until which it is shown."""
    pil: Any = require("PIL.Image", "writing a GIF", "video")
    chops: Any = require("PIL.ImageChops", "writing a GIF", "video")
    shown: Any = None
    box: Any = None
    first = number = 0
    for number, image in enumerate(pictures):
        picture = pil.fromarray(image)
        changed = (0, 0, *picture.size) if shown is None else chops.difference(picture, shown).getbbox()
        if changed is None:
            continue
        if box is not None:
            yield shown.crop(box), box[:2], first, number
        shown, box, first = picture, changed, number
    if box is not None:
        yield shown.crop(box), box[:2], first, number + 1


def write_mp4(file: IO[bytes], pictures: Iterable[Image], scale: int) -> None:
    """Write an MP4 (H.264) by imageio-ffmpeg; the arguments are those of `write_gif`."""
    ffmpeg: Any = require("imageio_ffmpeg", "writing an MP4")
    pictures = iter(pictures)
    first = next(pictures)
    with tempfile.TemporaryDirectory(prefix="pong-pg-video-") as folder:
        # ffmpeg needs a file with a name, and H.264 even numbers.
        path = Path(folder, "video.mp4")
        scaled = f"scale={scale}*iw:{scale}*ih:flags=neighbor,pad=ceil(iw/2)*2:ceil(ih/2)*2"
        writing = ffmpeg.write_frames(
            str(path),
            first.shape[1::-1],
            fps=FPS,
            macro_block_size=1,
            ffmpeg_log_level="error",
            output_params=["-vf", scaled, "-movflags", "+faststart"],
        )
        with contextlib.closing(writing) as video:
            with _reporting_errors():
                video.send(None)
            frames = 0
            for image in itertools.chain([first], pictures):
                with _reporting_errors():
                    video.send(np.ascontiguousarray(image))
                frames += 1
            with _reporting_errors():
                video.close()
                # imageio-ffmpeg does not report ffmpeg's exit status, so the frames are counted.
                written, _ = ffmpeg.count_frames_and_secs(str(path))
                if written != frames:
                    raise OSError(f"{written} of {frames} frames have been written")
        with path.open("rb") as source:
            shutil.copyfileobj(source, file)


@contextlib.contextmanager
def _reporting_errors() -> Iterator[None]:
    """Turn errors of ffmpeg into a `PongPGError` of one line."""
    try:
        yield
    # imageio-ffmpeg raises IndexError if ffmpeg prints nothing.
    except (OSError, RuntimeError, IndexError) as error:
        (first, *_) = str(error).strip().splitlines() or [type(error).__name__]
        raise PongPGError(
            f"ffmpeg can't write the video ({first}): check that the disk has space and that ffmpeg works"
        ) from error


# By the endings of files.
WRITERS: dict[str, Callable[[IO[bytes], Iterable[Image], int], None]] = {".mp4": write_mp4, ".gif": write_gif}
