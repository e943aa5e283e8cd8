"""Record a game or a rally as MP4 or GIF.

MP4 is written by the ffmpeg that imageio-ffmpeg brings, GIF by Pillow, with every colour exactly, as long as a picture
has at most 256. Nothing but the last picture is kept in memory.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.errors import ConfigError, PongPGError
from pong_pg.untrusted.writing import check_output_file, output_file
from pong_pg.viewing.game_steps import (
    FRAMES_PER_SECOND,
    POINTS,
    Games,
    OnProgress,
    Screen,
    Step,
    frames_of,
    play_steps,
    rally_steps,
)
from pong_pg.viewing.overlay import SMALLEST_SCALE, Overlay

# Frames a second: every second one that the console draws.
FPS = 30
SCALE = 3
_LARGEST_SCALE = 12


def write_gif(file: IO[bytes], pictures: Iterable[Screen], scale: int) -> None:
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


def _changes(pictures: Iterable[Screen]) -> Iterator[tuple[Any, tuple[int, int], int, int]]:
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


def write_mp4(file: IO[bytes], pictures: Iterable[Screen], scale: int) -> None:
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
WRITERS: dict[str, Callable[[IO[bytes], Iterable[Screen], int], None]] = {".mp4": write_mp4, ".gif": write_gif}


def check_recording(path: Path, *, force: bool, overlay: bool = False, scale: int = SCALE) -> None:
    """Check that a recording can be written, before a game is played for it; see `check_output_file` and `record`.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF) is not installed.
        PongPGError: the file can't be written, it exists already and `force` is false, or scale is out of range.
    """
    smallest = SMALLEST_SCALE if overlay else 1
    if not smallest <= scale <= _LARGEST_SCALE:
        why = ", so that text is legible in the overlay" if overlay else ""
        raise ConfigError("scale", f"must be from {smallest} to {_LARGEST_SCALE}{why}; got {scale}")
    check_output_file("-o", path, *WRITERS, force=force)
    require("imageio_ffmpeg" if path.suffix.lower() == ".mp4" else "PIL.Image", f"recording {path.suffix}", "video")


def film(steps: Iterable[Step]) -> Iterator[tuple[Screen, Step]]:
    """Yield every second of the console's frames in steps of games, and the last one for a second.

    Each is a screen and the step whose action is carried out while it shows.
    """
    shown = None
    for shown in itertools.islice(_frames(steps), 0, None, FRAMES_PER_SECOND // FPS):
        yield shown
    if shown is not None:
        yield from [shown] * FPS


def _frames(steps: Iterable[Step]) -> Iterator[tuple[Screen, Step]]:
    before = None
    for step in steps:
        yield from frames_of(before, step)
        before = None if step.over is not None else step


@dataclass(frozen=True)
class Recorded:
    """What was recorded.

    Attributes:
        frames: of the recording, 30 a second.
        size: width and height in pixels.
        score: points of the opponent and of the policy at the end.
    """

    frames: int
    size: tuple[int, int]
    score: tuple[int, int]

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return self.frames / FPS


def record(
    games: Games, path: Path, *, rally: bool = False, overlay: bool = False, scale: int = SCALE, on_progress: OnProgress
) -> Recorded:
    """Record the first game of a policy in real time.

    A file that is there is replaced once the new one is complete; if it never is, nothing is written.

    Args:
        games: which.
        path: the file, which ends in .mp4 or .gif.
        rally: record only one rally of it: see `pong_pg.viewing.game_steps.best_rally`.
        overlay: draw beside the screen what the policy makes of it; see `Overlay`.
        scale: each pixel becomes a square of so many pixels, 1 to 12; at least 2 with `overlay`.
        on_progress: called now and then with what is done at present and how much of it, from 0 to 1.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF) is not installed.
        EnvError: the environment does not render to arrays.
        PongPGError: the file can't be written, or the environment can't be made or played.
    """
    panel = Overlay(scale) if overlay else None
    scale = 1 if overlay else scale
    playing = rally_steps(games, on_progress) if rally else play_steps(games)
    score = 0, 0
    frames = width = height = 0

    def until_the_end() -> Iterator[Step]:
        nonlocal score
        for step in playing:
            score = step.score
            if not rally:
                on_progress("Recording", min(1.0, max(score) / POINTS))
            yield step
            if step.over is not None:
                return

    def pictures() -> Iterator[Screen]:
        nonlocal frames, width, height
        for screen, step in film(until_the_end()):
            picture = screen if panel is None else panel.picture(screen, step)
            height, width, _ = picture.shape
            frames += 1
            yield picture

    with contextlib.closing(playing), output_file(path) as file:
        WRITERS[path.suffix.lower()](file, pictures(), scale)
    return Recorded(frames, (width * scale, height * scale), score)
