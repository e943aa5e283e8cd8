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

from pong_pg.game.frames import PIXELS
from pong_pg.native.structs import check_array
from pong_pg.ppo.network import LAYOUTS, PIXEL_LAYOUT, PLANES, Array, Layout, Weights

# The largest weight has this many bits beside its sign. 25,601 such numbers add up to less than 2^31.
_BITS = 14
# Scales whose products with any weight are neither subnormal nor infinite.
_LARGEST_EXPONENT = 60
# Layouts by the number of their planes and of their positions.
_LAYOUTS = {(len(layout.planes), layout.positions_rows): layout for layout in LAYOUTS.values()}
# Rows at a time: few enough that the intermediate arrays stay in the caches.
_BLOCK = 256


class FixedPointWeights(NamedTuple):
    """The weights of `Weights` with the first layer in fixed point: W1 is about `scale` times these integers.

    Attributes:
        pixels: (6400, planes, hidden) int16: for each pixel, its row where it is lit and its row where it changed; and
            the rows of each distance and of each motion of the ball, if these are among the inputs.
        positions: (rows, hidden) int16, those of positions, see `pong_pg.ppo.network.Layout`; that of the bias among
            them is not used.
        hidden_biases: (hidden,) int16.
        heads: (actions + 1, hidden) float32.
        biases: (actions + 1,) float32.
        scale: (1,) float32, a power of two.
    """

    pixels: npt.NDArray[np.int16]
    positions: npt.NDArray[np.int16]
    hidden_biases: npt.NDArray[np.int16]
    heads: Array
    biases: Array
    scale: Array

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return int(self.pixels.shape[-1])

    @property
    def layout(self) -> Layout:
        """Which inputs the rows of W1 are of."""
        return _LAYOUTS[int(self.pixels.shape[1]), len(self.positions)]

    @property
    def actions(self) -> int:
        """Number of actions."""
        return len(self.biases) - 1

    def rows(self, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
        """Return the rows of W1 with these numbers, without the bias, as they are stored: (k, hidden)."""
        found, layout = np.empty((len(numbers), self.hidden), np.int16), self.layout
        of_positions = numbers >= layout.first_position
        found[of_positions] = self.positions[numbers[of_positions] - layout.first_position]
        of_pixels = numbers[~of_positions]
        planes = np.searchsorted(PLANES, of_pixels, side="right") - 1
        found[~of_positions] = self.pixels[of_pixels - np.array(PLANES)[planes], planes]
        return found

    def check(self) -> None:
        """Make sure that C may be given these arrays.

        Raises:
            ValueError: one has another dtype, is not in C order, or the shapes do not fit together.
        """
        outputs, hidden = np.size(self.biases), np.shape(self.heads)[-1:]
        found = (*np.shape(self.pixels), 0, 0)[1], (*np.shape(self.positions), 0)[0]
        layout = _LAYOUTS.get(found, PIXEL_LAYOUT)
        pixels, positions = (PIXELS, len(layout.planes), *hidden), (layout.positions_rows, *hidden)
        shapes = pixels, positions, hidden, (outputs, *hidden), (outputs,), (1,)
        dtypes = np.int16, np.int16, np.int16, np.float32, np.float32, np.float32
        for name, dtype, shape in zip(self._fields, dtypes, shapes, strict=True):
            check_array(getattr(self, name), [dtype], shape, name)


# What a network plays with.
PlayedWeights = Weights | FixedPointWeights


def played_weights(weights: Weights, acting_dtype: str) -> PlayedWeights:
    """Return weights in the form in which they play.

    Args:
        weights: the network's.
        acting_dtype: "int16" for `to_fixed_point`, or "float32" for the weights themselves.

    Raises:
        ValueError: see `to_fixed_point`.
    """
    return weights if acting_dtype == "float32" else to_fixed_point(weights)


def to_fixed_point(weights: Weights) -> FixedPointWeights:
    """Return weights to play with, whose first layer is rounded to multiples of a power of two.

    The power follows from the largest weight, which gets 14 bits.

    Args:
        weights: not changed; the heads and biases are not copied.

    Raises:
        ValueError: the arrays are refused by `Weights.check`, or a weight of the first layer is not finite.
    """
    weights.check()
    W1, hidden = weights.W1, weights.hidden
    largest = max(float(np.max(W1)), -float(np.min(W1)))
    if not math.isfinite(largest):
        raise ValueError("the weights of the first layer must be finite; got NaN or infinity")
    # largest < 2 ** math.frexp(largest)[1]
    exponent = min(_LARGEST_EXPONENT, _BITS - math.frexp(largest)[1])
    factor = np.float32(math.ldexp(1.0, exponent))
    layout = weights.layout
    pixels = np.empty((PIXELS, len(layout.planes), hidden), np.int16)
    positions = np.empty((layout.positions_rows, hidden), np.int16)
    parts = [(first, pixels[:, plane]) for plane, first in enumerate(layout.planes)]
    for first, part in [*parts, (layout.first_position, positions)]:
        for begin in range(0, len(part), _BLOCK):
            end = min(begin + _BLOCK, len(part))
            scaled = W1[first + begin : first + end] * factor
            part[begin:end] = np.rint(scaled, out=scaled)
    scale = np.array([math.ldexp(1.0, -exponent)], np.float32)
    hidden_biases = np.rint(W1[layout.bias] * factor).astype(np.int16)
    return FixedPointWeights(pixels, positions, hidden_biases, weights.heads, weights.biases, scale)
