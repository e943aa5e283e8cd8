"""Which policy a command means by a name, or by none."""

from __future__ import annotations

from pathlib import Path

from pong_pg.errors import PongPGError

_RUNS = Path("runs")

HELP = (
    "a run directory, a checkpoint, a save.p, or a name: fast, reference or best; best is the pretrained policy of "
    "that name if this version has one, else the best checkpoint of the newest run in runs/ (default: the newest run "
    "in runs/, or fast if there is none)"
)


def resolved(name: str | None) -> str:
    """Return what to load for a name from the command line, or for None.

    Raises:
        PongPGError: it is "best", and there is none.
    """
    from pong_pg.evaluation.pretrained import PRETRAINED

    if name is None:
        newest = _newest_run()
        return "fast" if newest is None else str(newest)
    if name != "best" or name in PRETRAINED or Path(name).exists():
        return name
    newest = _newest_run()
    found = [] if newest is None else sorted(newest.rglob("best.npz"))
    if not found:
        raise PongPGError("best is the best checkpoint of the newest run in runs/, and there is none: name a run")
    return str(found[0])


def has_checkpoint(run_dir: Path) -> bool:
    """Return whether a run directory has a checkpoint to load."""
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
