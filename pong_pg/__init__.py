"""Learning to Play Pong: the NumPy policy-gradient example that Ray has published since 2016, as software.

Names are loaded when they are first used: importing the package imports neither NumPy, Ray nor any Gym.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pong_pg.compat import Env, adapt, as_legacy, make
    from pong_pg.config import TrainConfig
    from pong_pg.distributed.faults import WorkerFault
    from pong_pg.errors import (
        ArgumentError,
        CheckpointError,
        ClusterError,
        ClusterLostError,
        ConfigError,
        DivergedError,
        EnvError,
        EnvFailedError,
        FailedGame,
        MissingPackageError,
        NotFiniteError,
        PongPGError,
        RewardError,
        RunDirError,
        RunDirLostError,
        Stopped,
        UnknownEnvError,
    )
    from pong_pg.evaluation.evaluate import Evaluation, evaluate
    from pong_pg.game.decision import Decision
    from pong_pg.game.env import EnvFactory
    from pong_pg.game.metrics import UpdateMetrics
    from pong_pg.game.player import GamePlayer, GameSeeds, Player
    from pong_pg.game.progress import Progress
    from pong_pg.game.results import GameResult
    from pong_pg.legacy.modernize.modernizing import Modernized, Note, modernize
    from pong_pg.ppo.config import PPOConfig
    from pong_pg.ppo.metrics import PPOMetrics
    from pong_pg.ppo.policy import PPOPolicy
    from pong_pg.registry import preset, register
    from pong_pg.reinforce.config import ReinforceConfig
    from pong_pg.reinforce.policy import ReinforcePolicy
    from pong_pg.reinforce.state import ReinforceState
    from pong_pg.reinforce.trainer import ReinforceTrainer
    from pong_pg.reinforce.workers import ReinforcePool
    from pong_pg.training.checkpoint import load
    from pong_pg.training.loop import resume, train
    from pong_pg.training.observers import Observer, RunStart, TrainResult

__all__ = [
    "ArgumentError", "CheckpointError", "ClusterError", "ClusterLostError", "ConfigError", "Decision", "DivergedError",
    "Env", "EnvError", "EnvFactory", "EnvFailedError", "Evaluation", "FailedGame", "GamePlayer", "GameResult",
    "GameSeeds", "MissingPackageError", "Modernized", "NotFiniteError", "Note", "Observer", "PPOConfig", "PPOMetrics",
    "PPOPolicy", "Player", "PongPGError", "Progress", "ReinforceConfig", "ReinforcePolicy", "ReinforcePool",
    "ReinforceState", "ReinforceTrainer", "RewardError", "RunDirError", "RunDirLostError", "RunStart", "Stopped",
    "TrainConfig", "TrainResult", "UnknownEnvError", "UpdateMetrics", "WorkerFault", "__version__", "adapt",
    "as_legacy", "evaluate", "load", "make", "modernize", "preset", "register", "resume", "train",
]  # fmt: skip

__version__ = "0.1.0"

# Where the public names are defined; and, for `%load_ext pong_pg`, two that IPython looks for.
_HOMES = {
    "pong_pg.compat": "Env adapt as_legacy make",
    "pong_pg.config": "TrainConfig",
    "pong_pg.errors": "ArgumentError CheckpointError ClusterError ClusterLostError ConfigError DivergedError EnvError "
    "EnvFailedError FailedGame MissingPackageError NotFiniteError PongPGError RewardError RunDirError RunDirLostError "
    "Stopped UnknownEnvError",
    "pong_pg.distributed.faults": "WorkerFault",
    "pong_pg.evaluation.evaluate": "Evaluation evaluate",
    "pong_pg.game.decision": "Decision",
    "pong_pg.game.env": "EnvFactory",
    "pong_pg.game.metrics": "UpdateMetrics",
    "pong_pg.game.player": "GamePlayer GameSeeds Player",
    "pong_pg.game.progress": "Progress",
    "pong_pg.game.results": "GameResult",
    "pong_pg.legacy.ipython": "load_ipython_extension unload_ipython_extension",
    "pong_pg.legacy.modernize.modernizing": "Modernized Note modernize",
    "pong_pg.ppo.metrics": "PPOMetrics",
    "pong_pg.ppo.config": "PPOConfig",
    "pong_pg.ppo.policy": "PPOPolicy",
    "pong_pg.registry": "preset register",
    "pong_pg.reinforce.config": "ReinforceConfig",
    "pong_pg.reinforce.policy": "ReinforcePolicy",
    "pong_pg.reinforce.state": "ReinforceState",
    "pong_pg.reinforce.trainer": "ReinforceTrainer",
    "pong_pg.reinforce.workers": "ReinforcePool",
    "pong_pg.training.checkpoint": "load",
    "pong_pg.training.loop": "resume train",
    "pong_pg.training.observers": "Observer RunStart TrainResult",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'pong_pg' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _register_pong_with_gymnasium() -> None:
    """Register Pong now if Gymnasium is imported, and otherwise as soon as it is.

    `gymnasium.make("pong_pg:Pong-v5")` imports `pong_pg` and looks the id up: if the package was imported before
    Gymnasium, that import does nothing, and Gymnasium has no other way to let packages register anything.
    """
    if sys.modules.get("gymnasium") is not None:
        _register_pong()
    else:
        sys.meta_path.insert(0, _Finder())


def _register_pong() -> None:
    importlib.import_module("pong_pg.compat.gymnasium_base").register_pong()


class _Finder(MetaPathFinder):
    """Finds Gymnasium as the others do, and registers Pong once it is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        found = (finder.find_spec(fullname, path, target) for finder in sys.meta_path if finder is not self)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                sys.meta_path.remove(self)
                _register_pong()

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]  # for this import alone
        return spec


_register_pong_with_gymnasium()
