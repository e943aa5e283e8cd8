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
        W1: (12801, hidden), valid in those rows only: the others stand for zeros, whatever they hold.
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


class Touched(NamedTuple):
    """Some observations, and the rows of W1 that are among their inputs.

    Attributes:
        rows: (k,) ascending.
        listed: the same rows in the order in which they first occur.
        inputs: the observations' inputs one after another, each as the place of its row in `listed` (or, where the row
            is subtracted, that place's complement).
    """

    rows: Rows
    listed: Rows
    inputs: Inputs


class Kernels(Protocol):
    """What both backends compute.

    Arrays that a call returns are valid until the next call in the same thread; those of `touched` until the next call
    of `touched`, or of `forward` or `backward` without what it returned.

    `forward` and `backward` raise ValueError for weights that `Weights.check` refuses.
    """

    def limit_threads(self, most: int) -> None:
        """Use so many threads from now on, at least 1; by default one for each CPU, up to four."""

    def forward(self, weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
        """Return the hidden layers after the ReLU, (n, hidden), and the outputs, (n, actions + 1).

        With what `touched` returned for the inputs, it need not look for their rows again.
        """

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
    ) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to the outputs.

        With what `touched` returned for the inputs, it need not look for their rows again.
        """

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""

    def touched(self, inputs: Inputs) -> Touched:
        """Return the rows of W1 that are among the inputs, and the inputs as places among these."""

    def combine(self, own: Array, shared: Array, blocks_of: Rows, rows: Rows, W1: Array) -> None:
        """Set rows of W1 to own[row] + shared[block] for each of the row's blocks, in their order; see `ppo.blocks`."""

    def block_sums(self, gradient: Gradient, blocks_of: Rows) -> tuple[Rows, Array]:
        """Return the blocks that have a gradient, (k,) ascending, and the sum of each block's rows of W1's gradient.

        The sums, (blocks, hidden), of other blocks stand for zeros, whatever they hold.
        """

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
        """Take a step of Adam in these rows, in place."""

    def exp(self, numbers: Doubles) -> Doubles:
        """Return the exponential of each number, as `math.exp` has it: NumPy's depends on the processor."""

    def log(self, numbers: Doubles) -> Doubles:
        """Return the logarithm of each number, as `math.log` has it."""
