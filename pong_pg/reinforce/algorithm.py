"""REINFORCE as a registered algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pong_pg.algorithm import Algorithm
from pong_pg.game.metrics import UpdateMetrics, number
from pong_pg.reinforce.config import ReinforceConfig

if TYPE_CHECKING:
    from pong_pg.game.env import EnvFactory
    from pong_pg.reinforce.state import ReinforceState
    from pong_pg.reinforce.trainer import ReinforceTrainer
    from pong_pg.reinforce.workers import GamePool


class Reinforce(Algorithm[ReinforceConfig, "ReinforceState", "GamePool"]):
    """REINFORCE as published: whole games, their gradients summed, one step of RMSProp."""

    config_type = ReinforceConfig

    def state_type(self) -> type[ReinforceState]:
        """Return the class of its states."""
        from pong_pg.reinforce.state import ReinforceState

        return ReinforceState

    def local_pool(self, config: ReinforceConfig, env_factory: EnvFactory | None) -> GamePool:
        """Return a pool that plays in this process."""
        from pong_pg.reinforce.workers import ReinforcePool

        return ReinforcePool(config, env_factory)

    def ray_pool(
        self, config: ReinforceConfig, env_factory: EnvFactory | None, size: int, cpus_each: float
    ) -> GamePool:
        """Return a pool of so many Ray actors."""
        from pong_pg.reinforce.ray_pool import RayPool

        return RayPool(config, env_factory, size, cpus_each)

    def trainer(self, state: ReinforceState, pool: GamePool) -> ReinforceTrainer:
        """Return what makes the updates."""
        from pong_pg.reinforce.trainer import ReinforceTrainer

        return ReinforceTrainer(state, pool)

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
