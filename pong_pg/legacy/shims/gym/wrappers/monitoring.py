"""`gym.wrappers.monitoring`: the recorders that a monitor writes its files with."""

import sys

from pong_pg.legacy.shims.gym.recording import stats_recorder, video_recorder
from pong_pg.legacy.shims.gym.recording.files import detect_training_manifests, load_results

__all__ = ["detect_training_manifests", "load_results", "stats_recorder", "video_recorder"]

# A dotted import finds the modules here; they live below the base classes, which use them too.
__path__: list[str] = []
sys.modules[f"{__name__}.stats_recorder"] = stats_recorder
sys.modules[f"{__name__}.video_recorder"] = video_recorder
