"""Checkpoints: written atomically, loaded without executing anything."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from pong_pg.algorithm import Arrays, Run, RunState, algorithm
from pong_pg.config import TrainConfig, config_from_dict
from pong_pg.errors import UNREADABLE_NPZ, CheckpointError, ConfigError, DivergedError
from pong_pg.evaluation.pretrained import PRETRAINED, pretrained
from pong_pg.files import atomic_file
from pong_pg.game.player import Player
from pong_pg.game.progress import Progress
from pong_pg.training.save_p import load_save_p

FORMAT = "pong_pg checkpoint"
# 2: settings have their present names, see `pong_pg.config.RENAMED`.
VERSION = 2
BEST = "best.npz"
_NAME = "update-{:06d}.npz"
# What to do about one that can't be read.
_EARLIER = "use an earlier one; --resume does so once this one is deleted"


def save(path: Path, state: RunState, **more: Any) -> None:
    """Write a checkpoint, atomically: it gets its name once it is complete.

    The file is an npz of the state's arrays and a JSON header. With REINFORCE these are float32 W1 (hidden, 6400), W2
    (hidden,) and RMSProp's memory of both.

    Args:
        path: the file.
        state: what it is to hold.
        more: for the header, beside configuration and progress; values that JSON has.

    Raises:
        CheckpointError: the file can't be written; one that was there stays as it was.
        DivergedError: a number is not finite, so that no run could go on from there.
    """
    state_arrays = state.arrays()
    for name, array in state_arrays.items():
        if not np.isfinite(array).all():
            raise DivergedError(
                f"{path} is not written, because {name} holds a number that is not finite: resume the run from its "
                "last checkpoint"
            )
    header = {
        **more,
        "format": FORMAT,
        "version": VERSION,
        "config": state.config.to_dict(),
        "progress": dataclasses.asdict(state.progress),
    }
    try:
        with atomic_file(path) as file:
            arrays: dict[str, Any] = {**state_arrays, "header": np.frombuffer(json.dumps(header).encode(), np.uint8)}
            np.savez(file, **arrays)
    except OSError as error:
        raise CheckpointError(f"{path} can't be written: {error.strerror or error}; make room or permit it") from error


class CheckpointStore:
    """The checkpoints of a run: the newest few, and the one whose policy played the best batch.

    Args:
        directory: where they are; made if need be.
        keep: how many of the newest stay.
    """

    def __init__(self, directory: Path, keep: int) -> None:
        self._directory = directory
        self._keep = keep
        directory.mkdir(exist_ok=True)

    def save(self, state: RunState) -> Path:
        """Write the newest checkpoint and remove those that are too old; returns its path."""
        path = self._directory / _NAME.format(state.progress.update)
        save(path, state)
        for old in _numbered(self._directory)[: -self._keep]:
            if old != path:
                old.unlink(missing_ok=True)
        return path

    def save_best(self, state: RunState) -> None:
        """Write the checkpoint of the policy that has just played the best batch so far."""
        save(self._directory / BEST, state)


def _numbered(directory: Path) -> list[Path]:
    pattern = re.compile(r"update-(\d{6,})\.npz")
    found = [(int(match[1]), path) for path in directory.iterdir() if (match := pattern.fullmatch(path.name))]
    return [path for _, path in sorted(found)]


def latest(run_dir: Path) -> Path:
    """Return the newest checkpoint of a run directory.

    Raises:
        CheckpointError: there is none.
    """
    if not run_dir.exists():
        _refuse(run_dir, "does not exist: name the directory of a run")
    directory = run_dir / "checkpoints"
    found = _numbered(directory) if directory.is_dir() else []
    if not found:
        if (run_dir / "config.json").exists():
            _refuse(run_dir, "has no checkpoint yet: wait for the run's first, or begin another run if it has ended")
        _refuse(run_dir, "has no checkpoints: it is not the directory of a run")
    return found[-1]


def load(path: str | os.PathLike[str]) -> Player:
    """Load a policy.

    Args:
        path: a checkpoint; a run directory, of which the newest checkpoint is taken; the pickle ``save.p`` of the
            original "Pong from pixels" script, by Python 2 or 3; or the name of pretrained weights that come with the
            package, "fast" or "reference", unless there is a file of that name. Nothing in the file is executed.

    Raises:
        CheckpointError: the file is missing, damaged, of a newer format, of wrong shapes, or no checkpoint.
    """
    return load_with_config(path)[0]


def load_with_config(path: str | os.PathLike[str]) -> tuple[Player, TrainConfig | None]:
    """Load a policy and the configuration of its run; None for a ``save.p``, which has none. See `load`."""
    if path in PRETRAINED and not Path(path).exists():
        return pretrained(str(path))[:2]
    file = _find(Path(path))
    if not _is_npz(file):
        return load_save_p(file), None
    checkpoint = read_checkpoint(file)
    return checkpoint.run().state.policy(), checkpoint.config


@dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint holds: configuration, progress, and the arrays of its algorithm, checked; and its header."""

    file: Path
    config: TrainConfig
    progress: Progress
    arrays: Arrays
    header: Mapping[str, Any]

    def run(self, config: TrainConfig | None = None, progress: Progress | None = None) -> Run:
        """Return the run that goes on from here.

        Args:
            config: instead of the checkpoint's, in settings that don't decide the result.
            progress: instead of the checkpoint's, in its targets.

        Raises:
            CheckpointError: the arrays contradict each other.
        """
        config = config or self.config
        try:
            return algorithm(config.algorithm).resume(config, self.arrays, progress or self.progress)
        except ValueError as error:
            raise CheckpointError(f"{self.file} is damaged: {error}; {_EARLIER}") from error


def read_checkpoint(path: Path) -> Checkpoint:
    """Read all that a run needs to go on. See `load`.

    Raises:
        CheckpointError: it is not a checkpoint that this version can load.
    """
    file = _find(path)
    if not _is_npz(file):
        _refuse(file, "is not a checkpoint of pong_pg" if file.stat().st_size else f"is empty: {_EARLIER}")
    try:
        # Opened here: NumPy leaves a file open that turns out to be damaged.
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            header = _header(file, archive)
            config, progress = _settings(file, header)
            shapes = algorithm(config.algorithm).checkpoint_shapes(config)
            arrays = {name: archive[name] for name in shapes}
    except KeyError as error:
        raise CheckpointError(f"{file} is not a whole checkpoint: {error.args[0]}") from error
    except UNREADABLE_NPZ as error:
        raise CheckpointError(f"{file} is damaged or not a checkpoint: {error}; {_EARLIER}") from error
    for name, (dtype, shape) in shapes.items():
        _check_array(file, name, arrays[name], dtype, shape)
    return Checkpoint(file, config, progress, arrays, header)


def _settings(file: Path, header: dict[str, Any]) -> tuple[TrainConfig, Progress]:
    try:
        return config_from_dict(header["config"]), Progress.from_dict(header["progress"])
    except (ConfigError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{file} has a header that can't be used: {error}") from error


def _check_array(file: Path, name: str, array: Any, dtype: type, shape: tuple[int | None, ...]) -> None:
    found = getattr(array, "dtype", "bytes")
    if found != dtype:
        _refuse(file, f"holds {name} of type {found}; it must be {np.dtype(dtype)}")
    wanted = tuple(length if rule is None else rule for rule, length in zip(shape, array.shape, strict=False))
    if array.ndim != len(shape) or array.shape != wanted:
        rule = str(shape).replace("None", "any")
        _refuse(file, f"holds {name} of shape {array.shape}; its configuration asks for {rule}")
    if not np.isfinite(array).all():
        _refuse(file, f"holds {name} with numbers that are not finite: {_EARLIER}")


def _header(file: Path, archive: Any) -> dict[str, Any]:
    header = json.loads(bytes(archive["header"]).decode())
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        _refuse(file, "is not a checkpoint of pong_pg")
    if header.get("version") not in range(1, VERSION + 1):
        _refuse(
            file,
            f"has format version {header.get('version')}, and this pong_pg reads {VERSION}: "
            "run  pip install --upgrade pong-pg",
        )
    return header


def _find(path: Path) -> Path:
    if path.is_dir():
        return latest(path)
    if not path.is_file():
        _refuse(path, "does not exist: name a checkpoint file or the directory of a run")
    return path


def _is_npz(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(4) == b"PK\x03\x04"
    except OSError as error:
        raise CheckpointError(f"{file} can't be read: {error.strerror}") from error


def _refuse(file: Path, complaint: str) -> NoReturn:
    raise CheckpointError(f"{file} {complaint}")
