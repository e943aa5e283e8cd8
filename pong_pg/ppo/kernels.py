"""The numerical kernels of learning, by NumPy: what C is tested against, and takes its place without a compiler.

An observation's inputs are added up in groups: the pixels of a paddle or of the ball that are lit, those newly lit, and
those gone dark. The rows of W1 that a paddle needs are the same in every observation in which it is there. So they are
added up once per minibatch, and then an observation's groups instead of its rows: nine instead of sixty. Likewise, the
gradients of observations are added up for each group, and then those of groups for each row. Where a group ends is a
matter of speed alone: the rows of an observation are divided by class, and groups with the same rows are one.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.native.row_sums import row_sums
from pong_pg.ppo.network import Array, Weights
from pong_pg.ppo.position_tables import AGENT_COLUMNS, OPPONENT_COLUMNS

Doubles = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]
Ends = npt.NDArray[np.int64]

# Classes of rows of pixels: columns of the opponent, of the agent, and all others, each for lit and for changed pixels;
# and that of the bias.
_CLASSES = 7


@functools.cache
def _pixel_classes() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
    """Return the class of each row of W1, (rows,), where pixels are the inputs, and a random number for each.

    By the sums of these numbers groups are told apart: among a million, two are the same once in 30 million times.
    """
    columns = np.zeros(SIDE, np.int64)
    columns[OPPONENT_COLUMNS], columns[AGENT_COLUMNS] = 1, 2
    pixels = np.tile(columns, PIXELS // SIDE)
    classes = np.concatenate([pixels, 3 + pixels, [_CLASSES - 1]])
    return classes, np.random.default_rng(0).integers(2**64, size=len(classes), dtype=np.uint64)


class Lists(NamedTuple):
    """Lists of numbers, one after another.

    Attributes:
        items: (k,) int32, or int16 for rows of W1.
        ends: (lists,) int64, where each list ends.
    """

    items: npt.NDArray[np.signedinteger]
    ends: Ends


class Inputs(NamedTuple):
    """The inputs of some observations, by group.

    Attributes:
        groups: (k,) int32, the index of each group whose rows are added, or its complement (~index) where they are
            subtracted.
        begins: (observations,) int64, where each observation's groups begin.
        ends: (observations,) int64, where they end.
        rows: the rows of W1 in each group, int16.
    """

    groups: Rows
    begins: Ends
    ends: Ends
    rows: Lists


class Touched(NamedTuple):
    """The inputs of a minibatch, and the groups and rows of W1 that are among them.

    Attributes:
        inputs: (k,) int32, the observations' groups one after another, each as its place among those that occur, in the
            order in which they first do (or, where the group is subtracted, that place's complement).
        begins: (observations,) int64, where each observation's inputs begin.
        ends: (observations,) int64, where they end.
        members: for each group that occurs, its rows of W1.
        rows: (rows,) int32, ascending, all of these rows.
    """

    inputs: Rows
    begins: Ends
    ends: Ends
    members: Lists
    rows: Rows


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


class Sharing(NamedTuple):
    """Which weights the rows of the first layer share, see `pong_pg.ppo.adam`.

    Attributes:
        of_rows: (rows of W1, most) int32, the indices of those that each row has a share in; -1 after the last.
        values: (rows of W1, most) float32, what each is multiplied by; 0 after the last.
        number: how many there are.
    """

    of_rows: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    number: int


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


def grouped(rows: npt.NDArray[np.int16], ends: Ends) -> Inputs:
    """Divide the pixels of observations into groups, numbered in the order in which they first occur.

    Args:
        rows: of W1, those of each observation one after another, with complements; see `network.inputs_of`.
        ends: (observations,) where those of each observation end; each has at least one.
    """
    classes, hashes = _pixel_classes()
    observations = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    indices, signs = _signed(rows)
    of = observations * (2 * _CLASSES) + classes[indices] + np.where(signs < 0, _CLASSES, 0)
    # Stable: within a group, rows stay in their order.
    order = np.argsort(of, kind="stable")
    indices, of = indices[order], of[order]
    begins = np.flatnonzero(np.diff(of, prepend=-1))
    sizes = np.diff(begins, append=len(of))
    first, numbers = _numbered(np.add.reduceat(hashes[indices], begins))
    members = _taken(indices, begins[first], sizes[first]).astype(np.int16)
    observations, kinds = np.divmod(of[begins], 2 * _CLASSES)
    counts = np.bincount(observations)
    ends = np.cumsum(counts)
    groups = np.where(kinds < _CLASSES, numbers, ~numbers)
    return Inputs(groups, ends - counts, ends, Lists(members, np.cumsum(sizes[first])))


def _numbered(values: npt.NDArray[np.generic]) -> tuple[npt.NDArray[np.intp], Rows]:
    """Return where each value occurs first, ascending, and for all values which of these they are."""
    _, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[inverse].astype(np.int32)


def _taken(items: npt.NDArray[Any], begins: npt.NDArray[np.integer], counts: npt.NDArray[np.integer]) -> Any:
    """Return some lists of numbers one after another: so many from each begin on."""
    ends = np.cumsum(counts)
    return items[np.arange(ends[-1]) + np.repeat(begins - (ends - counts), counts)]


def outputs_of(hidden_layers: Array, heads: Array, biases: Array) -> Array:
    """Return the outputs, (n, actions + 1), of the hidden layers after the ReLU, (n, hidden)."""
    outputs = [np.add.reduce(hidden_layers * head, axis=1) + bias for head, bias in zip(heads, biases, strict=True)]
    return np.stack(outputs, axis=1)


class NumPyKernels:
    """Computes with NumPy.

    Arrays that a call returns are valid until the next call in the same thread; those of `touched` until the next call
    of `touched`.
    """

    def limit_threads(self, most: int) -> None:
        """Use so many threads from now on, at least 1; NumPy uses only one."""

    def touched(self, inputs: Inputs) -> Touched:
        """Return the groups and the rows of W1 that are among some inputs, and the inputs as places among the groups.

        Args:
            inputs: the observations may be any of a batch, in any order.
        """
        counts = inputs.ends - inputs.begins
        ends = np.cumsum(counts)
        groups, signs = _signed(_taken(inputs.groups, inputs.begins, counts))
        first, places = _numbered(groups)
        rows, group_ends = inputs.rows
        sizes = np.diff(group_ends, prepend=0)[groups[first]]
        members = _taken(rows, group_ends[groups[first]] - sizes, sizes).astype(np.int32)
        return Touched(
            inputs=np.where(signs < 0, ~places, places),
            begins=ends - counts,
            ends=ends,
            members=Lists(members, np.cumsum(sizes)),
            rows=np.unique(members),
        )

    def forward(self, weights: Weights, touched: Touched) -> tuple[Array, Array]:
        """Return the hidden layers after the ReLU, (n, hidden), and the outputs, (n, actions + 1).

        Raises:
            ValueError: the weights are refused by their `check`.
        """
        weights.check()
        groups = row_sums(weights.W1)(touched.members.items, _ones(touched.members), touched.members.ends)
        hidden_layers = row_sums(groups)(*_signed(touched.inputs), touched.ends)
        np.maximum(hidden_layers, 0, out=hidden_layers)
        return hidden_layers, outputs_of(hidden_layers, weights.heads, weights.biases)

    def backward(self, weights: Weights, touched: Touched, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to the outputs.

        Raises:
            ValueError: the weights are refused by their `check`.
        """
        weights.check()
        d_hidden_layers = d_outputs[:, :1] * weights.heads[0]
        for k in range(1, len(weights.heads)):
            d_hidden_layers += d_outputs[:, k : k + 1] * weights.heads[k]
        d_hidden_layers = np.where(hidden_layers > 0, d_hidden_layers, np.float32(0))
        places, signs = _signed(touched.inputs)
        samples = np.repeat(np.arange(len(touched.ends), dtype=np.int32), touched.ends - touched.begins)
        # Stable, so that the terms of each group's sum stay in the order of the samples.
        order = np.argsort(places, kind="stable")
        d_groups = row_sums(d_hidden_layers)(samples[order], signs[order], np.cumsum(np.bincount(places)))
        W1 = np.empty_like(weights.W1)
        W1[touched.rows] = 0
        members, member_ends = touched.members
        np.add.at(W1, members, np.repeat(d_groups, np.diff(member_ends, prepend=0), axis=0))
        # All heads at once: a single column NumPy would add up in another order.
        products = d_outputs[:, :, np.newaxis] * hidden_layers[:, np.newaxis, :]
        return Gradient(touched.rows, W1, np.add.reduce(products, axis=0), np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""
        taken = gradient.W1[gradient.rows]
        squares: Array = np.add.reduce(taken * taken, axis=1)
        return squares

    def combine(self, own: Array, shared: Array, sharing: Sharing, rows: Rows, W1: Array) -> None:
        """Set rows of W1 to own[row] + value * shared[index] + ..., in the order of `sharing`."""
        W1[rows] = own[rows]
        for of_rows, values in zip(sharing.of_rows.T, sharing.values.T, strict=True):
            some = rows[of_rows[rows] >= 0]
            W1[some] += values[some, np.newaxis] * shared[of_rows[some]]

    def shared_gradient(self, gradient: Gradient, sharing: Sharing) -> tuple[Rows, Array]:
        """Return the shared weights that have a gradient, (k,) ascending, and theirs: sums of value * W1's.

        The sums, (number, hidden), of others stand for zeros, whatever they hold.
        """
        listed, values = sharing.of_rows[gradient.rows].ravel(), sharing.values[gradient.rows].ravel()
        rows = np.repeat(gradient.rows, sharing.of_rows.shape[1])[listed >= 0]
        listed, values = listed[listed >= 0], values[listed >= 0]
        # Stable, so that each sum is in the order of the rows.
        order = np.argsort(listed, kind="stable")
        found, counts = np.unique(listed, return_counts=True)
        sums = np.empty((sharing.number, gradient.W1.shape[1]), np.float32)
        if len(found):
            sums[found] = row_sums(gradient.W1)(rows[order], values[order], np.cumsum(counts))
        return found, sums

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
        """Take a step of Adam in these rows, in place."""
        rounded = AdamCoefficients(*map(np.float32, step))
        weights, mean, square = parameter
        scaled = gradient[rows] * rounded.scale
        mean[rows] = m = mean[rows] * rounded.keep_mean + scaled * rounded.take_mean
        square[rows] = v = square[rows] * rounded.keep_square + scaled * scaled * rounded.take_square
        weights[rows] -= rounded.rate * m / (np.sqrt(v) * rounded.unbias + rounded.epsilon)

    def exp(self, numbers: Doubles) -> Doubles:
        """Return the exponential of each number, as `math.exp` has it.

        NumPy's depends on the processor's vector instructions; that of the C library, in 5 of 10,000 numbers, only on
        whether there is fused multiply-add.
        """
        return np.array(list(map(math.exp, numbers.ravel().tolist()))).reshape(numbers.shape)

    def log(self, numbers: Doubles) -> Doubles:
        """Return the logarithm of each number, as `math.log` has it."""
        return np.array(list(map(math.log, numbers.ravel().tolist()))).reshape(numbers.shape)


def _signed(inputs: npt.NDArray[np.signedinteger]) -> tuple[Rows, npt.NDArray[np.float32]]:
    """Return the indices, and 1 for each that is added, -1 for each that is subtracted."""
    indices = np.where(inputs < 0, ~inputs, inputs).astype(np.int32)
    return indices, np.where(inputs < 0, np.float32(-1), np.float32(1))


def _ones(lists: Lists) -> npt.NDArray[np.float32]:
    return np.ones(len(lists.items), np.float32)
