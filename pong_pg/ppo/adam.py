"""Adam (Kingma and Ba 2015), sparse: it updates those rows of the first layer in which the minibatch has a gradient."""

from __future__ import annotations

import math

import numpy as np

from pong_pg.native.structs import aligned_rows, check_array
from pong_pg.ppo.blocks import BlockWeights
from pong_pg.ppo.kernel_interface import AdamCoefficients, Gradient, Parameter, Rows
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import Weights

KEEP_MEAN = 0.9
KEEP_SQUARE = 0.999
EPSILON = 1e-5


class Adam:
    """m = 0.9 m + 0.1 g;  v = 0.999 v + 0.001 g^2;  w -= rate * m' / (sqrt(v') + 1e-5), m' and v' bias-corrected.

    It minimises. A row of W1 whose inputs are all zero in a minibatch is skipped by its step: its means do not decay
    and its weights do not change, as in the "lazy" Adam of embedding layers. The bias correction counts all steps, so a
    row that has its first gradient late moves at first by up to three times the rate.

    Args:
        weights: updated in place.
        block_rate: learning rate of the weights that blocks share, see `pong_pg.ppo.blocks`, relative to that of the
            other weights.

    Attributes:
        blocks: the first layer as the sums of each row's own weights and of those that it shares.
        mean: m, the running mean of the gradient, initially zero.
        square: v, the running mean of its square, initially zero.
        steps: number of steps taken.
    """

    def __init__(self, weights: Weights, block_rate: float) -> None:
        self._weights = weights
        self._block_rate = block_rate
        self.blocks = BlockWeights(weights.W1)
        self.mean = Weights(*map(np.zeros_like, weights))
        self.square = Weights(*map(np.zeros_like, weights))
        self.steps = 0

    @property
    def weights(self) -> Weights:
        """The weights that it moves."""
        return self._weights

    def of_rows(self, rows: Rows) -> Adam:
        """Return one that moves a copy of the weights, with some rows of W1 only.

        A minibatch touches a fraction of the rows that its batch does, and a batch a fraction of all. Side by side, the
        rows of a batch need less of the caches, and most of those of a minibatch are next to each other.

        Args:
            rows: ascending; the copy has them as 0, 1, ... and its own means and count of steps.
        """
        part = Adam.__new__(Adam)
        part._weights, part.mean, part.square = (
            Weights(aligned_rows(weights.W1, rows), weights.heads.copy(), weights.biases.copy())
            for weights in (self._weights, self.mean, self.square)
        )
        part._block_rate, part.steps = self._block_rate, self.steps
        part.blocks = self.blocks.of_rows(rows)
        return part

    def move_weights(self, part: Adam, rows: Rows) -> None:
        """Set the weights to those that a copy has come to; Adam's memory stays as it was until `take_over`.

        Args:
            part: what `of_rows` returned for these rows.
            rows: its rows of W1. All others change, too, since blocks share weights.
        """
        part.finish()
        _set_rows(self._weights, part._weights, rows)
        others = np.setdiff1d(np.arange(len(self._weights.W1), dtype=np.int32), rows, assume_unique=True)
        self.blocks.combine(self._weights.W1, others, shared=part.blocks.shared)

    def take_over(self, part: Adam, rows: Rows) -> None:
        """Take the memory of a copy: its means, its count of steps, and the weights of pixels and of blocks.

        Args:
            part: whose weights `move_weights` has been given.
            rows: its rows of W1.
        """
        for whole, moved in ((self.mean, part.mean), (self.square, part.square)):
            _set_rows(whole, moved, rows)
        self.blocks.take_over(part.blocks, rows)
        self.steps = part.steps

    def step(self, gradient: Gradient, rate: float, max_norm: float) -> float:
        """Take one step of gradient descent; `prepare` or `finish` sets W1 to what came of it.

        Args:
            gradient: of the loss.
            rate: learning rate.
            max_norm: a gradient with a larger Euclidean norm, that of shared weights included, is scaled down to this
                one.

        Returns:
            The gradient's norm before that.

        Raises:
            ValueError: the weights or a mean have another dtype or shape than the gradient, are not in C order, or are
                read-only.
        """
        self.blocks.check(self._weights.W1)
        blocks, of_blocks = self.blocks.gradient(gradient)
        norm = _norm(gradient, gradient._replace(rows=blocks, W1=of_blocks))
        self.steps += 1
        step = AdamCoefficients(
            scale=1.0 if norm <= max_norm else max_norm / norm,
            keep_mean=KEEP_MEAN,
            take_mean=1 - KEEP_MEAN,
            keep_square=KEEP_SQUARE,
            take_square=1 - KEEP_SQUARE,
            rate=rate / (1 - KEEP_MEAN**self.steps),
            unbias=1 / math.sqrt(1 - KEEP_SQUARE**self.steps),
            epsilon=EPSILON,
        )
        parts = (
            (gradient.W1, gradient.rows),
            (gradient.heads, np.arange(len(gradient.heads), dtype=np.int32)),
            # The biases are one row.
            (gradient.biases.reshape(1, -1), np.zeros(1, np.int32)),
        )
        self.blocks.step(blocks, of_blocks, step._replace(rate=step.rate * self._block_rate))
        moved = self._weights._replace(W1=self.blocks.own)
        for weight, mean, square, (part, rows) in zip(moved, self.mean, self.square, parts, strict=True):
            for array in (weight, mean, square):
                # In another order, `reshape` would make a copy, and the step be lost.
                check_array(array, [np.float32], weight.shape, "weights and their means", writeable=True)
            parameter = Parameter(*(array.reshape(-1, part.shape[1]) for array in (weight, mean, square)))
            kernels().adam(parameter, part, rows, step)
        return norm

    def prepare(self, rows: Rows) -> None:
        """Bring rows of the weights' W1 up to date: those that the next observations need."""
        self.blocks.combine(self._weights.W1, rows)

    def finish(self) -> None:
        """Bring all rows of the weights' W1 up to date."""
        self.blocks.combine(self._weights.W1)


def _set_rows(whole: Weights, part: Weights, rows: Rows) -> None:
    """Set some rows of W1, and all else, to those of a part that has these rows only."""
    whole.W1[rows] = part.W1
    whole.heads[...], whole.biases[...] = part.heads, part.biases


def _norm(gradient: Gradient, of_blocks: Gradient) -> float:
    """Return the Euclidean norm, added up in a fixed order: that of BLAS depends on the processor.

    Args:
        gradient: of the weights that are no one else's.
        of_blocks: its rows of W1 are those of the weights that blocks share.
    """
    # Each sum before the next, since the kernels use their arrays again.
    rows = [float(np.add.reduce(kernels().squares(part), dtype=np.float64)) for part in (gradient, of_blocks)]
    others = [float(np.add.reduce(part * part, axis=None, dtype=np.float64)) for part in gradient[2:]]
    return math.sqrt(math.fsum([*rows, *others]))
