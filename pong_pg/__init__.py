"""Learning to Play Pong: the NumPy policy-gradient example that Ray has published since 2016, as software.

Names are loaded when they are first used: importing the package imports neither NumPy, Ray nor any Gym.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pong_pg._about import __version__

if TYPE_CHECKING:
    from pong_pg.compat import Env, adapt, as_legacy, make
    from pong_pg.config import TrainConfig, preset
    from pong_pg.errors import (
        CheckpointError,
        ClusterError,
        ConfigError,
        DivergedError,
        EnvError,
        MissingPackageError,
        PongPGError,
        RunDirError,
        UnknownEnvError,
    )
    from pong_pg.evaluation.evaluate import Evaluation, evaluate
    from pong_pg.game.env import EnvFactory
    from pong_pg.game.metrics import UpdateMetrics
    from pong_pg.game.player import GamePlayer, Player
    from pong_pg.game.progress import Progress
    from pong_pg.game.results import GameResult
    from pong_pg.ppo.config import PPOConfig
    from pong_pg.ppo.metrics import PPOMetrics
    from pong_pg.ppo.network import Weights
    from pong_pg.ppo.policy import ActorCritic
    from pong_pg.registry import register
    from pong_pg.reinforce.config import ReinforceConfig
    from pong_pg.reinforce.exact_sum import GradientSum, PackedSum
    from pong_pg.reinforce.gradient import Gradient
    from pong_pg.reinforce.policy import Policy
    from pong_pg.reinforce.state import TrainState
    from pong_pg.reinforce.trainer import Batch, Trainer
    from pong_pg.reinforce.workers import GamePool, LearnedGame, LocalPool, PlayedGames, Spent
    from pong_pg.training.checkpoint import load
    from pong_pg.training.loop import TrainResult, resume, train
    from pong_pg.training.observers import Observer, RunStart

__all__ = [
    "ActorCritic",
    "Batch",
    "CheckpointError",
    "ClusterError",
    "ConfigError",
    "DivergedError",
    "Env",
    "EnvError",
    "EnvFactory",
    "Evaluation",
    "GamePlayer",
    "GamePool",
    "GameResult",
    "Gradient",
    "GradientSum",
    "LearnedGame",
    "LocalPool",
    "MissingPackageError",
    "Observer",
    "PPOConfig",
    "PPOMetrics",
    "PackedSum",
    "PlayedGames",
    "Player",
    "Policy",
    "PongPGError",
    "Progress",
    "ReinforceConfig",
    "RunDirError",
    "RunStart",
    "Spent",
    "TrainConfig",
    "TrainResult",
    "TrainState",
    "Trainer",
    "UnknownEnvError",
    "UpdateMetrics",
    "Weights",
    "__version__",
    "adapt",
    "as_legacy",
    "evaluate",
    "load",
    "make",
    "preset",
    "register",
    "resume",
    "train",
]

# Where each public name is defined.
_HOME = {
    "ActorCritic": "pong_pg.ppo.policy",
    "Batch": "pong_pg.reinforce.trainer",
    "CheckpointError": "pong_pg.errors",
    "ClusterError": "pong_pg.errors",
    "ConfigError": "pong_pg.errors",
    "DivergedError": "pong_pg.errors",
    "Env": "pong_pg.compat",
    "EnvError": "pong_pg.errors",
    "EnvFactory": "pong_pg.game.env",
    "Evaluation": "pong_pg.evaluation.evaluate",
    "GamePlayer": "pong_pg.game.player",
    "GamePool": "pong_pg.reinforce.workers",
    "GameResult": "pong_pg.game.results",
    "Gradient": "pong_pg.reinforce.gradient",
    "GradientSum": "pong_pg.reinforce.exact_sum",
    "LearnedGame": "pong_pg.reinforce.workers",
    "LocalPool": "pong_pg.reinforce.workers",
    "MissingPackageError": "pong_pg.errors",
    "Observer": "pong_pg.training.observers",
    "PPOConfig": "pong_pg.ppo.config",
    "PPOMetrics": "pong_pg.ppo.metrics",
    "PlayedGames": "pong_pg.reinforce.workers",
    "PackedSum": "pong_pg.reinforce.exact_sum",
    "Player": "pong_pg.game.player",
    "Policy": "pong_pg.reinforce.policy",
    "PongPGError": "pong_pg.errors",
    "Progress": "pong_pg.game.progress",
    "ReinforceConfig": "pong_pg.reinforce.config",
    "RunDirError": "pong_pg.errors",
    "RunStart": "pong_pg.training.observers",
    "Spent": "pong_pg.reinforce.workers",
    "TrainConfig": "pong_pg.config",
    "TrainResult": "pong_pg.training.loop",
    "TrainState": "pong_pg.reinforce.state",
    "Trainer": "pong_pg.reinforce.trainer",
    "UnknownEnvError": "pong_pg.errors",
    "UpdateMetrics": "pong_pg.game.metrics",
    "Weights": "pong_pg.ppo.network",
    "adapt": "pong_pg.compat",
    "as_legacy": "pong_pg.compat",
    "evaluate": "pong_pg.evaluation.evaluate",
    "load": "pong_pg.training.checkpoint",
    # For `%load_ext pong_pg`.
    "load_ipython_extension": "pong_pg.legacy.ipython",
    "make": "pong_pg.compat",
    "preset": "pong_pg.config",
    "register": "pong_pg.registry",
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
