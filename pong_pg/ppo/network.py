"""The actor-critic network: its inputs, its weights, and the form in which it plays.

An observation is the mask of a frame, 80x80 zeros and ones, and its difference from that of the frame before: 12,800
inputs, and a 1 for the bias of the hidden layer. The outputs are a logit for each action, and the value:

    g(x) = max(0, x W1) heads' + biases
    f(x) = g(x) + P g(M x)

M reflects an observation upside down, and P swaps the outputs for up and down: turned upside down, a game of Pong is a
game of Pong with up and down swapped. Since M and P are their own inverses, f(M x) = P f(x): what is learned of a ball
that comes from above holds for one from below.

The rows of W1 share weights. That of a pixel is the sum of weights of its own and of those of the blocks that it lies
in,

    W1[pixel] = own[pixel] + shared[its 4x4 block] + shared[its 16x16 block] + shared[its row] + shared[its column],

each of which is trained as a weight of its own. It is coarse coding (Sutton and Barto 2018, section 9.5.3): a ball is
at a pixel a few times in a thousand games, and within its 16x16 block in each. The network that plays has only the
sums.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.native.structs import check_array

Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.integer[Any]]

# What the outputs stand for, in their order; the value comes last.
ACTIONS = (STAY, UP, DOWN)
OUTPUTS = len(ACTIONS) + 1
# The row of W1 that is the bias of the hidden layer, and how many rows there are.
BIAS = 2 * PIXELS
ROWS = BIAS + 1
# P: which output takes the place of each.
SWAPPED: npt.NDArray[np.intp] = np.array([0, 2, 1, 3])

# How many pixels the blocks are high and wide. Each divides the side of a frame.
_BLOCKS = (4, 4), (16, 16), (1, SIDE), (SIDE, 1)
# Forty to ninety inputs are not zero. The initial W1 has a quarter of the scale that gives the hidden layer unit
# variance with forty of them: what is learned then soon outweighs the initial noise, which stays in the rows of pixels
# that are seldom lit.
_INITIAL_W1_SCALE = 0.25 / math.sqrt(40)
# Nearly equal probabilities, and values near zero, at first; the outputs are sums over twice `hidden` units.
_INITIAL_HEADS_SCALE = 0.1
# In fixed point, the largest weight has this many bits beside its sign: no sum of as many as there are rows exceeds 31.
_BITS = 14
# Units whose products with any weight of a network that plays are neither subnormal nor infinite.
_LARGEST_EXPONENT = 60


class Weights(NamedTuple):
    """The weights of g.

    Attributes:
        W1: (12801, hidden) float32, or int16 where `to_fixed_point` made it: a row for each pixel that is lit, for each
            that has changed, and for the bias.
        heads: (4, hidden) float32: a row for each action's logit, and one for the value.
        biases: (4,) float32.
    """

    W1: npt.NDArray[Any]
    heads: Array
    biases: Array

    @classmethod
    def initial(cls, hidden: int, rng: np.random.Generator) -> Weights:
        """Return initial weights: W1 drawn from N(0, 1/640), the heads from N(0, 0.005/hidden), biases of zero."""
        W1 = (rng.standard_normal((ROWS, hidden)) * _INITIAL_W1_SCALE).astype(np.float32)
        W1[BIAS] = 0
        heads = rng.standard_normal((OUTPUTS, hidden)) * (_INITIAL_HEADS_SCALE / math.sqrt(2 * hidden))
        return cls(W1, heads.astype(np.float32), np.zeros(OUTPUTS, np.float32))

    @classmethod
    def shapes(cls, hidden: int) -> dict[str, tuple[int, ...]]:
        """Return the shape of each array."""
        return {"W1": (ROWS, hidden), "heads": (OUTPUTS, hidden), "biases": (OUTPUTS,)}

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return int(self.W1.shape[1])

    def check(self) -> None:
        """Make sure that C may be given these arrays.

        Raises:
            ValueError: one is not float32, or not in C order, or the shapes do not fit together.
        """
        for name, shape in self.shapes(math.prod(np.shape(self.heads)[-1:])).items():
            check_array(getattr(self, name), np.float32, shape, name)

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


@functools.cache
def reflected_rows() -> npt.NDArray[np.int16]:
    """Return M: which row of W1 each row becomes when the frame is turned upside down, (12801,)."""
    rows = np.arange(ROWS, dtype=np.int16)
    for first in (0, PIXELS):
        rows[first : first + PIXELS] = rows[first : first + PIXELS].reshape(SIDE, SIDE)[::-1].ravel()
    rows.flags.writeable = False
    return rows


@functools.cache
def shared_of_rows() -> npt.NDArray[np.int32]:
    """Return which shared weights each row of W1 is the sum of, (12801, 4); -1 for the bias, which is by itself.

    Blocks of lit pixels are numbered first, then those of changed ones.
    """
    y, x = np.divmod(np.arange(PIXELS), SIDE)
    of_rows, first = np.full((ROWS, len(_BLOCKS)), -1, np.int32), 0
    for begin in (0, PIXELS):
        for level, (height, width) in enumerate(_BLOCKS):
            across = SIDE // width
            of_rows[begin : begin + PIXELS, level] = first + y // height * across + x // width
            first += SIDE // height * across
    of_rows.flags.writeable = False
    return of_rows


SHARED = 2 * sum((SIDE // height) * (SIDE // width) for height, width in _BLOCKS)


def observation(mask: Mask, before: Mask) -> npt.NDArray[np.int8]:
    """Return the network's inputs, (12801,), from a frame's mask and the one before: lit, changed, and a 1."""
    lit, was_lit = np.ravel(mask).astype(np.int8), np.ravel(before).astype(np.int8)
    return np.concatenate([lit, lit - was_lit, np.ones(1, np.int8)])


def combined(own: Array, shared: Array) -> Array:
    """Return W1, each of whose rows is the sum of weights of its own and of shared ones.

    The order is that of learner.c, and so are the bits: a resumed run goes on with the weights that it had.
    """
    # What -1 selects: -0 changes no bit of what it is added to.
    padded = np.append(shared, np.full_like(shared[:1], -0.0), axis=0)
    W1: Array = own.copy()
    for of_rows in shared_of_rows().T:
        W1 += padded[of_rows]
    return W1


def shared_gradient(dW1: Array) -> Array:
    """Return the gradient with respect to the shared weights from that with respect to W1."""
    padded = np.zeros((SHARED + 1, dW1.shape[1]), np.float32)
    np.add.at(padded, shared_of_rows(), dW1[:, np.newaxis])
    return padded[:-1]
