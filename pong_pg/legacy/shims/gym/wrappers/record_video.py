"""`gym.wrappers.RecordVideo`: videos of episodes, with the file names that Gym gave them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording.episodes import capped_cubic_video_schedule, monitor_closer
from pong_pg.legacy.shims.gym.recording.video_recorder import VideoRecorder


class RecordVideo(Wrapper):
    """Records videos of whole episodes.

    Args:
        env: the environment.
        video_folder: the directory of the files; it is created if it does not exist.
        episode_trigger: a function from the number of an episode to whether it is recorded; without it the cubes 0, 1,
            8, 27 and so on and, from 1,000 on, every thousandth.
        name_prefix: the beginning of the files' names.
        more: `step_trigger` and `video_length`, which are not covered.

    Raises:
        Error: the videos are to begin at steps, or to have a length.
    """

    def __init__(
        self,
        env: Any,
        video_folder: Any,
        episode_trigger: Callable[[int], Any] | None = None,
        name_prefix: str = "rl-video",
        **more: Any,
    ) -> None:
        super().__init__(env)
        if more.get("step_trigger") or more.get("video_length"):
            raise error.Error("RecordVideo records whole episodes: use episode_trigger instead of steps and lengths")
        self.episode_trigger = episode_trigger or capped_cubic_video_schedule
        self.video_folder = os.path.abspath(video_folder)  # noqa: PTH100 - a string, as scripts read it
        Path(self.video_folder).mkdir(parents=True, exist_ok=True)
        self.name_prefix = name_prefix
        self.episode_id = 0
        self.video_recorder: Any = None
        self._number = monitor_closer.register(self)

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode, and its recording if it is to be recorded."""
        result = self.env.reset(**kwargs)
        self.close_video_recorder()
        if self.episode_trigger(self.episode_id):
            base = str(Path(self.video_folder) / f"{self.name_prefix}-episode-{self.episode_id}")
            self.video_recorder = VideoRecorder(self.env, base_path=base, metadata={"episode_id": self.episode_id})
            self.video_recorder.capture_frame()
        return result

    def step(self, action: Any) -> Any:
        """Run one step and record it."""
        result = self.env.step(action)
        if self.video_recorder is not None:
            self.video_recorder.capture_frame()
        if any(result[2:-1]):
            self.episode_id += 1
            self.close_video_recorder()
        return result

    _step = step
    _reset = reset

    def close_video_recorder(self) -> None:
        """Finish the video, if one is being recorded."""
        if self.video_recorder is not None:
            self.video_recorder.close()
            self.video_recorder = None

    def close(self) -> None:
        """Finish the video and close the environment."""
        self.close_video_recorder()
        monitor_closer.unregister(self._number)
        super().close()
