"""Record a game as an MP4 video."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat import Env
from pong_pg.compat._versions import require
from pong_pg.errors import EnvError, PongPGError
from pong_pg.files import check_output_file

# The emulator draws 60 frames a second, and an agent step is usually four of them.
_STEPS_PER_SECOND = 15
# Video players blur a small picture when they enlarge it, so each pixel is enlarged here, in each direction.
_SCALE = 3


def check_recording(path: Path, *, force: bool) -> None:
    """Check that a video can be written, before a game is played for it.

    Raises:
        MissingPackageError: imageio-ffmpeg is not installed.
        PongPGError: the file can't be written, or it exists already and `force` is false.
    """
    require("imageio_ffmpeg", "--record")
    check_output_file("--record", path, ".mp4", force=force)


class Recording:
    """A wrapper that records the first game of an environment as a video: one frame per agent step, in real time.

    The video appears at `path` when the game has ended; for a game that is cut short, none is written.

    Args:
        env: the environment, with Gymnasium's API.
        path: file of the video.

    Raises:
        EnvError: the environment does not render to arrays.
        PongPGError: ffmpeg can't write the video.
    """

    def __init__(self, env: Env, path: Path) -> None:
        self._env = env
        self._path = path
        self._unfinished = path.with_name(f".{path.stem}.unfinished{path.suffix}")
        self._video: Any = None
        self._games = 0
        self._frames = 0

    def reset(self, **kwargs: Any) -> Any:
        """Start a game; the first game is recorded."""
        result = self._env.reset(**kwargs)
        self._games += 1
        if self._games == 1:
            self._open()
            self._write()
        return result

    def step(self, action: int) -> Any:
        """Take a step and record its frame; the last step of the game completes the video."""
        result = self._env.step(action)
        if self._video is not None:
            self._write()
            _, _, terminated, truncated, _ = result
            if terminated or truncated:
                self._finish()
        return result

    def _frame(self) -> Any:
        frame = self._env.render()
        if not isinstance(frame, np.ndarray) or frame.ndim != 3:
            raise EnvError(
                f"{self._env} does not render to arrays, so --record can't record it: "
                "add  --env-arg render_mode=rgb_array"
            )
        return np.ascontiguousarray(frame, np.uint8)

    def _open(self) -> None:
        height, width, _ = self._frame().shape
        ffmpeg = require("imageio_ffmpeg", "--record")
        scale = f"scale={_SCALE * width // 2 * 2}:{_SCALE * height // 2 * 2}:flags=neighbor"
        with self._reporting_errors():
            self._video = ffmpeg.write_frames(
                str(self._unfinished),
                (width, height),
                fps=_STEPS_PER_SECOND,
                macro_block_size=1,
                ffmpeg_log_level="error",
                output_params=["-vf", scale],
            )
            self._video.send(None)

    def _write(self) -> None:
        frame = self._frame()
        with self._reporting_errors():
            self._video.send(frame)
        self._frames += 1

    def _finish(self) -> None:
        ffmpeg = require("imageio_ffmpeg", "--record")
        video, self._video = self._video, None
        with self._reporting_errors():
            video.close()
            # imageio-ffmpeg does not report ffmpeg's exit status, so the frames are counted.
            written, _ = ffmpeg.count_frames_and_secs(str(self._unfinished))
            if written != self._frames:
                raise OSError(f"{written} of {self._frames} frames have been written")
            self._unfinished.replace(self._path)

    @contextlib.contextmanager
    def _reporting_errors(self) -> Iterator[None]:
        """Turn errors of ffmpeg into a `PongPGError` of one line."""
        try:
            yield
        # imageio-ffmpeg raises IndexError if ffmpeg prints nothing.
        except (OSError, RuntimeError, IndexError) as error:
            (first, *_) = str(error).strip().splitlines() or [type(error).__name__]
            raise PongPGError(
                f"--record {self._path}: ffmpeg can't write the video ({first}): check that the disk has space and "
                "that ffmpeg works"
            ) from error

    def close(self) -> None:
        """Close the environment and remove an unfinished video."""
        video, self._video = self._video, None
        if video is not None:
            with contextlib.suppress(OSError, RuntimeError):
                video.close()
        self._unfinished.unlink(missing_ok=True)
        self._env.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)
