"""PPO as a registered algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pong_pg.algorithm import Algorithm
from pong_pg.game.metrics import Column, UpdateMetrics, number
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.metrics import PPOMetrics

if TYPE_CHECKING:
    from pong_pg.game.env import EnvFactory
    from pong_pg.ppo.state import PPOState
    from pong_pg.ppo.trainer import PPOTrainer, RolloutPool


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
