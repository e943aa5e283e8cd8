"""`gym` of every version, for old scripts: on Gymnasium and ale-py, without the `gym` package.

The environments' `step` returns four or five values, as the script's settings say; what a script's own classes return
is passed on unchanged.
"""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym import envs, error, logger, past, spaces, utils, wrappers
from pong_pg.legacy.shims.gym.core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
from pong_pg.legacy.shims.gym.envs import make, register, registry, spec
from pong_pg.legacy.shims.gym.past import logger_setup, undo_logger_setup
from pong_pg.legacy.shims.gym.spaces import Space
from pong_pg.legacy.shims.gym.submodules import gone, publish
from pong_pg.legacy.tables.gym import SERVICES

__all__ = [
    "ActionWrapper",
    "Env",
    "ObservationWrapper",
    "RewardWrapper",
    "Space",
    "Wrapper",
    "envs",
    "error",
    "logger",
    "logger_setup",
    "make",
    "register",
    "registry",
    "spaces",
    "spec",
    "undo_logger_setup",
    "utils",
    "wrappers",
]

publish(
    __name__,
    {
        "version": past.__name__,
        "configuration": past.__name__,
        "scoreboard": past.__name__,
        "scoreboard.api": past.__name__,
        "scoreboard.scoring": f"{__name__}.scoring",
        # Where these modules were in 2016.
        **{f"monitoring{file}": f"{__name__}.monitors" for file in ("", ".monitor", ".video_recorder")},
        # It can be imported; what is in it is not covered.
        "vector": "",
    },
)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return past.version()
    if name in SERVICES:
        return getattr(past, name)
    raise gone(__name__, name)
