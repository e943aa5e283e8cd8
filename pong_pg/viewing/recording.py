"""Record a game or a rally as MP4 or GIF."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pong_pg.compat._versions import require
from pong_pg.errors import ConfigError
from pong_pg.untrusted.writing import check_output_file, output_file
from pong_pg.viewing.encoders import FPS, WRITERS
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Games, Screen, Step, frames_of, play_steps
from pong_pg.viewing.overlay import SMALLEST_SCALE, Overlay
from pong_pg.viewing.rallies import POINTS, OnProgress, rally_steps

SCALE = 3
_LARGEST_SCALE = 12


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


def write_recording(path: Path, pictures: Iterable[Screen], scale: int = SCALE) -> None:
    """Write pictures to a file, which replaces one that is there once it is complete.

    If the pictures end with an exception, nothing is written and what was there stays as it was.

    Args:
        path: the file, which ends in .mp4 or .gif.
        pictures: at least one, (h, w, 3) uint8 RGB.
        scale: each pixel becomes a square of so many pixels, 1 to 12.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF) is not installed.
        PongPGError: the file can't be written.
    """
    with output_file(path) as file:
        WRITERS[path.suffix.lower()](file, pictures, scale)


def film(steps: Iterable[Step], speed: float = 1.0) -> Generator[tuple[Screen, Step], None, None]:
    """Yield the frames of a recording in which steps of games are seen as on the console; the last stays for a second.

    Args:
        steps: of games, in order.
        speed: 1 is the console's; 0.5 shows everything twice as long.

    Yields:
        The screen, and the step whose action is carried out while it shows.
    """
    # Frames of the recording for each of the console's.
    rate = FPS / (FRAMES_PER_SECOND * speed)
    passed = written = 0
    before = None
    for step in steps:
        for frame in frames_of(before, step):
            # As many pictures as are due by now: none, one, or in slow motion several.
            due = math.floor(passed * rate + 1e-6) + 1
            passed += 1
            if due > written:
                yield from (last := [frame] * (due - written))
                written = due
        before = None if step.over is not None else step
    yield from last[:1] * FPS


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
    games: Games,
    path: Path,
    *,
    rally: bool = False,
    overlay: bool = False,
    scale: int = SCALE,
    speed: float = 1.0,
    on_progress: OnProgress,
) -> Recorded:
    """Record the first game of a policy in real time.

    Args:
        games: which.
        path: the file; see `write_recording`.
        rally: record only one rally of it: see `pong_pg.viewing.rallies.best_rally`.
        overlay: draw beside the screen what the policy makes of it; see `Overlay`.
        scale: each pixel becomes a square of so many pixels; at least 2 with `overlay`.
        speed: 1 is the console's; 0.5 shows everything twice as long.
        on_progress: called now and then with what is done at present and how much of it, from 0 to 1.

    Raises:
        MissingPackageError: a package is not installed.
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
        for screen, step in film(until_the_end(), speed):
            picture = screen if panel is None else panel.picture(screen, step)
            height, width, _ = picture.shape
            frames += 1
            yield picture

    with contextlib.closing(playing):
        write_recording(path, pictures(), scale)
    return Recorded(frames, (width * scale, height * scale), score)
