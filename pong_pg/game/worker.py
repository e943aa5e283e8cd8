"""The base class of the workers of all algorithms: it makes their environments and limits their threads."""

from __future__ import annotations

import contextlib
from typing import Generic, TypeVar

from pong_pg.compat import Env
from pong_pg.config import TrainConfig
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.game.env import EnvFactory, training_env

ConfigT = TypeVar("ConfigT", bound=TrainConfig)


class EnvWorker(Generic[ConfigT]):
    """A worker that makes its environments when they are needed.

    Args:
        config: settings of the run.
        env_factory: makes the environments; None for those of the config.
        own_process: whether the worker is a Ray actor, which may limit the native threads of its process.
    """

    def __init__(self, config: ConfigT, env_factory: EnvFactory | None, *, own_process: bool = False) -> None:
        self._config = config
        self._env_factory = env_factory
        self._envs: list[Env] = []
        self._threads = limit_native_threads() if own_process else contextlib.nullcontext()

    def prepare(self, envs: int = 1) -> None:
        """Make environments until there are `envs`, so that an error in making them is raised now.

        Raises:
            PongPGError: as `training_env`.
        """
        # Not in __init__: Ray reports an error in an actor's constructor only as the death of the actor.
        while len(self._envs) < envs:
            self._envs.append(training_env(self._config, self._env_factory))

    def close(self) -> None:
        """Close the environments."""
        while self._envs:
            self._envs.pop().close()
