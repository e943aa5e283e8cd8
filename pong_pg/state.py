"""All that decides the rest of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.optimizer import RMSProp
from pong_pg.pixels import PIXELS
from pong_pg.policy import Policy
from pong_pg.seeding import weights_rng

Array = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Progress:
    """How far a run has come.

    Attributes:
        update: updates made.
        games: games that they were made of.
        agent_steps: steps of those games.
        running_mean: 0.99 of the old mean and 0.01 of each game's return in turn; None before the first game.
        best_mean: highest mean return of a batch; None before the first.
        best_game: highest return of a game; None before the first.
        target: update at which the run is to end; None if it goes on until it is stopped.
    """

    update: int = 0
    games: int = 0
    agent_steps: int = 0
    running_mean: float | None = None
    best_mean: float | None = None
    best_game: float | None = None
    target: int | None = None

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Progress:
        """Return the progress that `dataclasses.asdict` wrote.

        Raises:
            ValueError: a value has the wrong type.
            TypeError: a name is unknown.
        """
        progress = cls(**values)
        for name, value in values.items():
            counter = name in {"update", "games", "agent_steps"}
            kinds = (int,) if counter or name == "target" else (int, float)
            if isinstance(value, bool) or not (isinstance(value, kinds) or (value is None and not counter)):
                raise ValueError(f"{name} is {value!r}")
        return progress


class TrainState:
    """Configuration, weights, RMSProp memory and progress: what a checkpoint holds.

    Args:
        config: the run's settings.
        weights: W1 transposed, (6400, hidden), and W2, (hidden,), float32; changed in place by the run.
        memory: RMSProp's memory, same shapes; None for zeros.
        progress: how far the run has come.
    """

    def __init__(
        self,
        config: TrainConfig,
        weights: tuple[Array, Array],
        memory: tuple[Array, Array] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.config = config
        self.weights = weights
        self.optimizer = RMSProp(weights, config.learning_rate, config.decay_rate)
        if memory is not None:
            self.optimizer.memory = memory
        self.progress = progress or Progress()

    @classmethod
    def initial(cls, config: TrainConfig) -> TrainState:
        """Return the state of a run before its first update."""
        policy = Policy.initial(config.hidden, weights_rng(config.seed))
        return cls(config, (policy.W1_T, policy.W2))

    def copy(self) -> TrainState:
        """Return a state of its own that does not move on with this one."""
        W1, W2 = (array.copy() for array in self.weights)
        W1_memory, W2_memory = (array.copy() for array in self.optimizer.memory)
        return TrainState(self.config, (W1, W2), (W1_memory, W2_memory), self.progress)

    def policy(self) -> Policy:
        """Return a policy on a copy of the present weights."""
        return Policy.from_transposed(*(array.copy() for array in self.weights))

    def fits(self) -> bool:
        """Return whether the shapes of all arrays are those of the configuration, and every number is finite."""
        shapes = ((PIXELS, self.config.hidden), (self.config.hidden,))
        return all(
            array.shape == shape and bool(np.isfinite(array).all())
            for arrays in (self.weights, self.optimizer.memory)
            for array, shape in zip(arrays, shapes, strict=True)
        )
