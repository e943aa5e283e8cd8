"""The weights that are trained, and the memory of Adam (Kingma and Ba 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.network import OUTPUTS, ROWS, SHARED, Array, Weights, combined

KEEP_MEAN, KEEP_SQUARE, EPSILON = 0.9, 0.999, 1e-5


class Trained(NamedTuple):
    """The weights that are trained, or as many numbers; see `pong_pg.ppo.network`.

    Attributes:
        own: (12801, hidden) float32, each input's own weights, and the bias.
        shared: (1170, hidden) float32, those that inputs share.
        heads: (4, hidden) float32.
        biases: (4,) float32.
    """

    own: Array
    shared: Array
    heads: Array
    biases: Array

    @classmethod
    def shapes(cls, hidden: int) -> dict[str, tuple[int, ...]]:
        """Return the shape of each array."""
        return {"own": (ROWS, hidden), "shared": (SHARED, hidden), "heads": (OUTPUTS, hidden), "biases": (OUTPUTS,)}


class Adam:
    """Weights and the running means of their gradient and of its square: see `adam_step`.

    A row of the first layer whose inputs are all zero in a minibatch is skipped by its step: its means do not decay and
    its own weights do not change, as in the "lazy" Adam of embedding layers. The bias correction counts all steps, so a
    row that has its first gradient late moves at first by up to three times the rate.

    Args:
        values: the weights, updated in place.
        mean: running mean of the gradient; zeros by default.
        square: running mean of its square; zeros by default.
        steps: taken so far.

    Attributes:
        weights: of the network; after each update, its first layer is the sums of `values`.
    """

    def __init__(
        self, values: Trained, mean: Trained | None = None, square: Trained | None = None, steps: int = 0
    ) -> None:
        self.values, self.steps = values, steps
        self.mean, self.square = (part or Trained(*map(np.zeros_like, values)) for part in (mean, square))
        self.weights = Weights(combined(values.own, values.shared), values.heads, values.biases)

    @classmethod
    def initial(cls, weights: Weights) -> Adam:
        """Return the state before the first step; the weights that inputs share begin with zeros."""
        shared = np.zeros((SHARED, weights.hidden), np.float32)
        return cls(Trained(weights.W1.copy(), shared, weights.heads.copy(), weights.biases.copy()))


def adam_step(
    parameter: Sequence[Array], gradient: Array, rows: npt.NDArray[np.integer], rate: float, steps: int
) -> None:
    """Take a step of Adam in some rows of an array, in place; the others have no gradient, and stay as they are.

    m = 0.9 m + 0.1 g;  v = 0.999 v + 0.001 g^2;  w -= rate * m' / (sqrt(v') + 1e-5), m' and v' bias-corrected.

    Args:
        parameter: weights w, running mean m of the gradient, running mean v of its square.
        gradient: of the loss, of the same shape.
        rows: in which it is not zero.
        rate: learning rate.
        steps: that were taken, this one among them.
    """
    weights, mean, square = parameter
    g = gradient[rows]
    mean[rows] = m = KEEP_MEAN * mean[rows] + (1 - KEEP_MEAN) * g
    square[rows] = v = KEEP_SQUARE * square[rows] + (1 - KEEP_SQUARE) * g * g
    unbiased = np.sqrt(v / (1 - KEEP_SQUARE**steps))
    weights[rows] -= rate / (1 - KEEP_MEAN**steps) * m / (unbiased + EPSILON)
