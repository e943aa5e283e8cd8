"""What the numerical kernels compute: the protocol of both backends, and what they are given and return."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.network import Array, Inputs, Weights

Doubles = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


class Gradient(NamedTuple):
    """The gradient of a loss.

    Attributes:
        rows: (k,) int32, ascending, the rows of W1 in which the gradient is not zero.
        W1: (rows of W1, hidden), valid in those rows only: the others stand for zeros, whatever they hold.
        heads: (actions + 1, hidden).
        biases: (actions + 1,).
    """

    rows: Rows
    W1: Array
    heads: Array
    biases: Array


class Parameter(NamedTuple):
    """An array of weights, (m, width), and Adam's running means of its gradient and its square, of the same shape."""

    weights: Array
    mean: Array
    square: Array


class AdamCoefficients(NamedTuple):
    """The coefficients of one step of Adam, see `pong_pg.ppo.adam`."""

    scale: float
    keep_mean: float
    take_mean: float
    keep_square: float
    take_square: float
    rate: float
    unbias: float
    epsilon: float


class Blocks(NamedTuple):
    """Weights that rows of the first layer share.

    Attributes:
        of_rows: (rows of W1, most) int32, the indices of those that each row has a share in; -1 after the last.
        values: (rows of W1, most) float32, what each is multiplied by; 0 after the last.
        number: how many there are.
    """

    of_rows: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    number: int


class Lists(NamedTuple):
    """Lists of numbers, one after another.

    Attributes:
        items: (k,) int32.
        ends: (lists,) int64, where each list ends.
    """

    items: Rows
    ends: npt.NDArray[np.int64]


class Touched(NamedTuple):
    """Some observations, and the groups and rows of W1 that are among their inputs.

    Attributes:
        inputs: (k,) int32, the observations' inputs one after another, each as the place of its group among those that
            occur, in the order in which they first do (or, where the group is subtracted, that place's complement).
        begins: (observations,) int64, where each observation's inputs begin.
        ends: (observations,) int64, where they end.
        members: for each group that occurs, its rows of W1.
        rows: (rows,) ascending, all of these rows.
        holders: for each of them the groups that have it, by their places, ascending.
    """

    inputs: Rows
    begins: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    members: Lists
    rows: Rows
    holders: Lists


def check_rows(weights: Weights, touched: Touched) -> None:
    """Make sure that C may be given these weights for these observations: W1 may have some rows only.

    Raises:
        ValueError: see `Weights.check`, or W1 does not have all the rows.
    """
    count = np.shape(weights.W1)[0] if np.ndim(weights.W1) else 0
    weights.check(rows=count)
    last = int(touched.rows[-1]) if len(touched.rows) else -1
    if last >= count:
        raise ValueError(f"W1 must have a row for each input; got {count} rows, and an input for row {last}")


class Kernels(Protocol):
    """What both backends compute.

    Arrays that a call returns are valid until the next call in the same thread; those of `touched` until the next call
    of `touched`, or of `forward` or `backward` without what it returned.

    `forward` and `backward` raise ValueError for weights that `check_rows` refuses.
    """

    def limit_threads(self, most: int) -> None:
        """Use so many threads from now on, at least 1; by default one for each CPU, up to four."""

    def forward(self, weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
        """Return the hidden layers after the ReLU, (n, hidden), and the outputs, (n, actions + 1).

        The rows of each group are added up first, and then the groups of each observation, in their order.

        With what `touched` returned for the inputs, it need not look for their groups again.
        """

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
    ) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to the outputs.

        The gradients of a group's observations are added up first, and then those of the groups that have a row.

        With what `touched` returned for the inputs, it need not look for their groups again.
        """

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""

    def grouped(self, inputs: Inputs, classes: npt.NDArray[np.uint8]) -> Inputs:
        """Return inputs that are rows, as groups of rows, by the class of each row of W1; see `pong_pg.ppo.groups`."""

    def touched(self, inputs: Inputs) -> Touched:
        """Return the groups and the rows of W1 that are among the inputs, and the inputs as places among the groups."""

    def combine(self, own: Array, shared: Array, blocks: Blocks, rows: Rows, W1: Array) -> None:
        """Set rows of W1 to own[row] + value * shared[block] + ..., with the row's blocks in their order."""

    def block_sums(self, gradient: Gradient, blocks: Blocks) -> tuple[Rows, Array]:
        """Return the blocks that have a gradient, (k,) ascending, and theirs: the sum of value * W1's gradient[row].

        The sums, (blocks, hidden), of other blocks stand for zeros, whatever they hold.
        """

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
        """Take a step of Adam in these rows, in place."""

    def exp(self, numbers: Doubles) -> Doubles:
        """Return the exponential of each number, as `math.exp` has it.

        NumPy's depends on the processor's vector instructions; that of the C library, in 5 of 10,000 numbers, only on
        whether there is fused multiply-add.
        """

    def log(self, numbers: Doubles) -> Doubles:
        """Return the logarithm of each number, as `math.log` has it."""
