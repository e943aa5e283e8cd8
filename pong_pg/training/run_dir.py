"""A run's directory while the run goes on. If it can't be written to any more, the run ends."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from pong_pg.algorithm import State
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, MissingPackageError, RunDirLostError, shell_word
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.registry import algorithm
from pong_pg.training.checkpoint import BEST, NAMES, latest, save, save_newest
from pong_pg.training.row_files import TensorBoardFile, metrics_files
from pong_pg.untrusted.writing import atomic_file, make_own_directory, remove_unfinished

# Seconds after which a checkpoint is written, however rarely there is to be one: no fault loses more.
_MOST_SECONDS = 60.0


class RunDir:
    """A run's directory: config.json, metrics.csv, metrics.jsonl, checkpoints/ and, with the extra, tensorboard/.

    Args:
        path: the directory.
        config: the run's settings.
        env_factory: the `factory_name` of what makes the run's environment; None for the configuration's.
        rows: the updates that its metrics have already.

    Attributes:
        path: as given.
        rows: as given.
        best: the state whose policy has played best so far, a copy, which `save` writes beside the next checkpoint;
            None if it has been written.

    Raises:
        OSError: it can't be written.
    """

    def __init__(
        self, path: Path, config: TrainConfig, env_factory: str | None = None, rows: Sequence[UpdateMetrics] = ()
    ) -> None:
        self.path = path
        # An environment may change the working directory.
        self._place = path.absolute()
        self.rows = list(rows)
        with atomic_file(self._place / "config.json") as file:
            recorded = {**config.to_dict(), "env_factory": env_factory}
            file.write((json.dumps(recorded, indent=2) + "\n").encode())
        self._checkpoints = self._place / "checkpoints"
        make_own_directory(self._checkpoints)
        remove_unfinished(self._checkpoints, NAMES)
        self._env_factory = env_factory
        self._metrics = metrics_files(self._place, algorithm(config.algorithm).metrics_type, self.rows)
        self._events: list[TensorBoardFile] = []
        with contextlib.suppress(MissingPackageError):
            self._events.append(TensorBoardFile(self._place / "tensorboard"))
        self.best: State | None = None
        self._inode = self._place.stat().st_ino
        self._saved: Progress | None = None
        self._saved_at = time.monotonic()

    @property
    def checkpoint_due(self) -> bool:
        """Whether to write a checkpoint whatever `checkpoint_every` says: the last one is a minute old."""
        return time.monotonic() - self._saved_at >= _MOST_SECONDS

    def record(self, metrics: UpdateMetrics) -> None:
        """Write an update's row of metrics.

        Raises:
            RunDirLostError: it can't be written.
        """
        with self._ending_the_run():
            for file in (*self._metrics, *self._events):
                file.write(metrics)

    def record_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Write the games that were played with the policy after an update to TensorBoard's events.

        Raises:
            RunDirLostError: they can't be written.
        """
        with self._ending_the_run():
            for file in self._events:
                file.write_evaluation(update, evaluation)

    def save(self, state: State) -> None:
        """Write a checkpoint, unless the newest has the same progress, and the best state if there is a new one.

        Raises:
            RunDirLostError: it can't be written.
        """
        with self._ending_the_run():
            if self.best is not None:
                # First: the newest checkpoint says how good the best is.
                save(self._checkpoints / BEST, self.best, self._env_factory)
                self.best = None
            if state.progress != self._saved:
                save_newest(self._checkpoints, state, state.config.keep_checkpoints, self._env_factory)
                self._saved, self._saved_at = state.progress, time.monotonic()

    @contextlib.contextmanager
    def _ending_the_run(self) -> Iterator[None]:
        try:
            # Another run may have been begun in its place, where it was removed.
            if self._place.stat().st_ino != self._inode:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            yield
        except (OSError, CheckpointError) as error:
            cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
            reason = getattr(cause, "strerror", None) or str(cause)
            raise RunDirLostError(
                f"run directory {self.path} can't be written ({reason}): {self._how_to_go_on()}"
            ) from error

    def _how_to_go_on(self) -> str:
        try:
            newest = latest(self._place).name
        except CheckpointError:
            return "the run ends, and has no checkpoint"
        resume = f"pong-pg train --resume {shell_word(str(self.path))}"
        return f"the run ends, and its newest checkpoint is {newest}: make room or permit it, and go on with  {resume}"
