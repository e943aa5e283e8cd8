"""Read all that a run has left in its directory, for a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, one_line
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.training.checkpoint import latest, read_checkpoint
from pong_pg.training.directory import read_config, read_metrics


@dataclass(frozen=True)
class RunRecord:
    """What a run has left.

    Attributes:
        path: its directory, as it was named.
        name: what the report calls it.
        config: its settings.
        env_factory: name of the factory that made its environments; None for the configuration's id.
        rows: its metrics, one row for each update.
        checkpoint: the newest; None if there is none.
        progress: of the newest checkpoint; None if there is none.
    """

    path: Path
    name: str
    config: TrainConfig
    env_factory: str | None
    rows: Sequence[UpdateMetrics]
    checkpoint: Path | None
    progress: Progress | None

    @property
    def seconds(self) -> float:
        """Wall time of all updates."""
        return sum(row.seconds for row in self.rows)

    @property
    def update(self) -> int:
        """Number of updates that the run has made."""
        return max(self.rows[-1].update if self.rows else 0, self.progress.update if self.progress else 0)


def read_run(path: Path, name: str) -> RunRecord:
    """Read a run's directory.

    Args:
        path: the directory.
        name: what the report calls it.

    Raises:
        RunDirError: it is not the directory of a run, or its metrics can't be read.
        CheckpointError: its newest checkpoint can't be read.
    """
    config, env_factory = read_config(path)
    rows = read_metrics(path)
    try:
        newest = latest(path)
    except CheckpointError:
        return RunRecord(path, one_line(name), config, env_factory, rows, None, None)
    return RunRecord(path, one_line(name), config, env_factory, rows, newest, read_checkpoint(newest).progress)
