"""Weights that the pixels of a block share: what is learned of one pixel holds, in part, for those around it.

A row of the first layer is the sum of the pixel's own weights and of those of the blocks that it lies in, such as

    W1[pixel] = own[pixel] + shared[its 4x4 block] + shared[its 16x16 block] + shared[its row] + shared[its column],

and each is trained as a weight of its own. The network that plays has only the sums, so this costs nothing in a game.
It is coarse coding (Sutton and Barto 2018, section 9.5.3) in the first layer; chess engines call it factorised features
(Nasu 2018). A ball is at a pixel a few times in a thousand games, and within its 16x16 block in each; how high it is
matters the same way wherever it is, which is what rows of pixels learn.

Inputs that are positions share weights, too, times the value of a function of the position: see
`pong_pg.ppo.position_tables.shared_weights`.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.native.structs import aligned_rows, check_array
from pong_pg.ppo.kernel_interface import AdamCoefficients, Blocks, Gradient, Parameter, Rows
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import LAYOUT_OF_ROWS, Array, Layout
from pong_pg.ppo.position_tables import shared_weights

# How many pixels the blocks are high and wide. Each divides the side of a frame.
SHAPES = (4, 4), (16, 16), (1, SIDE), (SIDE, 1)


@functools.cache
def blocks(layout: Layout) -> Blocks:
    """Return the blocks of a first layer: those of lit pixels and as many of changed ones, or what positions share.

    The bias is in none.
    """
    if not layout.pixels:
        return Blocks(*shared_weights())
    y, x = np.divmod(np.arange(PIXELS), SIDE)
    of_rows, first = np.full((layout.rows, len(SHAPES)), -1, np.int32), 0
    for begin in (0, PIXELS):
        for level, (height, width) in enumerate(SHAPES):
            across = SIDE // width
            of_rows[begin : begin + PIXELS, level] = first + y // height * across + x // width
            first += SIDE // height * across
    values = (of_rows >= 0).astype(np.float32)
    of_rows.flags.writeable = values.flags.writeable = False
    return Blocks(of_rows, values, first)


class BlockWeights:
    """The first layer as sums: the weights of pixels and of blocks, and Adam's memory of the latter.

    Attributes:
        own: (rows of W1, hidden) float32, each pixel's own weights, and the bias.
        shared: (blocks, hidden) float32, those of the blocks.
        mean: Adam's running mean of the gradient of `shared`.
        square: the running mean of its square.

    Args:
        W1: the first layer that the sums are to be; the blocks begin with zeros.
    """

    NAMES = ("own", "shared", "mean", "square")

    def __init__(self, W1: Array) -> None:
        self._blocks = blocks(LAYOUT_OF_ROWS[len(W1)])
        self.own: Array = W1.copy()
        self.shared, self.mean, self.square = (
            np.zeros((self._blocks.number, W1.shape[1]), np.float32) for _ in range(3)
        )

    @classmethod
    def array_shapes(cls, layout: Layout, hidden: int) -> dict[str, tuple[Any, tuple[int, int]]]:
        """Return dtype and shape of each array."""
        count = blocks(layout).number
        return {name: (np.float32, (layout.rows if name == "own" else count, hidden)) for name in cls.NAMES}

    @classmethod
    def from_arrays(cls, own: Array, shared: Array, mean: Array, square: Array) -> BlockWeights:
        """Return weights on these arrays, which are not copied."""
        made = cls.__new__(cls)
        made._blocks = blocks(LAYOUT_OF_ROWS[len(own)])
        made.own, made.shared, made.mean, made.square = own, shared, mean, square
        return made

    def arrays(self) -> dict[str, Array]:
        """Return the arrays by name."""
        return {name: getattr(self, name) for name in self.NAMES}

    def of_rows(self, rows: Rows) -> BlockWeights:
        """Return a copy with some rows of W1 only, and all blocks; see `Adam.of_rows`."""
        part = BlockWeights.__new__(BlockWeights)
        of_rows, values, number = self._blocks
        part._blocks = Blocks(of_rows[rows], values[rows], number)
        part.own = aligned_rows(self.own, rows)
        part.shared, part.mean, part.square = self.shared.copy(), self.mean.copy(), self.square.copy()
        return part

    def take_over(self, part: BlockWeights, rows: Rows) -> None:
        """Take the weights and means of a copy that `of_rows` returned for these rows."""
        self.own[rows] = part.own
        for name in self.NAMES[1:]:
            getattr(self, name)[...] = getattr(part, name)

    def check(self, W1: Array) -> None:
        """Make sure that C may be given the arrays, with this first layer.

        Raises:
            ValueError: one has another dtype or shape, is not in C order, or is read-only.
        """
        for name in self.NAMES:
            count = len(self._blocks.of_rows) if name == "own" else self._blocks.number
            shape = count, W1.shape[1]
            check_array(getattr(self, name), [np.float32], shape, f"the blocks' {name}", writeable=True)

    def gradient(self, gradient: Gradient) -> tuple[Rows, Array]:
        """Return the gradient of `shared`, see `Kernels.block_sums`: of each block, the sum of that of its pixels."""
        return kernels().block_sums(gradient, self._blocks)

    def step(self, found: Rows, sums: Array, step: AdamCoefficients) -> None:
        """Take a step of Adam with the blocks that have a gradient; takes what `gradient` has returned."""
        kernels().adam(Parameter(self.shared, self.mean, self.square), sums, found, step)

    def combine(self, W1: Array, rows: Rows | None = None, *, shared: Array | None = None) -> None:
        """Set the rows of W1 to the sums.

        Args:
            W1: changed in place.
            rows: the rows that are needed; None for all.
            shared: the blocks' weights, if not its own.
        """
        needed = np.arange(len(W1), dtype=np.int32) if rows is None else rows
        kernels().combine(self.own, self.shared if shared is None else shared, self._blocks, needed, W1)
