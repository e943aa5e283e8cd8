"""Record games, and any other pictures, as MP4, GIF or WebP."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.config import TrainConfig
from pong_pg.errors import ConfigError, PongPGError
from pong_pg.game.env import EnvFactory
from pong_pg.game.player import Player
from pong_pg.untrusted.writing import atomic_file, check_output_file
from pong_pg.viewing.encoders import ENCODERS, FASTEST, Encoder
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Step, frames_of, play_steps
from pong_pg.viewing.overlay import SMALLEST_SCALE, Overlay
from pong_pg.viewing.rallies import POINTS, OnProgress, Rally, find_rally, rally_steps

# Every second frame that the console draws.
FPS = 30.0
SCALE = 3
_LARGEST_SCALE = 12
# How long the last picture stays: the score has just changed there.
_LAST_SECONDS = 1.0

_NEEDS = {"mp4": "imageio_ffmpeg", "gif": "PIL.Image", "webp": "PIL.Image"}


def kind_of(path: str | os.PathLike[str] | IO[bytes]) -> str:
    """Return what a file's ending says: "mp4", "gif" or "webp".

    Raises:
        PongPGError: it is none of these.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise PongPGError('kind must be "mp4", "gif" or "webp" for a file object, which has no ending; got None')
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in ENCODERS:
        raise PongPGError(f"{path} must end in .mp4, .gif or .webp, which says what is written: name another file")
    return kind


def check_recording(
    option: str, path: Path, *, force: bool, overlay: bool = False, fps: float = FPS, scale: int = SCALE
) -> None:
    """Check that a recording can be written, before a game is played for it.

    Args:
        option: the option of the command line that names the file.
        path: the file.
        force: whether an existing file may be overwritten.
        overlay: see `record`.
        fps: see `open_recording`.
        scale: see `open_recording`.

    Raises:
        MissingPackageError: a package is not installed.
        PongPGError: the file can't be written, it exists already and `force` is false, or a number is out of range.
    """
    try:
        kind = kind_of(path)
    except PongPGError as error:
        raise PongPGError(f"{option} {error}") from None
    check_kind(kind, fps, scale, overlay=overlay)
    check_output_file(option, path, path.suffix.lower(), force=force)


def check_kind(kind: str, fps: float, scale: int, *, overlay: bool = False) -> None:
    """Check that recordings of a kind can be made here.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF, WebP, overlay) is not installed.
        PongPGError: the kind is unknown, or fps or scale are out of range.
    """
    if kind not in ENCODERS:
        raise PongPGError(f"a recording must be one of {', '.join(ENCODERS)}; got {kind!r}")
    if not 1 <= fps <= FASTEST[kind]:
        raise ConfigError("fps", f"must be from 1 to {FASTEST[kind]} for {kind.upper()}; got {fps:g}")
    smallest = SMALLEST_SCALE if overlay else 1
    if not smallest <= scale <= _LARGEST_SCALE:
        why = ", so that text is legible in the overlay" if overlay else ""
        raise ConfigError("scale", f"must be from {smallest} to {_LARGEST_SCALE}{why}; got {scale}")
    require(_NEEDS[kind], f"recording {kind.upper()}", "video")
    if overlay:
        require("PIL.ImageDraw", "the overlay of a recording", "video")


class Recording:
    """A recording that is being written, from `open_recording`.

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
        if self._shape not in {(), picture.shape}:
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
        fps: frames a second: at least 1, and at most 50 in a GIF, 60 otherwise.
        scale: each pixel becomes a square of so many pixels, 1 to 12.

    Raises:
        MissingPackageError: imageio-ffmpeg (MP4) or Pillow (GIF, WebP) is not installed.
        PongPGError: the kind is unknown, fps or scale are out of range, no picture was written, or the file can't be.
    """
    kind = kind or kind_of(target)
    check_kind(kind, fps, scale)
    with contextlib.ExitStack() as stack:
        if isinstance(target, (str, os.PathLike)):
            stack.enter_context(_reporting_errors(Path(target)))
            file = stack.enter_context(atomic_file(Path(target)))
        else:
            file = target
        encoder = ENCODERS[kind](file, fps, scale)
        stack.callback(encoder.abort)
        recording = Recording(encoder, scale)
        yield recording
        if not recording.frames:
            raise PongPGError("a recording needs at least one picture, and none was written")
        encoder.finish()


@contextlib.contextmanager
def _reporting_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # Of standard output, whose reader is gone: files don't have it, and encoders report that of ffmpeg themselves.
        raise
    except OSError as error:
        raise PongPGError(f"{path} can't be written ({error}): name another file, or make room on the disk") from error


class Film:
    """Records the steps of games as they were to be seen on the console.

    Args:
        write: takes each picture, and for how many frames: that of a `Recording`, with scale 1 if there is an overlay.
        fps: that of the recording.
        speed: 1 is the console's; 0.5 shows everything twice as long.
        overlay: draws the decisions beside the screen; None for the screen alone.
    """

    def __init__(
        self,
        write: Callable[[npt.NDArray[np.uint8], int], None],
        *,
        fps: float,
        speed: float = 1.0,
        overlay: Overlay | None = None,
    ) -> None:
        self._write, self._overlay = write, overlay
        # Frames of the recording for each of the console's.
        self._rate = fps / (FRAMES_PER_SECOND * speed)
        self._before: Step | None = None
        # Frames of the console so far.
        self._passed = 0
        # Pictures of the recording so far.
        self._written = 0
        self._last: npt.NDArray[np.uint8] | None = None
        self._hold = round(_LAST_SECONDS * fps)

    def add(self, step: Step) -> None:
        """Record a step, and what the console drew since the one before."""
        for screen, shown in frames_of(self._before, step):
            # As many pictures as are due by now: none, one, or in slow motion several.
            due = math.floor(self._passed * self._rate + 1e-6) + 1 - self._written
            self._passed += 1
            if due > 0:
                self._last = screen if self._overlay is None else self._overlay.picture(screen, shown)
                self._write(self._last, due)
                self._written += due
        self._before = None if step.over is not None else step

    def hold(self) -> None:
        """Show the last picture for a second."""
        if self._last is not None:
            self._write(self._last, self._hold)


@dataclass(frozen=True)
class Recorded:
    """What was recorded.

    Attributes:
        frames: of the recording.
        seconds: that it plays.
        size: width and height in pixels.
        scores: points of the opponent and of the policy at the end of each game, or at the end of the rally.
        rally: which rally it is; None for whole games.
    """

    frames: int
    seconds: float
    size: tuple[int, int]
    scores: tuple[tuple[int, int], ...]
    rally: Rally | None


def record(
    policy: Player,
    config: TrainConfig,
    target: str | os.PathLike[str] | IO[bytes],
    *,
    kind: str | None = None,
    games: int = 1,
    rally: bool = False,
    overlay: bool = False,
    seed: int = 0,
    greedy: bool = True,
    fps: float = FPS,
    scale: int = SCALE,
    speed: float = 1.0,
    env_factory: EnvFactory | None = None,
    on_progress: OnProgress | None = None,
) -> Recorded:
    """Record games of a policy in real time; they are the games of `evaluate` with the same seed.

    The frames between the agent's steps are there as well if the environment is the direct one.

    Args:
        policy: the player.
        config: says which environment.
        target: path of the file, or a binary file object; see `open_recording`.
        kind: "mp4", "gif" or "webp"; None for what the ending of the path says.
        games: how many are played.
        rally: record only one rally of them: see `pong_pg.viewing.rallies.best_rally`.
        overlay: draw beside the screen what the policy makes of it; see `Overlay`.
        seed: decides the games.
        greedy: take the most probable action instead of sampling one.
        fps: frames a second.
        scale: each pixel becomes a square of so many pixels; at least 2 with `overlay`.
        speed: 1 is the console's; 0.5 shows everything twice as long.
        env_factory: makes the environment, instead of the config's id.
        on_progress: called now and then with what is done at present and how much of it, from 0 to 1.

    Raises:
        MissingPackageError: a package is not installed.
        EnvError: the environment does not render to arrays; or with `rally`, a game can't be played again.
        PongPGError: the file can't be written, a number is out of range, or the environment can't be made or played.
    """
    report = on_progress or (lambda _what, _done: None)
    check_kind(kind or kind_of(target), fps, scale, overlay=overlay)
    playing: dict[str, Any] = {"seed": seed, "greedy": greedy, "env_factory": env_factory}
    chosen = find_rally(policy, config, games, on_progress=report, **playing) if rally else None
    steps = (
        play_steps(policy, config, between=True, **playing)
        if chosen is None
        else rally_steps(policy, config, chosen, between=True, on_progress=report, **playing)
    )
    scores = []
    with (
        contextlib.closing(steps),
        open_recording(target, kind, fps=fps, scale=1 if overlay else scale) as recording,
    ):
        film = Film(recording.write, fps=fps, speed=speed, overlay=Overlay(scale) if overlay else None)
        for step in steps:
            if chosen is None:
                report("Recording", (step.game + max(step.score) / POINTS) / games)
            film.add(step)
            if step.over is not None or (chosen is not None and step.number == chosen.end):
                scores.append(step.score)
                if step.game == games - 1:
                    break
        film.hold()
    return Recorded(recording.frames, recording.frames / fps, recording.size, tuple(scores), chosen)
