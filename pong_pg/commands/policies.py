"""Which policy a command means by a name, or by none."""

from __future__ import annotations

import contextlib
from pathlib import Path

_RUNS = Path("runs")

HELP = (
    "a run directory, a checkpoint, a save.p, or the name of pretrained weights: best, fast or reference (default: the "
    "newest run in runs/, or fast if there is none)"
)


def resolved(name: str | None) -> str:
    """Return what to load for a name from the command line, or for None."""
    return str(_newest_run() or "fast") if name is None else name


def has_checkpoint(run_dir: Path) -> bool:
    """Return whether a run directory has a checkpoint to load.

    Raises:
        CheckpointError: the directory can't be read.
    """
    from pong_pg.errors import CheckpointError
    from pong_pg.training.checkpoint import latest

    try:
        latest(run_dir)
    except CheckpointError as error:
        if isinstance(error.__cause__, OSError):
            raise
        return False
    return True


def _newest_run() -> Path | None:
    from pong_pg.errors import CheckpointError

    def is_loadable(run_dir: Path) -> bool:
        with contextlib.suppress(CheckpointError):
            return has_checkpoint(run_dir)
        return False

    runs = [path for path in _RUNS.iterdir() if path.is_dir()] if _RUNS.is_dir() else []
    return max((path for path in runs if is_loadable(path)), key=lambda path: path.stat().st_mtime, default=None)
