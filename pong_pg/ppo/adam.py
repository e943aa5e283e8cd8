"""Adam (Kingma and Ba 2015) for the network's weights, of which many rows of the first layer have shares in others.

A row of the first layer is the sum of an input's own weights and of weights that inputs share. A pixel shares those of
the blocks that it lies in,

    W1[pixel] = own[pixel] + shared[its 4x4 block] + shared[its 16x16 block] + shared[its row] + shared[its column],

and a value of a position those of functions of it, times the function's value: see
`pong_pg.ppo.position_tables.shared_functions`. Each is trained as a weight of its own. The network that plays has only
the sums, so this costs nothing in a game.

It is coarse coding (Sutton and Barto 2018, section 9.5.3) in the first layer; chess engines call it factorised features
(Nasu 2018). A ball is at a pixel a few times in a thousand games, and within its 16x16 block in each; how high it is
matters the same way wherever it is, which is what rows of pixels learn.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import numpy as np

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.native.structs import check_array
from pong_pg.ppo.compiled_kernels import kernels
from pong_pg.ppo.kernels import AdamCoefficients, Gradient, Parameter, Rows, Sharing
from pong_pg.ppo.network import Array, Layout, Weights
from pong_pg.ppo.position_tables import shared_functions

KEEP_MEAN = 0.9
KEEP_SQUARE = 0.999
EPSILON = 1e-5

# How many pixels the blocks are high and wide. Each divides the side of a frame.
_SHAPES = (4, 4), (16, 16), (1, SIDE), (SIDE, 1)


@functools.cache
def sharing(layout: Layout) -> Sharing:
    """Return what the rows of a first layer share: blocks of lit pixels and as many of changed ones, or functions.

    The bias has a share in none.
    """
    if not layout.pixels:
        return Sharing(*shared_functions())
    y, x = np.divmod(np.arange(PIXELS), SIDE)
    of_rows, first = np.full((layout.rows, len(_SHAPES)), -1, np.int32), 0
    for begin in (0, PIXELS):
        for level, (height, width) in enumerate(_SHAPES):
            across = SIDE // width
            of_rows[begin : begin + PIXELS, level] = first + y // height * across + x // width
            first += SIDE // height * across
    values = (of_rows >= 0).astype(np.float32)
    of_rows.flags.writeable = values.flags.writeable = False
    return Sharing(of_rows, values, first)


class FirstLayer(NamedTuple):
    """The weights whose sums are W1, and Adam's memory of those that are shared.

    Attributes:
        own: (rows of W1, hidden) float32, each input's own weights, and the bias.
        shared: (number, hidden) float32, those that inputs share.
        mean: Adam's running mean of the gradient of `shared`.
        square: the running mean of its square.
    """

    own: Array
    shared: Array
    mean: Array
    square: Array

    @classmethod
    def initial(cls, W1: Array, layout: Layout) -> FirstLayer:
        """Return weights whose sums are this first layer; those that are shared begin with zeros."""
        return cls(W1.copy(), *(np.zeros((sharing(layout).number, W1.shape[1]), np.float32) for _ in range(3)))


class Adam:
    """m = 0.9 m + 0.1 g;  v = 0.999 v + 0.001 g^2;  w -= rate * m' / (sqrt(v') + 1e-5), m' and v' bias-corrected.

    It minimises. A row of W1 whose inputs are all zero in a minibatch is skipped by its step: its means do not decay
    and its own weights do not change, as in the "lazy" Adam of embedding layers. The bias correction counts all steps,
    so a row that has its first gradient late moves at first by up to three times the rate.

    Args:
        weights: updated in place.
        block_rate: learning rate of the weights that are shared, relative to that of the others.
        mean: m, the running mean of the gradient; zeros by default.
        square: v, the running mean of its square; zeros by default.
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
        self.first_layer = first_layer or FirstLayer.initial(weights.W1, weights.layout)
        self.steps = steps
        self._block_rate = block_rate
        self._sharing = sharing(weights.layout)
        shared = (self._sharing.number, weights.hidden)
        for name, array in self.first_layer._asdict().items():
            shape = weights.W1.shape if name == "own" else shared
            check_array(array, [np.float32], shape, f"the first layer's {name}", writeable=True)
        for name, *arrays in zip(Weights._fields, weights, self.mean, self.square, strict=True):
            for array in arrays:
                check_array(array, [np.float32], arrays[0].shape, f"{name} and its means", writeable=True)

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
        shared_rows, shared_gradient = kernels().shared_gradient(gradient, self._sharing)
        norm = _norm(gradient, gradient._replace(rows=shared_rows, W1=shared_gradient))
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
        own, *shared = self.first_layer
        weights, mean, square = self.weights, self.mean, self.square
        of_shared = step._replace(rate=step.rate * self._block_rate)
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
        own, shared, *_ = self.first_layer
        kernels().combine(own, shared, self._sharing, rows, self.weights.W1)

    def finish(self) -> None:
        """Bring all rows of the weights' W1 up to date."""
        self.prepare(np.arange(len(self.weights.W1), dtype=np.int32))


def _norm(gradient: Gradient, of_shared: Gradient) -> float:
    """Return the Euclidean norm, added up in a fixed order: that of BLAS depends on the processor.

    Args:
        gradient: of the weights that are no one else's.
        of_shared: its rows of W1 are those of the weights that inputs share.
    """
    # Each sum before the next, since the kernels use their arrays again.
    rows = [float(np.add.reduce(kernels().squares(part), dtype=np.float64)) for part in (gradient, of_shared)]
    others = [float(np.add.reduce(part * part, axis=None, dtype=np.float64)) for part in gradient[2:]]
    return math.sqrt(math.fsum([*rows, *others]))
