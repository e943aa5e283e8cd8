"""Adam (Kingma and Ba 2015) for the network's weights, of which many rows of the first layer share others.

Each shared weight is trained as a weight of its own; see `pong_pg.ppo.network`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from pong_pg.native.structs import check_array
from pong_pg.ppo.kernels import AdamStep, Gradient, Parameter, Rows, kernels
from pong_pg.ppo.network import SHARED, Array, Weights


class FirstLayer(NamedTuple):
    """The weights whose sums are W1, and Adam's memory of those that are shared.

    Attributes:
        own: (12801, hidden) float32, each input's own weights, and the bias.
        shared: (1170, hidden) float32, those that inputs share.
        mean: Adam's running mean of the gradient of `shared`.
        square: the running mean of its square.
    """

    own: Array
    shared: Array
    mean: Array
    square: Array

    @classmethod
    def initial(cls, W1: Array) -> FirstLayer:
        """Return weights whose sums are this first layer; those that are shared begin with zeros."""
        return cls(W1.copy(), *(np.zeros((SHARED, W1.shape[1]), np.float32) for _ in range(3)))


class Adam:
    """Moves the weights against the gradient: see `pong_pg.ppo.reference.adam_step`.

    A row of W1 whose inputs are all zero in a minibatch is skipped by its step: its means do not decay and its own
    weights do not change, as in the "lazy" Adam of embedding layers. The bias correction counts all steps, so a row
    that has its first gradient late moves at first by up to three times the rate.

    Args:
        weights: updated in place.
        block_rate: learning rate of the weights that are shared, relative to that of the others.
        mean: the running mean of the gradient; zeros by default.
        square: the running mean of its square; zeros by default.
        first_layer: what W1 is the sum of; by default its present rows, and zeros.
        steps: taken so far.

    Raises:
        ValueError: an array has another dtype or shape than the weights', is not in C order, or is read-only.
    """

    def __init__(
        self,
        weights: Weights,
        block_rate: float,
        *,
        mean: Weights | None = None,
        square: Weights | None = None,
        first_layer: FirstLayer | None = None,
        steps: int = 0,
    ) -> None:
        self.weights = weights
        self.mean, self.square = (part or Weights(*map(np.zeros_like, weights)) for part in (mean, square))
        self.first_layer = first_layer or FirstLayer.initial(weights.W1)
        self.steps = steps
        self._block_rate = block_rate
        for part in (weights, self.mean, self.square):
            part.check(writeable=True)
        for name, array in self.first_layer._asdict().items():
            shape = weights.W1.shape if name == "own" else (SHARED, weights.hidden)
            check_array(array, [np.float32], shape, f"the first layer's {name}", writeable=True)

    def step(self, gradient: Gradient, rate: float, max_norm: float) -> float:
        """Take one step of gradient descent; `prepare` or `finish` sets W1 to what came of it.

        Args:
            gradient: of the loss.
            rate: learning rate.
            max_norm: a gradient with a larger Euclidean norm, that of shared weights included, is scaled down to this
                one.

        Returns:
            The gradient's norm before that.
        """
        shared_rows, shared_gradient = kernels().shared_gradient(gradient)
        norm = _norm(gradient, Gradient(shared_rows, shared_gradient, *gradient[2:]))
        self.steps += 1
        step = AdamStep(rate, 1.0 if norm <= max_norm else max_norm / norm, self.steps)
        own, *shared = self.first_layer
        weights, mean, square = self.weights, self.mean, self.square
        of_shared = step._replace(rate=rate * self._block_rate)
        heads, biases = np.arange(len(weights.heads), dtype=np.int32), np.zeros(1, np.int32)
        kernels().adam(Parameter(*shared), shared_gradient, shared_rows, of_shared)
        kernels().adam(Parameter(own, mean.W1, square.W1), gradient.W1, gradient.rows, step)
        kernels().adam(Parameter(weights.heads, mean.heads, square.heads), gradient.heads, heads, step)
        # The biases are one row.
        parameter = Parameter(*(part.biases.reshape(1, -1) for part in (weights, mean, square)))
        kernels().adam(parameter, gradient.biases.reshape(1, -1), biases, step)
        return norm

    def prepare(self, rows: Rows) -> None:
        """Bring rows of the weights' W1 up to date: those that the next observations need."""
        kernels().combine(self.first_layer.own, self.first_layer.shared, rows, self.weights.W1)

    def finish(self) -> None:
        """Bring all rows of the weights' W1 up to date."""
        self.prepare(np.arange(len(self.weights.W1), dtype=np.int32))


def _norm(gradient: Gradient, of_shared: Gradient) -> float:
    """Return the Euclidean norm.

    Args:
        gradient: of the weights that are no one else's.
        of_shared: its rows of W1 are those of the weights that inputs share.
    """
    # Each sum before the next, since the kernels use their arrays again.
    rows = [float(np.add.reduce(kernels().squares(part), dtype=np.float64)) for part in (gradient, of_shared)]
    others = [float(np.add.reduce(part * part, axis=None, dtype=np.float64)) for part in gradient[2:]]
    return math.sqrt(math.fsum([*rows, *others]))
