"""Runs that go on after their learning rate has been annealed to 0: their updates change no weights."""

from __future__ import annotations

from pong_pg.config import TrainConfig
from pong_pg.game.progress import Progress


def is_annealed(config: TrainConfig, progress: Progress) -> bool:
    """Return whether the learning rate of a run is 0 from now on."""
    return config.learns_until is not None and progress.agent_steps >= config.learns_until


def annealed_warning(config: TrainConfig, progress: Progress) -> str | None:
    """Return the warning for a run of which all updates, or the last ones, will change no weights; None for others.

    Args:
        config: the run's settings.
        progress: how far it has come, and where it is to end.
    """
    end = config.learns_until
    if end is None:
        return None
    if is_annealed(config, progress):
        begins = "nothing more will be learned"
    elif progress.target_steps is not None and progress.target_steps > end:
        begins = f"nothing will be learned after {end} agent steps"
    else:
        return None
    return (
        f"{begins}: the learning rate is 0 after {end} agent steps, and the run has made {progress.agent_steps}; to "
        "train for longer, begin a new run with larger --anneal-steps and --steps"
    )
