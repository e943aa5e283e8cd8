"""`gym.wrappers.Monitor`: videos and statistics of every episode, with the file names that Gym gave them."""

from __future__ import annotations

import os
from typing import Any

from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording import stats_recorder, video_recorder
from pong_pg.legacy.shims.gym.recording.episodes import EpisodeRecorder, capped_cubic_video_schedule, disable_videos
from pong_pg.legacy.shims.gym.recording.files import (
    clear_monitor_files,
    detect_monitor_files,
    detect_training_manifests,
    load_results,
)

VideoRecorder, StatsRecorder = video_recorder.VideoRecorder, stats_recorder.StatsRecorder

# Scripts import all of these from here.
__all__ = [
    "Monitor",
    "StatsRecorder",
    "VideoRecorder",
    "capped_cubic_video_schedule",
    "clear_monitor_files",
    "detect_monitor_files",
    "detect_training_manifests",
    "disable_videos",
    "load_results",
    "stats_recorder",
    "video_recorder",
]


class Monitor(EpisodeRecorder, Wrapper):
    """Records an environment into a directory; see `EpisodeRecorder` for the arguments."""

    def __init__(self, env: Any, *args: Any, **kwargs: Any) -> None:
        self.env = env
        self._ensure_no_double_wrap()
        EpisodeRecorder.__init__(self, env, *args, **kwargs)

    def set_monitor_mode(self, mode: str) -> None:
        """Say whether the next episodes are "training" or "evaluation"."""
        self.configure(mode=mode)

    def __new__(cls, env: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a monitor; for a directory alone, as in 2016, a function that makes one for an environment."""
        if isinstance(env, (str, os.PathLike)):
            return lambda inner: cls(inner, env, *args, **kwargs)
        return super().__new__(cls)
