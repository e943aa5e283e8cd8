"""Record a game as a video."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.errors import EnvError
from pong_pg.output_file import check_output_file

# The emulator draws 60 frames a second, and an agent step is usually four of them.
_STEPS_PER_SECOND = 15
# Players draw the small screen blurred; so each of its pixels becomes many.
_SCALE = 3


def check_recording(path: Path, *, force: bool) -> None:
    """Make sure that a video can be written, before anything is played for it.

    Raises:
        MissingPackageError: imageio-ffmpeg is not installed.
        PongPGError: the file is there already and `force` is not said, or can't be written.
    """
    require("imageio_ffmpeg", "--record")
    check_output_file("--record", path, ".mp4", force=force)


class Recording:
    """An environment that writes its first game as a video: one frame an agent step, in the game's own time.

    Args:
        env: the environment, in the normal form.
        path: the video.

    Raises:
        EnvError: the environment does not draw.
    """

    def __init__(self, env: Any, path: Path) -> None:
        self._env = env
        self._path = path
        self._video: Any = None
        self._games = 0

    def reset(self, **kwargs: Any) -> Any:
        """Begin a game; the second one ends the video."""
        result = self._env.reset(**kwargs)
        self._games += 1
        if self._games == 1:
            self._open()
            self._write()
        else:
            self._finish()
        return result

    def step(self, action: int) -> Any:
        """Play a step and write what it shows."""
        result = self._env.step(action)
        self._write()
        return result

    def _frame(self) -> Any:
        frame = self._env.render()
        if not isinstance(frame, np.ndarray) or frame.ndim != 3:
            raise EnvError(
                f"{self._env} does not draw, so --record has nothing to write: add  --env-arg render_mode=rgb_array"
            )
        return np.ascontiguousarray(frame, np.uint8)

    def _open(self) -> None:
        height, width, _ = self._frame().shape
        ffmpeg = require("imageio_ffmpeg", "--record")
        scale = f"scale={_SCALE * width // 2 * 2}:{_SCALE * height // 2 * 2}:flags=neighbor"
        self._video = ffmpeg.write_frames(
            str(self._path),
            (width, height),
            fps=_STEPS_PER_SECOND,
            macro_block_size=1,
            ffmpeg_log_level="error",
            output_params=["-vf", scale],
        )
        self._video.send(None)

    def _write(self) -> None:
        if self._video is not None:
            self._video.send(self._frame())

    def _finish(self) -> None:
        video, self._video = self._video, None
        if video is not None:
            video.close()

    def close(self) -> None:
        """Finish the video and close the environment."""
        self._finish()
        self._env.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)
