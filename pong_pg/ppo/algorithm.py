"""PPO as a registered algorithm, and its metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pong_pg.algorithm import Algorithm
from pong_pg.game.metrics import Column, UpdateMetrics, number
from pong_pg.ppo.config import PPOConfig

if TYPE_CHECKING:
    from pong_pg.game.env import EnvFactory
    from pong_pg.ppo.state import PPOState
    from pong_pg.ppo.trainer import PPOTrainer, RolloutPool


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


class PPO(Algorithm[PPOConfig, "PPOState", "RolloutPool"]):
    """Proximal policy optimisation (Schulman et al. 2017) with a small actor-critic network."""

    config_type = PPOConfig
    metrics_type = PPOMetrics
    columns = (
        Column("update", "update"),
        Column("seconds", "seconds", ".2f"),
        Column("steps/s", "steps_per_second", ",.0f"),
        Column("agent steps", "agent_steps", ","),
        Column("games", "games"),
        Column("best", "max_return", "g"),
        Column("mean of last 50", "recent_return", ".2f", bold=True),
        Column("length", "episode_length", ".0f"),
        Column("entropy", "entropy", ".3f"),
    )
    updates_between_evaluations = 100

    def state_type(self) -> type[PPOState]:
        """Return the class of its states."""
        from pong_pg.ppo.state import PPOState

        return PPOState

    def local_pool(self, config: PPOConfig, env_factory: EnvFactory | None) -> RolloutPool:
        """Return a pool that plays in this process."""
        from pong_pg.ppo.workers import LocalRolloutPool

        return LocalRolloutPool(config, env_factory)

    def ray_pool(self, config: PPOConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> RolloutPool:
        """Return a pool of so many Ray actors."""
        from pong_pg.ppo.ray_pool import RayRolloutPool

        return RayRolloutPool(config, env_factory, size, cpus_each)

    def trainer(self, state: PPOState, pool: RolloutPool) -> PPOTrainer:
        """Return what makes the updates."""
        from pong_pg.ppo.trainer import PPOTrainer

        return PPOTrainer(state, pool)

    def headline(self, metrics: UpdateMetrics) -> str:
        """Return the figure to look at in an update's line."""
        recent = metrics.recent_return if isinstance(metrics, PPOMetrics) else None
        return f"mean of the last 50 {number(recent, '.2f')}"


ALGORITHM = PPO()
