"""Play the game again in which a run failed because a number was not finite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pong_pg.algorithm import Replayed
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import PongPGError
from pong_pg.game.env import EnvFactory
from pong_pg.training.checkpoint import check_modules
from pong_pg.training.failure import Failure, read_failure


@dataclass(frozen=True)
class Replay:
    """A failure, and what happened when its game was played again.

    Attributes:
        failure: as it was recorded.
        replayed: what happened now.
    """

    failure: Failure
    replayed: Replayed

    @property
    def reproduced(self) -> bool:
        """Whether the same number was not finite, in the same step of the same game."""
        error = self.replayed.error
        return error is not None and type(error).__name__ == self.failure.error and error.game == self.failure.game


def replay(
    path: Path,
    *,
    env_factory: EnvFactory | None = None,
    env: str | None = None,
    on_start: Callable[[Failure], None] = lambda _: None,
) -> Replay:
    """Play the game again in which a run failed, in this process.

    Args:
        path: the file that the run left. Nothing in it is executed.
        env_factory: makes the environment, for a run that was given one.
        env: the run's environment; needed only where its id names a module that would be imported.
        on_start: called before the game is played.

    Raises:
        PongPGError: the file can't be used, or the environment can't be made or played.
    """
    failure = read_failure(path)
    _check_environment(failure, env_factory, env)
    on_start(failure)
    with limit_native_threads():
        return Replay(failure, failure.checkpoint.run().replay(failure.game, env_factory))


def _check_environment(failure: Failure, env_factory: EnvFactory | None, env: str | None) -> None:
    path, config = failure.checkpoint.file, failure.checkpoint.config
    if failure.own_env and env_factory is None:
        raise PongPGError(
            f"{path} is of a run with an env_factory, whose code is not in the file: name it, if you trust it, with  "
            f"--env-factory {failure.factory or 'MODULE:NAME'}"
        )
    if env_factory is not None and not failure.own_env:
        raise PongPGError(f"--env-factory contradicts {path}, whose run was on {config.env}: leave it out")
    if env is not None and env != config.env:
        raise PongPGError(f"--env {env} contradicts {path}, whose run was on {config.env}: leave it out")
    if not failure.own_env and env is None:
        check_modules(path, config, ())
