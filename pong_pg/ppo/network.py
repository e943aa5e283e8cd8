"""The actor-critic network: its weights and its inputs.

The inputs are those of `pong_pg.ppo.positions`; or pixels, the mask of the present frame and its difference from that
of the frame before. The outputs are a logit for each action, and the value. With x the inputs, -1, 0 or 1:

    h = max(0, x W1),  g(x) = h heads' + biases

The network of `pong_pg.ppo.symmetry` adds up g of each observation and of its reflection, f(x) = g(x) + P g(M x).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.frames import PIXELS
from pong_pg.native.structs import check_array
from pong_pg.ppo.position_tables import POSITION_BIAS, POSITION_ROWS
from pong_pg.ppo.positions import positions_of

Array = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int16] | npt.NDArray[np.int32]

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
MOST_ROWS = max(LAYOUT_OF_ROWS)
# The action sets that a network may have: up and down, as in the reference, or also stay, which plays better.
ACTIONS = {2: (UP, DOWN), 3: (STAY, UP, DOWN)}

# Forty to ninety inputs are not zero. The initial W1 has a quarter of the scale that gives the hidden layer unit
# variance with forty of them: what is learned then soon outweighs the initial noise, which stays in the rows of pixels
# that are seldom lit.
_TYPICAL_INPUTS = 40
INITIAL_W1_SCALE = 0.25
# Nearly equal probabilities, and values near zero, at first; the outputs are sums over twice `hidden` units.
_INITIAL_HEADS_SCALE = 0.1


class Weights(NamedTuple):
    """The weights of g: h = max(0, x W1), g(x) = h heads' + biases.

    Attributes:
        W1: (rows, hidden) float32, a row for each input and one for the hidden layer's bias: 11,625 for positions,
            12,801 for pixels. `layout` says which row is which.
        heads: (actions + 1, hidden) float32: a row for each action's logit, and one for the value.
        biases: (actions + 1,) float32.
    """

    W1: Array
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
        scale = INITIAL_W1_SCALE / math.sqrt(_TYPICAL_INPUTS)
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

    def check(self, *, writeable: bool = False, rows: int | None = None) -> None:
        """Make sure that C may be given these arrays.

        Args:
            writeable: they will be changed in place.
            rows: how many of W1 there are; by default those of any inputs.

        Raises:
            ValueError: one is not float32, not in C order, or read-only where it may not be, or the shapes do not fit
                together.
        """
        outputs, hidden = np.size(self.biases), np.shape(self.heads)[-1:]
        if rows is None:
            rows = next((rows for rows in LAYOUT_OF_ROWS if np.shape(self.W1)[:1] == (rows,)), ROWS)
        shapes = (rows, *hidden), (outputs, *hidden), (outputs,)
        for name, array, shape in zip(self._fields, self, shapes, strict=True):
            check_array(array, [np.float32], shape, name, writeable=writeable)

    def copy(self) -> Weights:
        """Return a copy on arrays of its own."""
        return Weights(*(array.copy() for array in self))


class Groups(NamedTuple):
    """Groups of rows of W1, which are added up together; see `pong_pg.ppo.groups`.

    Attributes:
        rows: (k,) int16, those of each group, one group after another.
        ends: (groups,) int64, where each group's rows end.
    """

    rows: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]


# Each row of W1 on its own.
SINGLE_ROWS = Groups(np.arange(MOST_ROWS, dtype=np.int16), np.arange(1, MOST_ROWS + 1))


class Inputs(NamedTuple):
    """The inputs of some observations, as lists of those that are not zero.

    Attributes:
        rows: (k,) int16 or int32: the index of a row of W1 for an input of 1, which adds the row, or its complement
            (~index) for an input of -1, which subtracts it. With other groups, the index of a group whose rows all have
            such inputs, or its complement.
        begins: (observations,) int64, where each observation's rows begin.
        ends: (observations,) int64, where they end.
        groups: what an index stands for.
    """

    rows: Indices
    begins: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    groups: Groups = SINGLE_ROWS

    @classmethod
    def one(cls, rows: npt.NDArray[np.int16]) -> Inputs:
        """Return the inputs of a single observation."""
        return cls(rows, np.zeros(1, np.int64), np.array([len(rows)]))


def renumbered(inputs: Inputs) -> tuple[Inputs, npt.NDArray[np.int32]]:
    """Return inputs for a W1 that has only the rows which they need, and these rows, ascending.

    The inputs stay in their order, so that all sums have the same bits.
    """
    single = inputs.groups is SINGLE_ROWS
    used = np.where(inputs.rows < 0, ~inputs.rows, inputs.rows) if single else inputs.groups.rows
    among = np.zeros(MOST_ROWS, np.bool_)
    among[used] = True
    rows, numbers = np.flatnonzero(among).astype(np.int32), (np.cumsum(among) - 1).astype(np.int16)[used]
    if single:
        return inputs._replace(rows=np.where(inputs.rows < 0, ~numbers, numbers)), rows
    return inputs._replace(groups=Groups(numbers, inputs.groups.ends)), rows


def inputs_of(
    mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_], layout: Layout = PIXEL_LAYOUT
) -> npt.NDArray[np.int16]:
    """Return the rows of W1 for one observation.

    They are those of positions and the bias; or of lit pixels, of newly lit ones, the bias, and of pixels gone dark.
    Rows that are added come before rows that are subtracted, so that the branch between the two is mispredicted once.

    Args:
        mask: (6400,) bool, of the present frame.
        before: (6400,) bool, of the frame before; of the present one in a game's first observation.
        layout: of W1.

    Returns:
        (k,) int16, as in `Inputs`.
    """
    if layout.pixels:
        newly_lit, gone_dark = np.flatnonzero(mask & ~before), np.flatnonzero(before & ~mask)
        added, subtracted = np.concatenate([np.flatnonzero(mask), PIXELS + newly_lit]), ~(PIXELS + gone_dark)
    else:
        added, subtracted = positions_of(mask, before)[0], np.zeros(0, np.intp)
    return np.concatenate([added, np.array([layout.bias]), subtracted]).astype(np.int16)
