"""The state of a run by REINFORCE: everything that decides how it goes on."""

from __future__ import annotations

import copy
import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.algorithm import Arrays, Shapes
from pong_pg.errors import DivergedError
from pong_pg.game.frames import PIXELS
from pong_pg.game.progress import Progress
from pong_pg.game.seeding import weights_rng
from pong_pg.native.structs import check_array
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GRID, GradientSum
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.reinforce.reference import rmsprop

Array = npt.NDArray[np.float32]


class ReinforceState:
    """Configuration, weights, RMSProp memory and progress: what a checkpoint holds.

    Args:
        config: the run's settings.
        weights: W1 transposed, (6400, hidden), and W2, (hidden,), float32; changed in place by the run.
        memory: RMSProp's memory, same shapes; None for zeros.
        progress: how far the run has come.

    Raises:
        ValueError: an array has another dtype or shape, is not in C order, or is read-only.
    """

    def __init__(
        self,
        config: ReinforceConfig,
        weights: tuple[Array, Array],
        memory: tuple[Array, Array] | None = None,
        progress: Progress | None = None,
    ) -> None:
        for name, arrays in {"weights": weights, "memory": memory or ()}.items():
            for array, shape in zip(arrays, [(PIXELS, config.hidden), (config.hidden,)], strict=False):
                check_array(array, np.float32, shape, f"each array of {name}", writeable=True)
        self.config = config
        self.weights = weights
        self.memory = memory or (np.zeros_like(weights[0]), np.zeros_like(weights[1]))
        self.progress = progress or Progress()

    @classmethod
    def initial(cls, config: ReinforceConfig, progress: Progress | None = None) -> ReinforceState:
        """Return the state of a run before its first update."""
        policy = ReinforcePolicy.initial(config.hidden, weights_rng(config.seed))
        return cls(config, (policy.W1_T, policy.W2), progress=progress)

    def policy(self) -> ReinforcePolicy:
        """Return a policy on a copy of the present weights."""
        W1_T, W2 = copy.deepcopy(self.weights)
        return ReinforcePolicy(W1_T.T, W2)

    @np.errstate(over="ignore", invalid="ignore")
    def ascend(self, gradient: GradientSum) -> float:
        """Take a step of RMSProp in place, and return the gradient's Euclidean norm.

        Raises:
            DivergedError: a weight or its memory is not finite any more.
        """
        rates = self.config.learning_rate, self.config.decay_rate
        values = [(layer * GRID).astype(np.float32) for layer in (gradient.W1, gradient.W2)]
        # In all other rows the gradient is zero: only their memory fades.
        changed: list[Any] = [gradient.rows, slice(None)]
        for weights, memory, value, rows in zip(self.weights, self.memory, values, changed, strict=True):
            stepped = rmsprop(weights[rows], memory[rows], value, *rates)
            if not all(np.isfinite(part).all() for part in stepped):
                raise DivergedError(
                    "the step of its games gives a weight that is not finite: the weights have diverged; begin a new "
                    "run with a lower --learning-rate"
                )
            memory *= self.config.decay_rate
            weights[rows], memory[rows] = stepped
        # In no order that depends on the processor, as BLAS would.
        squares = (np.square(value, dtype=np.float64).sum(axis=-1).ravel().tolist() for value in values)
        return math.sqrt(math.fsum(itertools.chain(*squares)))

    def arrays(self) -> Arrays:
        """Return what a checkpoint holds beside configuration and progress, in the reference's layout."""
        (W1_T, W2), (W1_memory_T, W2_memory) = self.weights, self.memory
        return {"W1": W1_T.T, "W2": W2, "W1_memory": W1_memory_T.T, "W2_memory": W2_memory}

    @classmethod
    def shapes(cls, config: ReinforceConfig) -> Shapes:
        """Return type and shape of each of `arrays`; None where a length may be any."""
        W1, W2 = (config.hidden, PIXELS), (config.hidden,)
        return {name: (np.float32, W1 if "W1" in name else W2) for name in ("W1", "W2", "W1_memory", "W2_memory")}

    @classmethod
    def from_arrays(cls, config: ReinforceConfig, arrays: Arrays, progress: Progress) -> ReinforceState:
        """Return the state that `arrays` came from; they have its `shapes`.

        Raises:
            ValueError: RMSProp's memory, a mean of squares, has numbers below 0.
        """
        if any((arrays[name] < 0).any() for name in ("W1_memory", "W2_memory")):
            raise ValueError("RMSProp's memory has numbers below 0")
        W1, W2, W1_memory, W2_memory = (np.ascontiguousarray(arrays[name].T) for name in cls.shapes(config))
        return cls(config, (W1, W2), (W1_memory, W2_memory), progress)
