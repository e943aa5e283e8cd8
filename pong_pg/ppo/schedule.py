"""The schedules of PPO: learning rate, entropy coefficient and rollout length."""

from __future__ import annotations

from pong_pg.ppo.config import PPOConfig


class Schedule:
    """The settings of a batch.

    Args:
        config: the run's settings.
        agent_steps: played before the batch.

    Attributes:
        learning_rate: from `learning_rate` to `final_learning_rate`, over the first `anneal_steps`: the difference is
            multiplied by the share of these steps that is left, to the power of `anneal_power`.
        entropy_coef: linearly from `entropy_coef` to 0, over the first `entropy_anneal_steps`.
        rollout_steps: agent steps in each environment: linearly from `rollout_steps` to `final_rollout_steps`, over the
            first `anneal_steps`.
    """

    def __init__(self, config: PPOConfig, agent_steps: int) -> None:
        left = _left(agent_steps, config.anneal_steps)
        difference = config.learning_rate - config.final_learning_rate
        self.learning_rate = config.final_learning_rate + left**config.anneal_power * difference
        self.entropy_coef = _left(agent_steps, config.entropy_anneal_steps) * config.entropy_coef
        self.rollout_steps = round(
            config.final_rollout_steps + left * (config.rollout_steps - config.final_rollout_steps)
        )


def _left(done: int, steps: int) -> float:
    """Return the share that is left to do, from 1 to 0."""
    return max(0.0, 1.0 - done / steps)
