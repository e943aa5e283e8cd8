"""Videos of rendered frames: `gym.wrappers.monitoring.video_recorder`."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import subprocess
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat.rendering import mode_renderer
from pong_pg.errors import MissingPackageError, pip_install
from pong_pg.legacy.runtime.messages import say_once
from pong_pg.legacy.shims.gym import error, logger


def render_in_mode(env: Any, mode: str) -> Any:
    """Return what an environment renders in a mode, whether its `render` takes the mode or it was made with one."""
    innermost = getattr(env, "unwrapped", env)
    return env.render() if mode_renderer(innermost) is None else env.render(mode=mode)


def capped_cubic_video_schedule(episode_id: int) -> bool:
    """Return whether an episode is recorded: 0, 1, 8, 27 and so on, from 1,000 on every thousandth."""
    if episode_id >= 1000:
        return episode_id % 1000 == 0
    root: int = round(episode_id ** (1.0 / 3))
    return root**3 == episode_id


def finish_at_exit(method: Callable[[], Any]) -> None:
    """Call a method when the interpreter exits, if its object still exists: most scripts are ended by Ctrl-C."""
    reference = weakref.WeakMethod(method)

    def finish() -> None:
        if (still := reference()) is not None:
            still()

    atexit.register(finish)


class VideoRecorder:
    """A video of an environment, frame by frame.

    Args:
        env: the environment, which is rendered for each frame.
        path: the path of the file, ending in ".mp4".
        metadata: written next to the video, to "<path>.meta.json".
        enabled: whether to record at all.
        base_path: the path without its extension, if `path` is None.

    Attributes:
        functional: whether it records, and has not failed so far.

    Raises:
        Error: the extension is another.
        MissingPackageError: imageio-ffmpeg is not installed.
    """

    def __init__(
        self,
        env: Any,
        path: str | None = None,
        metadata: dict[str, Any] | None = None,
        enabled: bool = True,
        base_path: str | None = None,
    ) -> None:
        modes = {*env.metadata.get("render.modes", ()), *env.metadata.get("render_modes", ())}
        if enabled and "rgb_array" not in modes:
            say_once(f"no video is recorded: {env} has no render mode rgb_array")
        self.functional = enabled and "rgb_array" in modes
        self._process: Any = None
        if not self.functional:
            return
        self._ffmpeg = _ffmpeg()
        self.env = env
        self.path = str(path or f"{base_path}.mp4")
        if not self.path.endswith(".mp4"):
            raise error.Error(f"the path of a video must end in .mp4; got {path!r}")
        self.metadata_path = self.path.removesuffix(".mp4") + ".meta.json"
        Path(self.metadata_path).write_text(json.dumps({**(metadata or {}), "content_type": "video/mp4"}))

    def capture_frame(self) -> None:
        """Add a rendered frame; the video ends if the environment renders nothing, or a frame of another shape."""
        if not self.functional:
            return
        frame = render_in_mode(self.env, "rgb_array")
        # Environments of some versions return a list of frames.
        frame = np.asarray(frame[-1] if isinstance(frame, list) and frame else frame)
        # If writing a frame is interrupted, the video ends before it: later frames would be misaligned.
        self.functional = False
        if self._process is None and frame.ndim == 3:
            self._start(frame.shape)
        if self._process is None or frame.shape != self._shape or frame.dtype != np.uint8:
            logger.warn("the video %s ends: a frame is a %s array of shape %s", self.path, frame.dtype, frame.shape)
            return
        try:
            self._process.stdin.write(frame.tobytes())
        except OSError:
            logger.error("the video %s ends: ffmpeg ended with status %s", self.path, self._process.wait())
            return
        self.functional = True

    def _start(self, shape: tuple[int, ...]) -> None:
        """Start an ffmpeg process: imageio-ffmpeg's writer kills its own at Ctrl-C, and the file is lost."""
        self._shape = shape
        frames = f"-f rawvideo -s:v {shape[1]}x{shape[0]} -pix_fmt {'rgba' if shape[2] == 4 else 'rgb24'}"
        # The codec requires even sizes.
        picture = "-an -vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -vcodec libx264 -pix_fmt yuv420p"
        rate = self.env.metadata.get("video.frames_per_second", 30)
        options = f"-nostats -loglevel error -y {frames} -r {rate} -i - {picture}"
        self._process = subprocess.Popen(
            [self._ffmpeg.get_ffmpeg_exe(), *options.split(), self.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C in a terminal goes to every process of the script's session.
            start_new_session=True,
        )

    def close(self) -> None:
        """Finish the file, if there is one. Further calls do nothing."""
        if self._process is None:
            self.functional = False
            return
        with contextlib.suppress(OSError, ValueError):
            self._process.communicate()


def _ffmpeg() -> Any:
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError as problem:
        raise MissingPackageError(
            f"recording videos needs the package imageio-ffmpeg, which is not installed: run  {pip_install('run')}"
        ) from problem
