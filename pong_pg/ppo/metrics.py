"""The metrics of an update of PPO."""

from __future__ import annotations

from dataclasses import dataclass

from pong_pg.game.metrics import UpdateMetrics


@dataclass(frozen=True, kw_only=True)
class PPOMetrics(UpdateMetrics):
    """One row of the metrics of PPO.

    Attributes:
        recent_return: mean return of the last 50 games; None before the first.
        policy_loss: see `pong_pg.ppo.learner.Learned`.
        value_loss: see there.
        clipped: see there.
        kl: see there.
        learning_rate: see there.
        adam_steps: see there.
    """

    recent_return: float | None
    policy_loss: float
    value_loss: float
    clipped: float
    kl: float
    learning_rate: float
    adam_steps: int
