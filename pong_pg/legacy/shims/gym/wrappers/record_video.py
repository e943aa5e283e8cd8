"""`gym.wrappers.RecordVideo`: videos of episodes or of ranges of steps, with the file names that Gym gave them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording.episodes import capped_cubic_video_schedule, monitor_closer
from pong_pg.legacy.shims.gym.recording.video_recorder import VideoRecorder


class RecordVideo(Wrapper):
    """Records videos of an environment.

    Args:
        env: the environment.
        video_folder: the directory of the files; it is created if it does not exist.
        episode_trigger: a function from the number of an episode to whether it is recorded; without any trigger, the
            cubes 0, 1, 8, 27 and so on and, from 1,000 on, every thousandth.
        step_trigger: a function from the number of a step to whether a recording starts there.
        video_length: the length of a video in steps; 0 to record to the end of the episode.
        name_prefix: the beginning of the files' names.
    """

    def __init__(  # noqa: PLR0917 - Gym's form
        self,
        env: Any,
        video_folder: Any,
        episode_trigger: Callable[[int], Any] | None = None,
        step_trigger: Callable[[int], Any] | None = None,
        video_length: int = 0,
        name_prefix: str = "rl-video",
        **_more: Any,
    ) -> None:
        super().__init__(env)
        if episode_trigger is None and step_trigger is None:
            episode_trigger = capped_cubic_video_schedule
        self.episode_trigger = episode_trigger
        self.step_trigger = step_trigger
        self.video_folder = os.path.abspath(video_folder)  # noqa: PTH100 - a string, as scripts read it
        Path(self.video_folder).mkdir(parents=True, exist_ok=True)
        self.video_length = video_length
        self.name_prefix = name_prefix
        self.step_id = 0
        self.episode_id = 0
        self.recording = False
        self.recorded_frames = 0
        self.video_recorder: Any = None
        self._number = monitor_closer.register(self)

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode, and its recording if it is to be recorded."""
        result = self.env.reset(**kwargs)
        if self.recording and not self.video_length:
            self.close_video_recorder()
        if self.recording:
            self._capture()
        elif self._is_triggered():
            self.start_video_recorder()
        return result

    def step(self, action: Any) -> Any:
        """Run one step and record it."""
        result = self.env.step(action)
        over = any(result[2:-1])
        self.step_id += 1
        self.episode_id += over
        if self.recording:
            self._capture()
            if (self.recorded_frames > self.video_length) if self.video_length else over:
                self.close_video_recorder()
        elif not over and self.step_trigger is not None and self.step_trigger(self.step_id):
            self.start_video_recorder()
        return result

    _step = step
    _reset = reset

    def _is_triggered(self) -> bool:
        by_step = self.step_trigger is not None and self.step_trigger(self.step_id)
        return bool(by_step or (self.episode_trigger is not None and self.episode_trigger(self.episode_id)))

    def start_video_recorder(self) -> None:
        """Start a video."""
        self.close_video_recorder()
        counted = f"step-{self.step_id}" if self.step_trigger is not None else f"episode-{self.episode_id}"
        self.video_recorder = VideoRecorder(
            self.env,
            base_path=str(Path(self.video_folder) / f"{self.name_prefix}-{counted}"),
            metadata={"step_id": self.step_id, "episode_id": self.episode_id},
        )
        self.recording, self.recorded_frames = True, 0
        self._capture()

    def _capture(self) -> None:
        self.video_recorder.capture_frame()
        self.recorded_frames += 1

    def close_video_recorder(self) -> None:
        """Finish the video, if one is being recorded."""
        if self.recording:
            self.recording = False
            self.video_recorder.close()

    def close(self) -> None:
        """Finish the video and close the environment."""
        self.close_video_recorder()
        monitor_closer.unregister(self._number)
        super().close()
