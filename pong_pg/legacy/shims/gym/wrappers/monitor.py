"""`gym.wrappers.Monitor`: videos and statistics of every episode, with the file names that Gym gave them."""

from __future__ import annotations

import os
from typing import Any

from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording.episodes import (
    EpisodeRecorder,
    capped_cubic_video_schedule,
    disable_videos,
    monitor_closer,
)
from pong_pg.legacy.shims.gym.recording.files import (
    FILE_PREFIX,
    MANIFEST_PREFIX,
    clear_monitor_files,
    detect_monitor_files,
    detect_training_manifests,
    load_results,
)

__all__ = [
    "FILE_PREFIX",
    "MANIFEST_PREFIX",
    "Monitor",
    "capped_cubic_video_schedule",
    "clear_monitor_files",
    "detect_monitor_files",
    "detect_training_manifests",
    "disable_videos",
    "load_results",
    "monitor_closer",
]


class Monitor(EpisodeRecorder, Wrapper):
    """Records an environment into a directory; see `EpisodeRecorder` for the arguments."""

    def __new__(cls, env: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a monitor; for a directory alone, as in 2016, a function that makes one for an environment."""
        if isinstance(env, (str, os.PathLike)):
            return lambda inner: cls(inner, env, *args, **kwargs)
        return super().__new__(cls)
