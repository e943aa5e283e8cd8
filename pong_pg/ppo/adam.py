"""Adam (Kingma and Ba 2015), downhill, in those rows of the first layer that the minibatch has anything to say of."""

from __future__ import annotations

import math

import numpy as np

from pong_pg.ppo.kernels import AdamStep, Gradient, Moved, kernels
from pong_pg.ppo.network import Weights

KEEP_MEAN = 0.9
KEEP_SQUARE = 0.999
EPSILON = 1e-5


class Adam:
    """m = 0.9 m + 0.1 g;  v = 0.999 v + 0.001 g^2;  w -= rate * m' / (sqrt(v') + 1e-5), m' and v' without their bias.

    A row of W1 whose inputs were all zero in a minibatch is left alone by its step: neither its means fade nor its
    weights move, as in the "lazy" Adam of embedding layers. The bias is that of all steps, so a row that is first
    touched late moves at first by up to three times the rate.

    Args:
        weights: what to move, in place.

    Attributes:
        mean: m, from zeros.
        square: v, from zeros.
        steps: steps taken.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.mean = Weights(*map(np.zeros_like, weights))
        self.square = Weights(*map(np.zeros_like, weights))
        self.steps = 0

    def step(self, gradient: Gradient, rate: float, max_norm: float) -> float:
        """Take a step against a gradient, shortened to `max_norm` if it is longer, and return how long it was."""
        norm = _norm(gradient)
        self.steps += 1
        step = AdamStep(
            scale=1.0 if norm <= max_norm else max_norm / norm,
            keep_mean=KEEP_MEAN,
            take_mean=1 - KEEP_MEAN,
            keep_square=KEEP_SQUARE,
            take_square=1 - KEEP_SQUARE,
            rate=rate / (1 - KEEP_MEAN**self.steps),
            unbias=1 / math.sqrt(1 - KEEP_SQUARE**self.steps),
            epsilon=EPSILON,
        )
        whole = np.arange(len(gradient.heads), dtype=np.int32), np.zeros(1, np.int32)
        parts = (
            (gradient.W1, gradient.rows),
            (gradient.heads, whole[0]),
            (gradient.biases.reshape(1, -1), whole[1]),
        )
        for weight, mean, square, (part, rows) in zip(self._weights, self.mean, self.square, parts, strict=True):
            # The biases are one row.
            moved = Moved(*(array.reshape(-1, part.shape[1]) for array in (weight, mean, square)))
            kernels().adam(moved, part, rows, step)
        return norm


def _norm(gradient: Gradient) -> float:
    """Return the Euclidean norm, added up in an order of its own: BLAS adds in another one on each processor."""
    squares = [kernels().squares(gradient), *(np.add.reduce(part * part, axis=-1) for part in gradient[2:])]
    return math.sqrt(math.fsum(float(np.add.reduce(part, dtype=np.float64)) for part in squares))
