"""`gym.wrappers` of every version."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym.submodules import gone, publish
from pong_pg.legacy.shims.gym.wrappers.monitor import Monitor, capped_cubic_video_schedule
from pong_pg.legacy.shims.gym.wrappers.record_video import RecordVideo
from pong_pg.legacy.shims.gym.wrappers.through_gymnasium import wrapper_named
from pong_pg.legacy.shims.gym.wrappers.time_limit import TimeLimit

# Some are made when they are asked for, by `__getattr__`.
__all__ = [
    "AtariPreprocessing",
    "ClipAction",
    "FlattenObservation",
    "FrameStack",
    "GrayScaleObservation",
    "Monitor",
    "RecordEpisodeStatistics",
    "RecordVideo",
    "RescaleAction",
    "ResizeObservation",
    "TimeLimit",
    "TransformObservation",
    "TransformReward",
    "capped_cubic_video_schedule",
]

_FILES = (
    "atari_preprocessing",
    "clip_action",
    "flatten_observation",
    "frame_stack",
    "gray_scale_observation",
    "normalize",
    "record_episode_statistics",
    "rescale_action",
    "resize_observation",
    "transform_observation",
    "transform_reward",
)
# Gym's files, whose wrappers are in other modules here.
publish(
    __name__,
    {
        **dict.fromkeys(_FILES, __name__),
        "monitoring": f"{__name__}.monitor",
        "monitoring.stats_recorder": f"{__name__.rpartition('.')[0]}.recording.stats_recorder",
        "monitoring.video_recorder": f"{__name__.rpartition('.')[0]}.recording.video_recorder",
    },
)


def __getattr__(name: str) -> Any:
    wrapper = None if name.startswith("_") else wrapper_named(name)
    if wrapper is None:
        raise gone(__name__, name)
    # Kept, so that it can be pickled, and used with isinstance.
    globals()[name] = wrapper
    return wrapper
