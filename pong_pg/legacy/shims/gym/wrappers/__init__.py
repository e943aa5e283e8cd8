"""`gym.wrappers` of every version."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.wrappers import image_observations, monitoring, simple
from pong_pg.legacy.shims.gym.wrappers.filter_observation import FilterObservation
from pong_pg.legacy.shims.gym.wrappers.frame_stack import FrameStack, LazyFrames
from pong_pg.legacy.shims.gym.wrappers.image_observations import (
    GrayScaleObservation,
    PixelObservationWrapper,
    ResizeObservation,
)
from pong_pg.legacy.shims.gym.wrappers.monitor import Monitor, capped_cubic_video_schedule
from pong_pg.legacy.shims.gym.wrappers.normalize import NormalizeObservation, NormalizeReward
from pong_pg.legacy.shims.gym.wrappers.record_episode_statistics import RecordEpisodeStatistics
from pong_pg.legacy.shims.gym.wrappers.record_video import RecordVideo
from pong_pg.legacy.shims.gym.wrappers.simple import (
    AutoResetWrapper,
    ClipAction,
    HumanRendering,
    OrderEnforcing,
    RescaleAction,
    SkipWrapper,
    StepAPICompatibility,
    TimeAwareObservation,
    TransformObservation,
    TransformReward,
)
from pong_pg.legacy.shims.gym.wrappers.through_gymnasium import wrapper_named
from pong_pg.legacy.shims.gym.wrappers.time_limit import TimeLimit

# Some are made when they are asked for, by `__getattr__`.
__all__ = [
    "AtariPreprocessing",
    "AutoResetWrapper",
    "ClipAction",
    "FilterObservation",
    "FlattenObservation",
    "FrameStack",
    "GrayScaleObservation",
    "HumanRendering",
    "LazyFrames",
    "Monitor",
    "NormalizeObservation",
    "NormalizeReward",
    "OrderEnforcing",
    "PixelObservationWrapper",
    "RecordEpisodeStatistics",
    "RecordVideo",
    "RescaleAction",
    "ResizeObservation",
    "SkipWrapper",
    "StepAPICompatibility",
    "TimeAwareObservation",
    "TimeLimit",
    "TransformObservation",
    "TransformReward",
    "capped_cubic_video_schedule",
    "monitoring",
]

# Gym's files, whose wrappers are in other modules here.
publish(
    __name__,
    {
        **dict.fromkeys(
            (
                "order_enforcing",
                "autoreset",
                "transform_observation",
                "transform_reward",
                "step_api_compatibility",
                "human_rendering",
                "frame_skipping",
            ),
            simple.__name__,
        ),
        **dict.fromkeys(
            (
                "atari_preprocessing",
                "clip_action",
                "flatten_observation",
                "gray_scale_observation",
                "rescale_action",
                "resize_observation",
                "time_aware_observation",
            ),
            __name__,
        ),
        "pixel_observation": image_observations.__name__,
        "monitoring.stats": f"{__name__.rpartition('.')[0]}.recording.stats_recorder",
    },
)


def __getattr__(name: str) -> Any:
    wrapper = None if name.startswith("_") else wrapper_named(name)
    if wrapper is None:
        raise not_covered("gym.wrappers", name)
    # Kept, so that it can be pickled, and used with isinstance.
    globals()[name] = wrapper
    return wrapper
