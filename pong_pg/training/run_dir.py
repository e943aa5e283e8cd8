"""A run's directory while the run goes on: what can't be written now is written later, or elsewhere at the end."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pong_pg.algorithm import RunState, algorithm
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, MissingPackageError, RunDirError, RunDirLostError
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.files import atomic_file
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.training.checkpoint import BEST, CheckpointStore, content_of, latest
from pong_pg.training.lock import DirectoryLock
from pong_pg.training.outage import Outage
from pong_pg.training.row_files import RowFile, metrics_files
from pong_pg.training.tensorboard_file import TensorBoardFile, evaluation_scalars

log = logging.getLogger(__name__)

# Seconds after which a checkpoint is written, or tried again, however rarely there is to be one: no fault loses more.
_MOST_SECONDS = 60.0
_LATER = "training goes on, and their rows are written once that works again"


class RunDir:
    """A run's directory: config.json, metrics.csv, metrics.jsonl, checkpoints/ and, with the extra, tensorboard/.

    A write that fails is a warning, and is made up for when the directory can be written again; a directory that was
    removed is made again.

    Args:
        path: the directory.
        config: the run's settings.
        env_factory: the `factory_name` of what makes the run's environment; None for the configuration's.
        rows: the updates that its metrics have already.
        lock: of the directory; None if no other process can know of it.

    Raises:
        OSError: it can't be written.
    """

    def __init__(
        self,
        path: Path,
        config: TrainConfig,
        env_factory: str | None = None,
        rows: Sequence[UpdateMetrics] = (),
        lock: DirectoryLock | None = None,
    ) -> None:
        self.path = path
        # An environment may change the working directory.
        self._place = path.absolute()
        self._config, self._env_factory, self._lock = config, env_factory, lock
        self._rows = list(rows)
        self._write_config()
        self._checkpoints = CheckpointStore(self._place / "checkpoints", config.keep_checkpoints, env_factory)
        self._metrics = metrics_files(self._place, algorithm(config.algorithm).metrics_type, len(self._rows))
        self._events: list[TensorBoardFile] = []
        with contextlib.suppress(MissingPackageError):
            self._events.append(TensorBoardFile(self._place / "tensorboard", len(self._rows)))
        for file in (*self._metrics, *self._events):
            file.write(self._rows)
        # The best checkpoint of this process, since the state moves on before it can be written, or be written again.
        self._best: bytes | None = None
        self._best_written = True
        self._saved: Progress | None = None
        self._removed = False
        self._tried_at = time.monotonic()
        self._metrics_outage = Outage(f"metrics can be written to {path} again, and have every update")
        self._events_outage = Outage(f"TensorBoard events can be written to {path} again, and have every update")
        self._checkpoint_outage = Outage(f"checkpoints can be written to {path} again")

    @property
    def rows(self) -> list[UpdateMetrics]:
        """The metrics of all updates."""
        return list(self._rows)

    @property
    def checkpoint_due(self) -> bool:
        """Whether to write a checkpoint whatever `checkpoint_every` says: the last one was removed, or is too old."""
        return self._removed or time.monotonic() - self._tried_at >= _MOST_SECONDS

    def record(self, metrics: UpdateMetrics) -> None:
        """Write an update's row of metrics."""
        self._rows.append(metrics)
        self._write_rows()

    @property
    def has_events(self) -> bool:
        """Whether TensorBoard's events are written."""
        return bool(self._events)

    def record_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Write the games that were played with the policy after an update to TensorBoard's events."""
        self._add_events(lambda file: file.add_scalars(update, evaluation_scalars(evaluation)))

    def add_image(self, name: str, update: int, content: bytes, size: tuple[int, int]) -> None:
        """Write a picture to TensorBoard's events, see `TensorBoardFile.add_image`."""
        self._add_events(lambda file: file.add_image(name, update, content, size))

    def _add_events(self, add: Callable[[TensorBoardFile], None]) -> None:
        # The rows first, so that a file that was removed is there again.
        if self._write_events() is None:
            for file in self._events:
                try:
                    add(file)
                except OSError as error:
                    self._events_failed(error, "training goes on without them")

    def keep_best(self, state: RunState) -> None:
        """Write the checkpoint of the policy that has just played the best batch so far."""
        self._best, self._best_written = content_of(state, self._env_factory), False
        # While checkpoints fail, it waits for the next one.
        if not self._checkpoint_outage.failures:
            self._write_checkpoints(None)

    def save(self, state: RunState) -> None:
        """Write a checkpoint, unless the newest has the same progress."""
        if self._metrics_outage.failures:
            # First: a resume from the checkpoint does not make the rows of its updates again.
            self._write_rows()
        self._write_checkpoints(state)

    def finish(self, state: RunState | None) -> RunDirLostError | None:
        """Write all that is missing at the end of a run; what the directory does not take goes to a new one elsewhere.

        Args:
            state: what the newest checkpoint must be of; None if there is no whole state.

        Returns:
            None if the directory has everything; otherwise the error that says where it is.
        """
        rows_failure = self._write_rows()
        failure = self._write_checkpoints(state) or rows_failure
        if failure is None:
            return None
        problem = f"run directory {self.path} can't be written ({_reason(failure)})"
        other = self._written_elsewhere(state)
        if other is None:
            is_lost = "later updates are lost" if self._newest_name() else "is lost"
            return RunDirLostError(f"{problem}, and neither can any other place: {self._newest}, and {is_lost}")
        if state is None:
            return RunDirLostError(f"{problem}: the metrics of all updates were written to {other} instead")
        command = f"pong-pg train --resume {other}" + (" --iterations N" if state.progress.at_target else "")
        return RunDirLostError(f"{problem}: the whole run was written to {other} instead: resume it with  {command}")

    def _write_rows(self) -> Exception | None:
        failure = self._written(self._metrics)
        if failure is None:
            self._metrics_outage.succeeded()
        else:
            self._metrics_outage.failed(f"metrics can't be written to {self.path} ({_reason(failure)}): {_LATER}")
            return failure
        # They say nothing that the metrics don't, so a run that has no other trouble has not failed.
        self._write_events()
        return None

    def _write_events(self) -> Exception | None:
        failure = self._written(self._events)
        if failure is None:
            self._events_outage.succeeded()
        else:
            self._events_failed(failure, _LATER)
        return failure

    def _events_failed(self, failure: Exception, then: str) -> None:
        self._events_outage.failed(f"TensorBoard events can't be written to {self.path} ({_reason(failure)}): {then}")

    def _written(self, files: Sequence[RowFile]) -> Exception | None:
        failure: Exception | None = None
        try:
            self._make_again_if_removed()
            for file in files:
                # One file may be writable where another is not.
                try:
                    file.write(self._rows)
                except OSError as error:
                    failure = failure or error
        except (OSError, RunDirError) as error:
            return error
        return failure

    def _write_checkpoints(self, state: RunState | None) -> Exception | None:
        if state is not None:
            self._tried_at = time.monotonic()
        try:
            self._make_again_if_removed()
            if state is not None and state.progress != self._saved:
                self._checkpoints.save(state)
                self._saved, self._removed = state.progress, False
                self._checkpoint_outage.succeeded()
            if self._best is not None and not self._best_written:
                self._checkpoints.save_best(self._best)
                self._best_written = True
        except (OSError, CheckpointError, RunDirError) as error:
            self._checkpoint_outage.failed(
                f"no checkpoint can be written to {self.path} ({_reason(error)}): training goes on; {self._newest}"
            )
            return error
        return None

    @property
    def _newest(self) -> str:
        name = self._newest_name()
        return f"the newest checkpoint is {name}" if name else "the run has no checkpoint"

    def _newest_name(self) -> str | None:
        try:
            return latest(self._place).name
        except (OSError, CheckpointError):
            return None

    def _make_again_if_removed(self) -> None:
        """Make the directory again if it was removed or moved away.

        Raises:
            OSError: it can't be made.
            RunDirError: another run has it now.
        """
        if self._lock is None:
            return
        if not self._lock.holds():
            self._place.mkdir(parents=True, exist_ok=True)
            config = self._place / "config.json"
            if config.exists() and config.read_bytes() != self._config_json():
                raise RunDirError("another run was begun there")
            self._lock.acquire()
            self._write_config()
        if self._checkpoints.directory.is_dir() or self._removed:
            return
        log.warning(
            "run directory %s or its checkpoints were removed: it gets a new checkpoint and the metrics so far",
            self.path,
        )
        self._saved, self._removed, self._best_written = None, True, self._best is None

    def _config_json(self) -> bytes:
        recorded = {**self._config.to_dict(), "env_factory": self._env_factory}
        return (json.dumps(recorded, indent=2) + "\n").encode()

    def _write_config(self) -> None:
        with atomic_file(self._place / "config.json") as file:
            file.write(self._config_json())

    def _written_elsewhere(self, state: RunState | None) -> Path | None:
        """Write the run to a new directory that only this user can read; returns it, or None if none can be written."""
        for parent in _other_places():
            made: Path | None = None
            try:
                made = Path(tempfile.mkdtemp(prefix="pong-pg-", dir=parent))
                config = dataclasses.replace(self._config, run_dir=str(made))
                other = RunDir(made, config, self._env_factory)
                other._rows = self.rows
                for file in (*other._metrics, *other._events):
                    file.write(other._rows)
                with contextlib.suppress(OSError):
                    shutil.copy(self._checkpoints.directory / BEST, other._checkpoints.directory)
                if self._best is not None:
                    other._checkpoints.save_best(self._best)
                if state is not None:
                    other._checkpoints.save(state)
            except (OSError, CheckpointError):
                if made is not None:
                    shutil.rmtree(made, ignore_errors=True)
            else:
                return made
        return None


def _other_places() -> Iterator[str]:
    with contextlib.suppress(OSError):
        yield tempfile.gettempdir()
    yield "/var/tmp"
    with contextlib.suppress(RuntimeError):
        yield str(Path.home())


def _reason(error: BaseException) -> str:
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
    return getattr(cause, "strerror", None) or str(cause)
