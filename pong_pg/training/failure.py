"""The file that a run leaves when a number is not finite, from which the failed game can be played again.

It is a checkpoint of the state before the failed update, with a record of the failure in its header. So all that plays
the game is in it: configuration, seed, the weights that played, and with PPO the games under way.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg._about import __version__
from pong_pg.algorithm import RunState
from pong_pg.compat._versions import installed_version
from pong_pg.errors import CheckpointError, DivergedError, FailedGame, NotFiniteError
from pong_pg.game.env import EnvFactory
from pong_pg.game.env_factory import factory_name, is_importable
from pong_pg.training.checkpoint import Checkpoint, read_checkpoint, save

_NAME = "failure-update-{:06d}.npz"
_WANTED = "name a file failure-update-N.npz"
_PACKAGES = ("numpy", "ray", "ale-py", "atari-py", "gymnasium", "gym", "shimmy")


@contextlib.contextmanager
def kept_for_replay(state: RunState, run_dir: Path | None, env_factory: EnvFactory | None) -> Iterator[None]:
    """Write the file if the update in the block fails because a number is not finite, and name it in the error.

    Args:
        state: before the update; a failed update leaves it as it was.
        run_dir: the run's directory; None for a run that writes nothing, which leaves no such file either.
        env_factory: of the run.
    """
    try:
        yield
    except NotFiniteError as error:
        if error.game is not None:
            error.hint = _hint(error, error.game, state, run_dir, env_factory)
        raise


def _hint(
    error: NotFiniteError, game: FailedGame, state: RunState, run_dir: Path | None, env_factory: EnvFactory | None
) -> str:
    if run_dir is None:
        return " (no file to replay it from is left, since the run has no directory)"
    path = run_dir / _NAME.format(game.update + 1)
    record = {
        "error": type(error).__name__,
        "complaint": error.complaint,
        **game._asdict(),
        "versions": versions(),
    }
    try:
        save(path, state, None if env_factory is None else factory_name(env_factory), failure=record)
    except (CheckpointError, DivergedError) as problem:
        return f" (no file to replay it from is left: {problem})"
    return f"; play it again:  pong-pg replay {shlex.quote(str(path))}"


def versions() -> dict[str, str]:
    """Return the versions of Python, of this package and of the others that a game depends on."""
    found = {name: installed_version(name) for name in _PACKAGES}
    known = {name: str(version) for name, version in found.items() if version is not None}
    return {"pong_pg": __version__, "python": platform.python_version(), **known}


@dataclass(frozen=True)
class Failure:
    """A failure as it was recorded.

    Attributes:
        checkpoint: the state before the failed update.
        game: where it failed.
        error: name of the error's class.
        complaint: the error's message, without game and hint.
        own_env: the run was given an `env_factory`.
        factory: its importable name; None if it has none.
        versions: of the packages that the run was made with.
    """

    checkpoint: Checkpoint
    game: FailedGame
    error: str
    complaint: str
    own_env: bool
    factory: str | None
    versions: Mapping[str, str]


def read_failure(path: Path) -> Failure:
    """Read the file of a failure; nothing in it is executed.

    Raises:
        CheckpointError: it is not such a file, or damaged.
    """
    # Unlike `Path.is_dir`, False also below a directory that this user can't look into.
    if os.path.isdir(path):  # noqa: PTH112
        raise CheckpointError(f"{path} is a directory: {_WANTED} in it")
    checkpoint = read_checkpoint(path, _WANTED)
    record = checkpoint.header.get("failure")
    if record is None:
        raise CheckpointError(f"{path} is a checkpoint without a failure: {_WANTED}")
    try:
        return _as_failure(checkpoint, record)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path} has a record of its failure that can't be used: {error!r}") from error


def _as_failure(checkpoint: Checkpoint, record: Mapping[str, Any]) -> Failure:
    update, *rest = (_count(record[name]) for name in FailedGame._fields)
    if update is None:
        raise ValueError("the update is missing")
    game = FailedGame(update, *rest)
    if game.update != checkpoint.progress.update or (game.game is None) != (game.step is None):
        raise ValueError(f"it contradicts the checkpoint, which is that of update {checkpoint.progress.update}")
    factory = checkpoint.env_factory
    name = factory if factory is not None and is_importable(factory) else None
    texts = [record["error"], record["complaint"], *record["versions"].values()]
    if not all(isinstance(text, str) and text.isprintable() for text in texts):
        raise TypeError("a line of text was expected")
    return Failure(
        checkpoint, game, record["error"], record["complaint"], factory is not None, name, dict(record["versions"])
    )


def _count(value: Any) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63):
        raise ValueError(f"{value!r} is not a count")
    return value
