"""REINFORCE as a registered algorithm."""

from __future__ import annotations

from typing import Any

from pong_pg.algorithm import Algorithm, imported
from pong_pg.game.metrics import UpdateMetrics, number
from pong_pg.reinforce.config import ReinforceConfig


class Reinforce(Algorithm[ReinforceConfig, Any, Any]):
    """REINFORCE as published: whole games, their gradients summed, one step of RMSProp."""

    config_type = ReinforceConfig

    state_type = imported("pong_pg.reinforce.state:ReinforceState")
    local_pool = imported("pong_pg.reinforce.workers:ReinforcePool")
    ray_pool = imported("pong_pg.reinforce.ray_pool:RayPool")
    trainer = imported("pong_pg.reinforce.trainer:ReinforceTrainer")

    def update_line(self, metrics: UpdateMetrics, config: ReinforceConfig, best_game: float | None) -> str:
        """Return an update's line, which begins as the old example's does: readers of old logs go on working."""
        return (
            f"Batch {metrics.update} computed {config.batch_size} rollouts in {metrics.seconds:.2f} seconds, "
            f"running mean is {number(metrics.running_mean, '.2f')}; "
            f"batch mean {number(metrics.mean_return, '.2f')}, best game {number(best_game, 'g')}, "
            f"{metrics.steps_per_second:.0f} steps/s{self.excluded(metrics)}"
        )

    def excluded(self, metrics: UpdateMetrics) -> str:
        """Return which games of a batch have no gradient."""
        counts = ((metrics.truncated_games, "truncated"), (metrics.flat_games, "with equal advantages"))
        parts = [f"{count} {what}" for count, what in counts if count]
        return f"; without gradient: {', '.join(parts)}" if parts else ""


ALGORITHM = Reinforce()
