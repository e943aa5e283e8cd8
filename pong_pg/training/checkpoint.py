"""Checkpoints: written atomically, loaded without executing anything."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from pong_pg.algorithm import Arrays, State
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, ConfigError, DivergedError, EnvError, check_path
from pong_pg.evaluation.pretrained import PRETRAINED, pretrained, saved_policy
from pong_pg.game.env import factory_name
from pong_pg.game.player import Player
from pong_pg.game.progress import Progress
from pong_pg.registry import algorithm, config_from_dict
from pong_pg.training.save_p import load_save_p
from pong_pg.untrusted.bounded import JSON_LIMIT, open_regular
from pong_pg.untrusted.json_text import parse_json
from pong_pg.untrusted.npz import Npz, NpzError, open_npz
from pong_pg.untrusted.writing import atomic_file

log = logging.getLogger(__name__)

FORMAT = "pong_pg checkpoint"
VERSION = 1
BEST = "best.npz"
_NAME = "update-{:06d}.npz"
NAMES = r"update-\d{6,}\.npz|best\.npz"
# What to do about a file that can't be read.
_WANTED = f"name another checkpoint, the directory of a run, or one of {', '.join(PRETRAINED)}"


def save(path: Path, state: State, env_factory: str | None = None) -> None:
    """Write a checkpoint, atomically: it gets its name once it is complete.

    The file is an npz of the state's arrays and a JSON header. With REINFORCE these are float32 W1 (hidden, 6400), W2
    (hidden,) and RMSProp's memory of both.

    Args:
        path: the file.
        state: the state.
        env_factory: the `factory_name` of what makes the run's environment; None for the configuration's.

    Raises:
        CheckpointError: the file can't be written; one that was there stays as it was.
        DivergedError: a number is not finite, so that no run could go on from there.
    """
    arrays: dict[str, Any] = dict(state.arrays())
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise DivergedError(
                f"no checkpoint is written, because {name} holds a number that is not finite: resume the run from its "
                "last checkpoint"
            )
    header = {
        "format": FORMAT,
        "version": VERSION,
        "config": state.config.to_dict(),
        "progress": dataclasses.asdict(state.progress),
        "env_factory": env_factory,
    }
    try:
        with atomic_file(path) as file:
            np.savez(file, **arrays, header=np.frombuffer(json.dumps(header).encode(), np.uint8))
    except OSError as error:
        raise CheckpointError(f"{path} can't be written: {error.strerror or error}; make room or permit it") from error


def save_newest(directory: Path, state: State, keep: int, env_factory: str | None = None) -> Path:
    """Write the newest checkpoint of a run and then remove those that are too old; return its path.

    Args:
        directory: where they are.
        state: see `save`.
        keep: how many of the newest stay.
        env_factory: see `save`.

    Raises:
        CheckpointError: it can't be written; those before are still there.
    """
    path = directory / _NAME.format(state.progress.update)
    save(path, state, env_factory)
    for old in _numbered(directory)[:-keep]:
        if old != path:
            # One too many is no reason to write the new one again.
            with contextlib.suppress(OSError):
                old.unlink(missing_ok=True)
    return path


def _numbered(directory: Path) -> list[Path]:
    pattern = re.compile(r"update-(\d{6,})\.npz")
    found = [(int(match[1]), path) for path in directory.iterdir() if (match := pattern.fullmatch(path.name))]
    return [path for _, path in sorted(found)]


def latest(run_dir: Path) -> Path:
    """Return the newest checkpoint of a run directory.

    Raises:
        CheckpointError: there is none; or the directory can't be read, and the cause is an OSError.
    """
    try:
        if not run_dir.is_dir():
            _refuse(run_dir, f"{'is a file' if run_dir.exists() else 'does not exist'}: name the directory of a run")
        directory = run_dir / "checkpoints"
        found = _numbered(directory) if directory.is_dir() else []
        has_config = (run_dir / "config.json").exists()
    except OSError as error:
        raise CheckpointError(f"{run_dir} can't be read: {error.strerror or error}") from error
    if not found and has_config:
        _refuse(run_dir, "has no checkpoint yet: wait for the run's first, or begin another run if it has ended")
    if not found:
        _refuse(run_dir, "has no checkpoints: it is not the directory of a run")
    return found[-1]


def load(path: str | os.PathLike[str]) -> Player:
    """Load a policy.

    Args:
        path: a file that the `save` of a policy wrote; a checkpoint; a run directory, of which the newest checkpoint is
            taken; the pickle ``save.p`` of the original "Pong from pixels" script, by Python 2 or 3; or the name of
            pretrained weights that come with the package, "best", "fast" or "reference", unless there is a file of that
            name. Nothing in the file is executed.

    Raises:
        ArgumentError: the path is neither a string nor an `os.PathLike`, or empty.
        CheckpointError: the file is missing, damaged, of a newer format, of wrong shapes, or no checkpoint.
    """
    return load_with_config(path, given=("env", "env_kwargs"))[0]


def load_with_config(path: str | os.PathLike[str], *, given: Collection[str] = ()) -> tuple[Player, TrainConfig | None]:
    """Load a policy, and the configuration of its run to play on with; None for a file of weights alone.

    Args:
        path: see `load`.
        given: the settings that the caller puts in the place of those of the configuration.

    Raises:
        CheckpointError: see `load`.
        EnvError: the run's environment was made by an `env_factory`, and no `env` is given; or see `check_modules`.
    """
    check_path("path", path)
    if path in PRETRAINED and not Path(path).exists():
        return pretrained(str(path))[:2]
    file = _find(Path(path))
    if not _is_npz(file):
        return load_save_p(file), None
    with _reading(file):
        saved = saved_policy(file)
    if saved is not None:
        return saved, None
    checkpoint = read_checkpoint(file)
    check_modules(Path(path), checkpoint.config, given)
    if checkpoint.env_factory is not None and "env" not in given:
        raise EnvError(
            f"{path} was trained with env_factory={checkpoint.env_factory}, which a checkpoint does not hold: evaluate "
            f"it in Python with  pong_pg.evaluate(pong_pg.load({str(path)!r}), env)  or name an environment with --env"
        )
    return checkpoint.state().policy(), checkpoint.config


def names_module(config: TrainConfig, given: Collection[str] = ()) -> bool:
    """Whether a setting that is not among those given names a module to import; see `check_modules`."""
    arguments = [value for value in config.env_kwargs.values() if isinstance(value, str)]
    return (":" in config.env and "env" not in given) or (":" in "".join(arguments) and "env_kwargs" not in given)


def check_modules(path: Path, config: TrainConfig, given: Collection[str]) -> None:
    """Make sure that no module is imported because a file names it, as Gym does for ids such as ``module:Pong-v0``.

    Args:
        path: the file or directory that the configuration is from.
        config: the configuration.
        given: the settings that the user has stated as well.

    Raises:
        EnvError: the environment's id, or an argument of the environment, names a module, and is not given.
    """
    if names_module(config, given):
        raise EnvError(
            f"{path} is of a run on {config.env}, for which a module that the file names is imported: if you trust "
            f"that module, add  --env {config.env}"
            + "".join(f" --env-arg {name}={value}" for name, value in config.env_kwargs.items())
        )


@dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint holds: configuration, progress, and the arrays of its algorithm, checked.

    Attributes:
        file: where it was read from.
        config: the run's settings.
        progress: how far the run has come.
        arrays: see `State.arrays`.
        env_factory: the `factory_name` of what made the run's environment; None for the configuration's.
    """

    file: Path
    config: TrainConfig
    progress: Progress
    arrays: Arrays
    env_factory: str | None

    def check_env_factory(self, run_dir: Path, env_factory: object) -> None:
        """Make sure that a run that was begun with an `env_factory` goes on with one; another is a warning.

        Args:
            run_dir: the run's directory.
            env_factory: what is to make the environment; None for the configuration's id.

        Raises:
            EnvError: there is none.
        """
        if env_factory is None and self.env_factory is not None:
            raise EnvError(
                f"the run in {run_dir} was begun with env_factory={self.env_factory}, and its checkpoint has no more "
                f"than that name: resume it in Python with  pong_pg.resume({str(run_dir)!r}, env_factory=...)"
            )
        name, before = factory_name(env_factory), self.env_factory
        if name != before:
            log.warning("env_factory is %s; the run in %s was begun with %s", name, run_dir, before or self.config.env)

    def state(self, config: TrainConfig | None = None, progress: Progress | None = None) -> State:
        """Return the state from which the run goes on.

        Args:
            config: instead of the checkpoint's, in settings that don't decide the result.
            progress: instead of the checkpoint's, in its targets.

        Raises:
            CheckpointError: the arrays contradict each other.
        """
        config = config or self.config
        try:
            kind: type[State] = algorithm(config.algorithm).state_type()
            return kind.from_arrays(config, self.arrays, progress or self.progress)
        except ValueError as error:
            raise CheckpointError(f"{self.file} is damaged: {error}; {_WANTED}") from error


def read_checkpoint(path: Path) -> Checkpoint:
    """Read all that a run needs to go on. See `load`.

    Args:
        path: a checkpoint, or a run directory.

    Raises:
        CheckpointError: it is not a checkpoint that this version can load.
    """
    file = _find(path)
    if not _is_npz(file):
        _refuse(file, "is not a checkpoint of pong_pg" if file.stat().st_size else f"is empty: {_WANTED}")
    with _reading(file), open_npz(file) as archive:
        header = _header(file, archive)
        config, progress = _settings(file, header)
        shapes = algorithm(config.algorithm).state_type().shapes(config)
        size = file.stat().st_size
        arrays = {name: archive.read(name, dtype, shape, size) for name, (dtype, shape) in shapes.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            _refuse(file, f"holds {name} with numbers that are not finite: {_WANTED}")
    return Checkpoint(file, config, progress, arrays, header.get("env_factory"))


@contextlib.contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Turn what is raised for a file that can't be used into one line."""
    try:
        yield
    except (NpzError, ValueError) as error:
        raise CheckpointError(f"{file} is damaged or not a checkpoint: {error}; {_WANTED}") from error
    except OSError as error:
        raise CheckpointError(f"{file} can't be read: {error.strerror or error}") from error


def _settings(file: Path, header: dict[str, Any]) -> tuple[TrainConfig, Progress]:
    factory = header.get("env_factory")
    if factory is not None and not (isinstance(factory, str) and factory.isprintable()):
        _refuse(file, f"has a header that can't be used: env_factory is {factory!r}")
    try:
        return config_from_dict(header["config"]), Progress.from_dict(header["progress"])
    except (ConfigError, AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise CheckpointError(f"{file} has a header that can't be used: {error}") from error


def _header(file: Path, archive: Npz) -> dict[str, Any]:
    header = parse_json(archive.read("header", np.uint8, (None,), JSON_LIMIT).tobytes())
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        _refuse(file, "is not a checkpoint of pong_pg")
    if header.get("version") != VERSION:
        _refuse(
            file,
            f"has format version {header.get('version')}, and this pong_pg reads {VERSION}: "
            "run  pip install --upgrade pong-pg",
        )
    return header


def _find(path: Path) -> Path:
    try:
        if path.is_dir():
            return latest(path)
        exists = path.exists()
    except (OSError, ValueError) as error:  # a name that no file can have
        raise CheckpointError(f"{path} can't be read: {error}") from error
    if not exists:
        _refuse(path, f"does not exist: {_WANTED}")
    return path


def _is_npz(file: Path) -> bool:
    try:
        with open_regular(file) as stream:
            return stream.read(4) == b"PK\x03\x04"
    except OSError as error:
        raise CheckpointError(f"{file} can't be read: {error.strerror}") from error


def _refuse(file: Path, complaint: str) -> NoReturn:
    raise CheckpointError(f"{file} {complaint}")
