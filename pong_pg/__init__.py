"""Learning to Play Pong: the NumPy policy-gradient example that Ray has published since 2016, as software.

Names are loaded when they are first used: importing the package imports neither NumPy, Ray nor any Gym.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pong_pg._about import __version__

if TYPE_CHECKING:
    from pong_pg.compat import adapt, as_legacy, make
    from pong_pg.config import TrainConfig, preset
    from pong_pg.errors import PongPGError
    from pong_pg.ppo.policy import ActorCritic
    from pong_pg.reinforce.policy import Policy
    from pong_pg.reinforce.trainer import Trainer
    from pong_pg.training.checkpoint import load
    from pong_pg.training.loop import TrainResult, resume, train

__all__ = [
    "ActorCritic",
    "Policy",
    "PongPGError",
    "TrainConfig",
    "TrainResult",
    "Trainer",
    "__version__",
    "adapt",
    "as_legacy",
    "load",
    "make",
    "preset",
    "resume",
    "train",
]

_HOME = {
    "ActorCritic": "pong_pg.ppo.policy",
    "Policy": "pong_pg.reinforce.policy",
    "PongPGError": "pong_pg.errors",
    "TrainConfig": "pong_pg.config",
    "TrainResult": "pong_pg.training.loop",
    "Trainer": "pong_pg.reinforce.trainer",
    "adapt": "pong_pg.compat",
    "as_legacy": "pong_pg.compat",
    "load": "pong_pg.training.checkpoint",
    # For `%load_ext pong_pg`.
    "load_ipython_extension": "pong_pg.legacy.ipython",
    "make": "pong_pg.compat",
    "preset": "pong_pg.config",
    "resume": "pong_pg.training.loop",
    "train": "pong_pg.training.loop",
    "unload_ipython_extension": "pong_pg.legacy.ipython",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'pong_pg' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
