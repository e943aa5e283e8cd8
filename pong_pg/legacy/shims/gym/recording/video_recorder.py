"""`gym.wrappers.monitoring.video_recorder`: writes rendered frames to an mp4 file."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat.rendering import mode_renderer
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.shims.gym import error, logger


def render_in_mode(env: Any, mode: str) -> Any:
    """Return what an environment renders in a mode, whether its `render` takes the mode or it was made with one."""
    innermost = getattr(env, "unwrapped", env)
    return env.render() if mode_renderer(innermost) is None else env.render(mode=mode)


class VideoRecorder:
    """A video of an environment, frame by frame.

    Args:
        env: the environment, which is rendered for each frame.
        path: the path of the file, ending in ".mp4".
        metadata: written next to the video, to "<path>.meta.json".
        enabled: whether to record at all.
        base_path: the path without its extension.

    Raises:
        Error: both paths are given, or the extension is another.
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
        self.enabled = enabled
        self.broken = False
        self.encoder: Any = None
        if not enabled:
            return
        modes = {*env.metadata.get("render.modes", ()), *env.metadata.get("render_modes", ())}
        if "rgb_array" not in modes:
            say_once(f"no video is recorded: {env} has no render mode rgb_array")
            self.enabled = False
            return
        _ffmpeg()
        if path is not None and base_path is not None:
            raise error.Error(f"pass either path or base_path, not both; got {path!r} and {base_path!r}")
        if base_path is not None:
            path = f"{base_path}.mp4"
        base, given = os.path.splitext(path or "")  # noqa: PTH122 - paths are strings here, as scripts read them
        if given != ".mp4":
            raise error.Error(f"the path of a video must end in .mp4; got {path!r}")
        self.env = env
        self.path = str(path)
        self.metadata_path = f"{base}.meta.json"
        self.frames_per_sec = env.metadata.get("video.frames_per_second", 30)
        self.output_frames_per_sec = env.metadata.get("video.output_frames_per_second", self.frames_per_sec)
        self.metadata = {} if metadata is None else metadata
        self.metadata["content_type"] = "video/mp4"
        Path(self.path).touch()
        self.write_metadata()
        self.empty = True

    @property
    def functional(self) -> bool:
        """Whether it records, and has not failed so far."""
        return self.enabled and not self.broken

    def capture_frame(self) -> None:
        """Add a rendered frame; if the environment renders nothing, the recording ends."""
        if not self.functional:
            return
        frame = render_in_mode(self.env, "rgb_array")
        if frame is None:
            logger.warn("the environment rendered nothing, so this video ends: %s", self.path)
            self.broken = True
            return
        # Environments of some versions return a list of frames.
        frame = frame[-1] if isinstance(frame, list) else frame
        if self.encoder is None:
            self.encoder = _VideoFile(self.path, self.frames_per_sec, frame)
            self.metadata["encoder_version"] = self.encoder.version_info
        try:
            self.encoder.add(frame)
        except error.InvalidFrame as problem:
            logger.warn("this video ends: %s", problem)
            self.broken = True
        else:
            self.empty = False

    def close(self) -> None:
        """Finish the file; it is removed if it has no frames. Further calls do nothing."""
        if not self.enabled:
            return
        self.enabled = False
        if self.encoder is not None:
            self.encoder.close()
            self.encoder = None
        else:
            self.metadata["empty"] = True
        if self.broken:
            self.metadata["broken"] = True
        if self.empty or self.broken:
            Path(self.path).unlink(missing_ok=True)
        self.write_metadata()
        # A monitor checks afterwards whether there is a file.
        self.enabled = not self.broken

    def write_metadata(self) -> None:
        """Write the metadata next to the video."""
        Path(self.metadata_path).write_text(json.dumps(self.metadata))


class _VideoFile:
    """Writes to an ffmpeg process of its own: imageio-ffmpeg's writer kills its own at Ctrl-C, and the file is lost."""

    def __init__(self, path: str, frames_per_second: float, frame: Any) -> None:
        self._shape = np.shape(frame)
        if len(self._shape) != 3 or self._shape[2] not in {3, 4}:
            raise error.InvalidFrame(f"a frame must have shape (height, width, 3 or 4); got {self._shape}")
        ffmpeg = _ffmpeg()
        self.version_info = {"backend": "ffmpeg", "version": str(ffmpeg.get_ffmpeg_version())}
        height, width, channels = self._shape
        frames = f"-f rawvideo -s:v {width}x{height} -pix_fmt {'rgb24' if channels == 3 else 'rgba'}"
        # The codec requires even sizes.
        picture = "-an -vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -vcodec libx264 -pix_fmt yuv420p"
        options = f"-nostats -loglevel error -y {frames} -r {frames_per_second} -i - {picture}"
        self._is_broken = False
        self._process = subprocess.Popen(
            [ffmpeg.get_ffmpeg_exe(), *options.split(), path],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C in a terminal goes to every process of the script's session.
            start_new_session=True,
        )

    def add(self, frame: Any) -> None:
        if not isinstance(frame, np.ndarray) or frame.shape != self._shape or frame.dtype != np.uint8:
            raise error.InvalidFrame(
                f"a frame must be a uint8 array of shape {self._shape}; got {type(frame).__name__}"
            )
        if self._is_broken or self._process.stdin is None:
            return
        # If writing a frame is interrupted, the video ends before it: later frames would be misaligned.
        self._is_broken = True
        try:
            self._process.stdin.write(frame.tobytes())
        except OSError as problem:
            raise error.InvalidFrame(f"ffmpeg ended with status {self._process.wait()}") from problem
        self._is_broken = False

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._process.communicate()
        if self._process.returncode and not self._is_broken:
            logger.error("ffmpeg ended with status %s", self._process.returncode)


def _ffmpeg() -> Any:
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError as problem:
        raise MissingPackageError(
            "recording videos needs the package imageio-ffmpeg, which is not installed: run  pip install 'pong-pg[run]'"
        ) from problem
