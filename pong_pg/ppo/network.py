"""The actor-critic network: its weights, its inputs, and the form in which it plays.

The inputs are those of `pong_pg.ppo.positions`; or pixels, the mask of the present frame and its difference from that
of the frame before. The outputs are a logit for each action, and the value. With x the inputs, -1, 0 or 1:

    h = max(0, x W1),  g(x) = h heads' + biases

The network of `pong_pg.ppo.symmetry` adds up g of each observation and of its reflection, f(x) = g(x) + P g(M x).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.frames import PIXELS
from pong_pg.native.structs import check_array
from pong_pg.ppo.position_tables import POSITION_BIAS, POSITION_ROWS
from pong_pg.ppo.positions import positions_of

Array = npt.NDArray[np.float32]

# The bias of the hidden layer, and how many rows W1 has, where pixels are the inputs.
BIAS = 2 * PIXELS
ROWS = BIAS + 1


class Layout(NamedTuple):
    """Feature layout of W1.

    Attributes:
        rows: how many there are.
        bias: the row of the hidden layer's bias.
        pixels: whether the inputs are pixels: 6,400 rows of those that are lit, and 6,400 of those that have changed;
            otherwise, the rows are those of `pong_pg.ppo.position_tables`.
    """

    rows: int
    bias: int
    pixels: bool


# By the name in `inputs` of the configuration.
LAYOUTS = {
    "pixels": Layout(ROWS, BIAS, pixels=True),
    "positions+pairs": Layout(POSITION_ROWS, POSITION_BIAS, pixels=False),
}
PIXEL_LAYOUT = LAYOUTS["pixels"]
LAYOUT_OF_ROWS = {layout.rows: layout for layout in LAYOUTS.values()}
# The action sets that a network may have: up and down, as in the reference, or also stay, which plays better.
ACTIONS = {2: (UP, DOWN), 3: (STAY, UP, DOWN)}

# Forty to ninety inputs are not zero. The initial W1 has a quarter of the scale that gives the hidden layer unit
# variance with forty of them: what is learned then soon outweighs the initial noise, which stays in the rows of pixels
# that are seldom lit.
_TYPICAL_INPUTS = 40
_INITIAL_W1_SCALE = 0.25
# Nearly equal probabilities, and values near zero, at first; the outputs are sums over twice `hidden` units.
_INITIAL_HEADS_SCALE = 0.1
# In fixed point, the largest weight has this many bits beside its sign: no sum of as many as there are rows exceeds 31.
_BITS = 14
# Units whose products with any weight of a network that plays are neither subnormal nor infinite.
_LARGEST_EXPONENT = 60


class Weights(NamedTuple):
    """The weights of g: h = max(0, x W1), g(x) = h heads' + biases.

    Attributes:
        W1: (rows, hidden) float32, or int16 where `to_fixed_point` made it; a row for each input and one for the hidden
            layer's bias: 11,625 for positions, 12,801 for pixels. `layout` says which row is which.
        heads: (actions + 1, hidden) float32: a row for each action's logit, and one for the value.
        biases: (actions + 1,) float32.
    """

    W1: npt.NDArray[Any]
    heads: Array
    biases: Array

    @classmethod
    def initial(cls, hidden: int, actions: int, rng: np.random.Generator, layout: Layout = PIXEL_LAYOUT) -> Weights:
        """Return initial weights: W1 drawn from N(0, 1/640), the heads from N(0, 0.005/hidden), biases of zero.

        Args:
            hidden: hidden units.
            actions: how many there are to choose from, 2 or 3.
            rng: draws the weights.
            layout: of W1.
        """
        scale = _INITIAL_W1_SCALE / math.sqrt(_TYPICAL_INPUTS)
        W1 = (rng.standard_normal((layout.rows, hidden)) * scale).astype(np.float32)
        W1[layout.bias] = 0
        heads = rng.standard_normal((actions + 1, hidden)) * (_INITIAL_HEADS_SCALE / math.sqrt(2 * hidden))
        return cls(W1, heads.astype(np.float32), np.zeros(actions + 1, np.float32))

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

    def check(self, dtype: npt.DTypeLike = np.float32, *, writeable: bool = False) -> None:
        """Make sure that C may be given these arrays.

        Args:
            dtype: of W1; the others are float32.
            writeable: they will be changed in place.

        Raises:
            ValueError: one has another dtype, is not in C order, or is read-only where it may not be, or the shapes do
                not fit together.
        """
        rows = next((rows for rows in LAYOUT_OF_ROWS if np.shape(self.W1)[:1] == (rows,)), ROWS)
        outputs, hidden = np.size(self.biases), np.shape(self.heads)[-1:]
        check_array(self.W1, [dtype], (rows, *hidden), "W1", writeable=writeable)
        check_array(self.heads, [np.float32], (outputs, *hidden), "heads", writeable=writeable)
        check_array(self.biases, [np.float32], (outputs,), "biases", writeable=writeable)

    def copy(self) -> Weights:
        """Return a copy on arrays of its own."""
        return Weights(*(array.copy() for array in self))


def to_fixed_point(weights: Weights) -> Weights:
    """Return the weights to play with. The first layer is in fixed point: its sums are exact in any order.

    A game changes some ten to forty pixels from one frame to the next. So the sum of a frame follows from that of the
    frame before by adding and subtracting the rows of these pixels, and has the bits that adding up all rows would
    give. Chess engines call that an efficiently updatable neural network (Nasu 2018).

    Args:
        weights: not changed; the biases are not copied.

    Returns:
        W1 as int16, in units of a power of two, by which the heads are multiplied. It follows from the largest weight,
        which gets 14 bits.

    Raises:
        ValueError: the arrays are refused by `Weights.check`, or a weight of the first layer is not finite.
    """
    weights.check()
    largest = max(float(np.max(weights.W1)), -float(np.min(weights.W1)))
    if not math.isfinite(largest):
        raise ValueError("the weights of the first layer must be finite; got NaN or infinity")
    # largest < 2 ** math.frexp(largest)[1]
    exponent = min(_LARGEST_EXPONENT, _BITS - math.frexp(largest)[1])
    W1 = np.rint(weights.W1 * np.float32(math.ldexp(1.0, exponent))).astype(np.int16)
    return Weights(W1, weights.heads * np.float32(math.ldexp(1.0, -exponent)), weights.biases)


def inputs_of(
    mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_], layout: Layout = PIXEL_LAYOUT
) -> npt.NDArray[np.int16]:
    """Return the inputs of one observation that are not zero, as rows of W1.

    They are those of positions and the bias; or of lit pixels, of newly lit ones, the bias, and of pixels gone dark.
    Rows that are added come before rows that are subtracted, so that the branch between the two is mispredicted once.

    Args:
        mask: (6400,) bool, of the present frame.
        before: (6400,) bool, of the frame before; of the present one in a game's first observation.
        layout: of W1.

    Returns:
        (k,) int16: the index of a row for an input of 1, which adds the row, or its complement (~index) for an input of
        -1, which subtracts it.
    """
    if layout.pixels:
        newly_lit, gone_dark = np.flatnonzero(mask & ~before), np.flatnonzero(before & ~mask)
        added, subtracted = np.concatenate([np.flatnonzero(mask), PIXELS + newly_lit]), ~(PIXELS + gone_dark)
    else:
        added, subtracted = positions_of(mask, before)[0], np.zeros(0, np.intp)
    return np.concatenate([added, np.array([layout.bias]), subtracted]).astype(np.int16)
