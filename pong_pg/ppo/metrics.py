"""The metrics of an update of PPO."""

from __future__ import annotations

from dataclasses import dataclass

from pong_pg.game.metrics import UpdateMetrics


@dataclass(frozen=True, kw_only=True)
class PPOMetrics(UpdateMetrics):
    """One row of the metrics of PPO.

    Attributes:
        recent_return: mean return of the last 50 games; None before the first.
        policy_loss: mean of the clipped surrogate, negative; as all means of learning, over the minibatches.
        value_loss: mean loss of the value.
        clipped: mean share of samples whose policy term had no gradient.
        kl: mean estimate of the divergence from the policy before the first step.
        learning_rate: size of Adam's steps.
        adam_steps: number of Adam's steps, until the target KL was exceeded.
    """

    recent_return: float | None
    policy_loss: float
    value_loss: float
    clipped: float
    kl: float
    learning_rate: float
    adam_steps: int
