"""`gym` of every version, for old scripts: on Gymnasium and ale-py, without the `gym` package.

The environments' `step` returns four or five values, as the script's settings say; what a script's own classes return
is passed on unchanged.
"""

from __future__ import annotations

import importlib
from typing import Any

from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym import (
    configuration,
    envs,
    error,
    logger,
    network,
    spaces,
    utils,
    version,
    wrappers,
)
from pong_pg.legacy.shims.gym.configuration import logger_setup, undo_logger_setup
from pong_pg.legacy.shims.gym.core import (
    ActionWrapper,
    Env,
    GoalEnv,
    ObservationWrapper,
    RewardWrapper,
    Wrapper,
)
from pong_pg.legacy.shims.gym.envs import make, register, registry, spec
from pong_pg.legacy.shims.gym.spaces import Space
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.tables.gym import SERVICE_MODULES, SERVICES

__all__ = [
    "ActionWrapper",
    "Env",
    "GoalEnv",
    "ObservationWrapper",
    "RewardWrapper",
    "Space",
    "Wrapper",
    "configuration",
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
    "version",
    "wrappers",
]

publish(
    __name__,
    {
        # Where these modules were in 2016.
        "monitoring": f"{__name__}.wrappers.monitor",
        "monitoring.video_recorder": f"{__name__}.recording.video_recorder",
        "monitoring.stats_recorder": f"{__name__}.recording.stats_recorder",
        "monitoring.monitor": f"{__name__}.wrappers.monitor",
        **dict.fromkeys(SERVICE_MODULES, network.__name__),
    },
)


def upgrade(*_args: Any, **_kwargs: Any) -> None:
    """Do nothing: there is no newer version of Gym to install."""
    say_once("gym.upgrade() does nothing: nothing goes over the network")


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version.VERSION
    # Few scripts use these, and importing them takes time.
    if name in {"benchmarks", "vector"}:
        return importlib.import_module(f"{__name__}.{name}")
    if name == "benchmark_spec":
        return importlib.import_module(f"{__name__}.benchmarks").benchmark_spec
    if name in SERVICES:
        return getattr(network, name)
    raise not_covered("gym", name)
