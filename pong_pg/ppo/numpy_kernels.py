"""The numerical kernels by NumPy: slow, for machines without a C compiler, and the oracle of the compiled ones."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from pong_pg.native.row_sums import row_sums
from pong_pg.ppo.kernel_interface import AdamCoefficients, Doubles, Gradient, Parameter, Rows, Touched
from pong_pg.ppo.network import ROWS, Array, Inputs, Weights


def outputs_of(hidden_layers: Array, heads: Array, biases: Array) -> Array:
    """Return the outputs, (n, actions + 1), of the hidden layers after the ReLU, (n, hidden)."""
    outputs = [np.add.reduce(hidden_layers * head, axis=1) + bias for head, bias in zip(heads, biases, strict=True)]
    return np.stack(outputs, axis=1)


class NumPyKernels:
    """Computes with NumPy, slowly; needs no compiler."""

    def limit_threads(self, most: int) -> None:
        """See `Kernels`: there is only one."""

    def forward(self, weights: Weights, inputs: Inputs, _touched: Touched | None = None) -> tuple[Array, Array]:
        """See `Kernels`."""
        weights.check()
        rows, signs, ends = _listed(inputs)
        hidden_layers = row_sums(weights.W1)(rows, signs, ends)
        np.maximum(hidden_layers, 0, out=hidden_layers)
        return hidden_layers, outputs_of(hidden_layers, weights.heads, weights.biases)

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, _touched: Touched | None = None
    ) -> Gradient:
        """See `Kernels`."""
        weights.check()
        d_hidden_layers = d_outputs[:, :1] * weights.heads[0]
        for k in range(1, len(weights.heads)):
            d_hidden_layers += d_outputs[:, k : k + 1] * weights.heads[k]
        d_hidden_layers = np.where(hidden_layers > 0, d_hidden_layers, np.float32(0))
        rows, signs, ends = _listed(inputs)
        samples = np.repeat(np.arange(len(ends), dtype=np.int32), np.diff(ends, prepend=0))
        # Stable, so that the terms of each row's sum stay in the order of the samples.
        order = np.argsort(rows, kind="stable")
        touched, counts = np.unique(rows, return_counts=True)
        W1 = np.empty((ROWS, hidden_layers.shape[1]), np.float32)
        W1[touched] = row_sums(d_hidden_layers)(samples[order], signs[order], np.cumsum(counts))
        # All heads at once: a single column NumPy would add up in another order.
        products = d_outputs[:, :, np.newaxis] * hidden_layers[:, np.newaxis, :]
        return Gradient(touched, W1, np.add.reduce(products, axis=0), np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        taken = gradient.W1[gradient.rows]
        squares: Array = np.add.reduce(taken * taken, axis=1)
        return squares

    def touched(self, inputs: Inputs) -> Touched:
        """See `Kernels`."""
        rows, signs, ends = _listed(inputs)
        found, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
        order = np.argsort(first)
        places = np.argsort(order)[inverse]
        replaced = np.where(signs < 0, ~places, places).astype(np.int16)
        return Touched(found, found[order], Inputs(replaced, np.append(0, ends[:-1]), ends))

    def combine(self, own: Array, shared: Array, blocks_of: Rows, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""
        W1[rows] = own[rows]
        for blocks in blocks_of.T:
            some = rows[blocks[rows] >= 0]
            W1[some] += shared[blocks[some]]

    def block_sums(self, gradient: Gradient, blocks_of: Rows) -> tuple[Rows, Array]:
        """See `Kernels`."""
        blocks = blocks_of[gradient.rows].ravel()
        rows = np.repeat(gradient.rows, blocks_of.shape[1])[blocks >= 0]
        blocks = blocks[blocks >= 0]
        # Stable, so that each sum is in the order of the rows.
        order = np.argsort(blocks, kind="stable")
        found, counts = np.unique(blocks, return_counts=True)
        sums = np.empty((blocks_of.max() + 1, gradient.W1.shape[1]), np.float32)
        if len(found):
            signs = np.ones(len(rows), np.float32)
            sums[found] = row_sums(gradient.W1)(rows[order], signs, np.cumsum(counts))
        return found, sums

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
        """See `Kernels`."""
        rounded = AdamCoefficients(*map(np.float32, step))
        scaled = gradient[rows] * rounded.scale
        parameter.mean[rows] = m = parameter.mean[rows] * rounded.keep_mean + scaled * rounded.take_mean
        parameter.square[rows] = v = (
            parameter.square[rows] * rounded.keep_square + scaled * scaled * rounded.take_square
        )
        parameter.weights[rows] -= rounded.rate * m / (np.sqrt(v) * rounded.unbias + rounded.epsilon)

    def exp(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return np.array(list(map(math.exp, numbers.ravel().tolist()))).reshape(numbers.shape)

    def log(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return np.array(list(map(math.log, numbers.ravel().tolist()))).reshape(numbers.shape)


def _listed(inputs: Inputs) -> tuple[Rows, npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """Return rows, signs and ends as `row_sums` takes them: the observations may be any of the inputs, in any order."""
    counts = inputs.ends - inputs.begins
    ends = np.cumsum(counts)
    at = np.arange(ends[-1]) + np.repeat(inputs.begins - (ends - counts), counts)
    listed = inputs.rows[at]
    rows = np.where(listed < 0, ~listed, listed).astype(np.int32)
    return rows, np.where(listed < 0, np.float32(-1), np.float32(1)), ends
