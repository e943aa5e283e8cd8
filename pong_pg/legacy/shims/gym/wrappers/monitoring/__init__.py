"""`gym.wrappers.monitoring`: what a monitor writes with."""

from pong_pg.legacy.shims.gym.wrappers.monitoring import stats_recorder, video_recorder

__all__ = ["stats_recorder", "video_recorder"]
