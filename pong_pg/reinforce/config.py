"""The settings of REINFORCE."""

from __future__ import annotations

from dataclasses import dataclass

from pong_pg.config import TrainConfig
from pong_pg.game.counts import counted
from pong_pg.settings import FROM_0_TO_1, FROM_0_TO_BELOW_1, LEARNING_RATE, integer, one_of, setting


@dataclass(frozen=True, kw_only=True)
class ReinforceConfig(TrainConfig):
    """The settings of a run by REINFORCE; the defaults are the published example's hyperparameters.

    See `TrainConfig` for those that every algorithm has.
    """

    algorithm: str = setting("reinforce", one_of("reinforce"), "the algorithm")
    # 65,536 games of the largest gradient that a game may have still add up exactly in 63 bits (exact_sum.py).
    batch_size: int = setting(10, integer(1, 65_536), "games per update")
    hidden: int = setting(200, integer(1, 65_536), "hidden units")
    learning_rate: float = setting(1e-4, LEARNING_RATE, "step size", metavar="X")
    gamma: float = setting(0.99, FROM_0_TO_1, "discount factor", metavar="X")
    decay_rate: float = setting(
        0.99, FROM_0_TO_BELOW_1, "decay of RMSProp's running mean of squared gradients", metavar="X"
    )

    @property
    def max_workers(self) -> int:
        """How many workers have something to do: one for each game of a batch."""
        return self.batch_size

    @property
    def summary(self) -> str:
        """What an update plays, in a few words."""
        return f"{counted(self.batch_size, 'game')} an update"
