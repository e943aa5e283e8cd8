"""The two algorithms: for each, what a run's state is, who plays for it, and what makes its updates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.ray_pool import RayStreamPool
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.trainer import PPOTrainer
from pong_pg.ppo.workers import LocalStreamPool
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.state import Progress, TrainState
from pong_pg.reinforce.trainer import Trainer
from pong_pg.reinforce.workers import GameResult, LocalPool


class RunState(Protocol):
    """All that decides the rest of a run."""

    config: TrainConfig
    progress: Progress

    def policy(self) -> Policy | ActorCritic:
        """Return the policy that the run has come to, on weights of its own."""

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return what a checkpoint holds beside configuration and progress."""


class Updates(Protocol):
    """Makes the updates of a run."""

    state: Any

    @property
    def consistent(self) -> bool:
        """Whether the state is that of a whole number of updates: false only in the middle of one."""

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool], *, more: bool, keep_best: bool
    ) -> tuple[UpdateMetrics, Any]:
        """Make an update, and let the workers begin with the next.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.
            more: whether there is to be a next one.
            keep_best: whether anybody wants to know of the best policy so far.

        Returns:
            The update's row of metrics, and the state to keep if its policy is the best so far; otherwise None.

        Raises:
            Stopped: `should_stop` said so; the state is as it was.
        """


@dataclass(frozen=True)
class Algorithm:
    """One of them.

    Attributes:
        initial: the state of a run before its first update.
        shapes: type and shape of each array of a checkpoint; None where a length may be any.
        from_arrays: the state that a checkpoint holds.
        local_pool: plays in this process.
        ray_pool: plays in Ray's actors.
        most_workers: how many have something to do.
        updates: makes the updates.
    """

    initial: Callable[[TrainConfig], Any]
    shapes: Callable[[TrainConfig], dict[str, tuple[type, tuple[int | None, ...]]]]
    from_arrays: Callable[[TrainConfig, Mapping[str, npt.NDArray[Any]], Progress], Any]
    local_pool: Callable[..., Any]
    ray_pool: Callable[..., Any]
    most_workers: Callable[[TrainConfig], int]
    updates: Callable[[Any, Any], Updates]


ALGORITHMS = {
    "reinforce": Algorithm(
        initial=TrainState.initial,
        shapes=TrainState.shapes,
        from_arrays=TrainState.from_arrays,
        local_pool=LocalPool,
        ray_pool=RayPool,
        most_workers=lambda config: config.batch_size,
        updates=Trainer,
    ),
    "ppo": Algorithm(
        initial=PPOState.initial,
        shapes=PPOState.shapes,
        from_arrays=PPOState.from_arrays,
        local_pool=LocalStreamPool,
        ray_pool=RayStreamPool,
        most_workers=lambda config: config.parallel_games,
        updates=PPOTrainer,
    ),
}
