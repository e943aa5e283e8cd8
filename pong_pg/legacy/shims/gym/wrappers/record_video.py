"""`gym.wrappers.RecordVideo`: videos of episodes or of stretches of steps, with the file names that Gym gave them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording.episodes import capped_cubic_video_schedule, monitor_closer
from pong_pg.legacy.shims.gym.recording.video_recorder import VideoRecorder


class RecordVideo(Wrapper):
    """Films an environment.

    Args:
        env: the environment.
        video_folder: where the files go; it is made if need be.
        episode_trigger: from the number of an episode to whether it is filmed; without any trigger, the cubes
            0, 1, 8, 27 and so on and every thousandth.
        step_trigger: from the number of a step to whether filming begins there.
        video_length: steps of a video; 0 for to the episode's end.
        name_prefix: what the files' names begin with.
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
        self.video_folder = os.path.abspath(video_folder)  # noqa: PTH100 - a text, as scripts read it
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
        """Begin an episode, and to film it if it is one to be filmed."""
        result = self.env.reset(**kwargs)
        if self.recording and not self.video_length:
            self.close_video_recorder()
        if self.recording:
            self._capture()
        elif self._is_wanted():
            self.start_video_recorder()
        return result

    def step(self, action: Any) -> Any:
        """Play one step and film it."""
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

    def _is_wanted(self) -> bool:
        by_step = self.step_trigger is not None and self.step_trigger(self.step_id)
        return bool(by_step or (self.episode_trigger is not None and self.episode_trigger(self.episode_id)))

    def start_video_recorder(self) -> None:
        """Begin a video."""
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
        """Finish the video, if one is being made."""
        if self.recording:
            self.recording = False
            self.video_recorder.close()

    def close(self) -> None:
        """Finish the video, and close the environment."""
        self.close_video_recorder()
        monitor_closer.unregister(self._number)
        super().close()
