"""The network as it plays: its first layer as 16-bit integers, whose sums are exact in any order.

A game changes some ten to forty pixels from one frame to the next. Since sums of integers are exact, the sum of a frame
follows from that of the frame before by adding and subtracting the rows of the pixels that changed, and has the bits
that adding up all rows would give. Chess engines call that an efficiently updatable neural network (Nasu 2018).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.native.structs import check_array
from pong_pg.ppo.network import LAYOUT_OF_ROWS, ROWS, Array, Layout, Weights

# The largest weight has this many bits beside its sign: no sum of as many as there are rows exceeds 31 bits.
_BITS = 14
# Scales whose products with any weight are neither subnormal nor infinite.
_LARGEST_EXPONENT = 60
# Rows at a time: few enough that the intermediate arrays stay in the caches.
_BLOCK = 256


class FixedPointWeights(NamedTuple):
    """The weights of `Weights` with the first layer in fixed point: its W1 is about `scale` times these integers.

    Attributes:
        W1: (rows, hidden) int16.
        heads: (actions + 1, hidden) float32.
        biases: (actions + 1,) float32.
        scale: (1,) float32, a power of two.
    """

    W1: npt.NDArray[np.int16]
    heads: Array
    biases: Array
    scale: Array

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return int(self.W1.shape[1])

    @property
    def layout(self) -> Layout:
        """Feature layout of W1."""
        return LAYOUT_OF_ROWS[len(self.W1)]

    @property
    def actions(self) -> int:
        """Number of actions."""
        return len(self.biases) - 1

    def check(self) -> None:
        """Make sure that C may be given these arrays.

        Raises:
            ValueError: one has another dtype, is not in C order, or the shapes do not fit together.
        """
        outputs, hidden = np.size(self.biases), np.shape(self.heads)[-1:]
        rows = next((rows for rows in LAYOUT_OF_ROWS if np.shape(self.W1)[:1] == (rows,)), ROWS)
        shapes = (rows, *hidden), (outputs, *hidden), (outputs,), (1,)
        dtypes = np.int16, np.float32, np.float32, np.float32
        for name, dtype, shape in zip(self._fields, dtypes, shapes, strict=True):
            check_array(getattr(self, name), [dtype], shape, name)


def to_fixed_point(weights: Weights) -> FixedPointWeights:
    """Return weights to play with, whose first layer is rounded to multiples of a power of two.

    The power follows from the largest weight, which gets 14 bits.

    Args:
        weights: not changed; the heads and biases are not copied.

    Raises:
        ValueError: the arrays are refused by `Weights.check`, or a weight of the first layer is not finite.
    """
    weights.check()
    largest = max(float(np.max(weights.W1)), -float(np.min(weights.W1)))
    if not math.isfinite(largest):
        raise ValueError("the weights of the first layer must be finite; got NaN or infinity")
    # largest < 2 ** math.frexp(largest)[1]
    exponent = min(_LARGEST_EXPONENT, _BITS - math.frexp(largest)[1])
    factor = np.float32(math.ldexp(1.0, exponent))
    W1 = np.empty(weights.W1.shape, np.int16)
    for begin in range(0, len(W1), _BLOCK):
        scaled = weights.W1[begin : begin + _BLOCK] * factor
        W1[begin : begin + _BLOCK] = np.rint(scaled, out=scaled)
    scale = np.array([math.ldexp(1.0, -exponent)], np.float32)
    return FixedPointWeights(W1, weights.heads, weights.biases, scale)
