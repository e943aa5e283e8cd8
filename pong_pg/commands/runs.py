"""The runs that a user can name: by a path, by the name of pretrained weights, or as the best."""

from __future__ import annotations

from pathlib import Path

from pong_pg.errors import PongPGError

RUN_HELP = (
    "a run directory, a checkpoint, a save.p, fast or reference (pretrained), or best: the best checkpoint of the "
    "newest run in runs/"
)
_RUNS = Path("runs")


def named_run(name: str | None) -> str:
    """Return the path or name to load.

    Args:
        name: as given on the command line; None for the newest run in runs/, or fast if there is none.

    Raises:
        PongPGError: the best is asked for, and there is none.
    """
    if name is None:
        newest = _newest_run()
        return "fast" if newest is None else str(newest)
    if name != "best" or Path(name).exists():
        return name
    newest = _newest_run()
    found = [] if newest is None else sorted(newest.rglob("best.npz"))
    if not found:
        raise PongPGError("best is the best checkpoint of the newest run in runs/, and there is none: name a run")
    return str(found[0])


def has_checkpoint(run_dir: Path) -> bool:
    """Return whether a run directory holds a checkpoint."""
    from pong_pg.errors import CheckpointError
    from pong_pg.training.checkpoint import latest

    try:
        latest(run_dir)
    except CheckpointError:
        return False
    return True


def _newest_run() -> Path | None:
    runs = [path for path in _RUNS.iterdir() if path.is_dir()] if _RUNS.is_dir() else []
    return max((path for path in runs if has_checkpoint(path)), key=lambda path: path.stat().st_mtime, default=None)
