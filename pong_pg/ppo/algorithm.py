"""PPO as a registered algorithm."""

from __future__ import annotations

from typing import Any

from pong_pg.algorithm import Algorithm, imported
from pong_pg.game.metrics import Column, UpdateMetrics, number
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.metrics import PPOMetrics


class PPO(Algorithm[PPOConfig, Any, Any]):
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

    state_type = imported("pong_pg.ppo.state:PPOState")
    local_pool = imported("pong_pg.ppo.workers:LocalRolloutPool")
    ray_pool = imported("pong_pg.ppo.ray_pool:RayRolloutPool")
    trainer = imported("pong_pg.ppo.trainer:PPOTrainer")

    def headline(self, metrics: UpdateMetrics) -> str:
        """Return the figure to look at in an update's line."""
        recent = metrics.recent_return if isinstance(metrics, PPOMetrics) else None
        return f"mean of the last 50 {number(recent, '.2f')}"


ALGORITHM = PPO()
