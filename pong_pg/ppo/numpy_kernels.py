"""The numerical kernels by NumPy: slow, for machines without a C compiler, and the oracle of the compiled ones."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from pong_pg.native.row_sums import row_sums
from pong_pg.ppo.groups import CLASSES
from pong_pg.ppo.kernel_interface import (
    AdamCoefficients,
    Blocks,
    Doubles,
    Gradient,
    Lists,
    Parameter,
    Rows,
    Touched,
    check_rows,
)
from pong_pg.ppo.network import Array, Groups, Inputs, Weights


def outputs_of(hidden_layers: Array, heads: Array, biases: Array) -> Array:
    """Return the outputs, (n, actions + 1), of the hidden layers after the ReLU, (n, hidden)."""
    outputs = [np.add.reduce(hidden_layers * head, axis=1) + bias for head, bias in zip(heads, biases, strict=True)]
    return np.stack(outputs, axis=1)


class NumPyKernels:
    """Computes with NumPy, slowly; needs no compiler."""

    def limit_threads(self, most: int) -> None:
        """See `Kernels`: there is only one."""

    def forward(self, weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
        """See `Kernels`."""
        touched = touched or self.touched(inputs)
        check_rows(weights, touched)
        groups = row_sums(weights.W1)(touched.members.items, _ones(touched.members), touched.members.ends)
        hidden_layers = row_sums(groups)(*_signed(touched.inputs), touched.ends)
        np.maximum(hidden_layers, 0, out=hidden_layers)
        return hidden_layers, outputs_of(hidden_layers, weights.heads, weights.biases)

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
    ) -> Gradient:
        """See `Kernels`."""
        touched = touched or self.touched(inputs)
        check_rows(weights, touched)
        d_hidden_layers = d_outputs[:, :1] * weights.heads[0]
        for k in range(1, len(weights.heads)):
            d_hidden_layers += d_outputs[:, k : k + 1] * weights.heads[k]
        d_hidden_layers = np.where(hidden_layers > 0, d_hidden_layers, np.float32(0))
        places, signs = _signed(touched.inputs)
        samples = np.repeat(np.arange(len(touched.ends), dtype=np.int32), touched.ends - touched.begins)
        # Stable, so that the terms of each group's sum stay in the order of the samples.
        order = np.argsort(places, kind="stable")
        d_groups = row_sums(d_hidden_layers)(samples[order], signs[order], np.cumsum(np.bincount(places)))
        W1 = np.empty((len(weights.W1), hidden_layers.shape[1]), np.float32)
        W1[touched.rows] = row_sums(d_groups)(touched.holders.items, _ones(touched.holders), touched.holders.ends)
        # All heads at once: a single column NumPy would add up in another order.
        products = d_outputs[:, :, np.newaxis] * hidden_layers[:, np.newaxis, :]
        return Gradient(touched.rows, W1, np.add.reduce(products, axis=0), np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        taken = gradient.W1[gradient.rows]
        squares: Array = np.add.reduce(taken * taken, axis=1)
        return squares

    def grouped(self, inputs: Inputs, classes: npt.NDArray[np.uint8]) -> Inputs:
        """See `Kernels`."""
        indices, counts = _listed(inputs)
        rows, signs = _signed(indices)
        found_classes = classes[rows] + np.where(signs < 0, CLASSES, 0)
        of = np.repeat(np.arange(len(counts)), counts) * (2 * CLASSES) + found_classes
        # Stable: within a group, rows stay in their order.
        order = np.argsort(of, kind="stable")
        rows, of = rows[order].astype(np.int16), of[order]
        begins = np.flatnonzero(np.append(True, of[1:] != of[:-1]) if len(of) else [])
        numbers: dict[bytes, int] = {}
        parts = [part.tobytes() for part in np.split(rows, begins[1:])] if len(of) else []
        found = np.array([numbers.setdefault(part, len(numbers)) for part in parts], np.int32)
        of = of[begins]
        ends = np.cumsum(np.bincount(of // (2 * CLASSES), minlength=len(counts)))
        groups = [np.frombuffer(part, np.int16) for part in numbers]
        return Inputs(
            np.where(of % (2 * CLASSES) < CLASSES, found, ~found),
            np.append(0, ends[:-1]),
            ends,
            Groups(np.concatenate([*groups, np.empty(0, np.int16)]), np.cumsum([*map(len, groups)], dtype=np.int64)),
        )

    def touched(self, inputs: Inputs) -> Touched:
        """See `Kernels`."""
        indices, counts = _listed(inputs)
        groups, signs = _signed(indices)
        found, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
        order = np.argsort(first)
        places = np.argsort(order)[inverse].astype(np.int32)
        ends = np.cumsum(counts)
        rows, group_ends = inputs.groups
        sizes = np.diff(group_ends, prepend=0)[found[order]]
        member_ends = np.cumsum(sizes)
        starts = group_ends[found[order]] - member_ends
        members = rows[np.arange(sizes.sum()) + np.repeat(starts, sizes)].astype(np.int32)
        held, holders = np.unique(members, return_counts=True)
        of = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[np.argsort(members, kind="stable")]
        return Touched(
            np.where(signs < 0, ~places, places),
            np.append(0, ends[:-1]),
            ends,
            Lists(members, member_ends),
            held,
            Lists(of, np.cumsum(holders)),
        )

    def combine(self, own: Array, shared: Array, blocks: Blocks, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""
        W1[rows] = own[rows]
        for of_rows, values in zip(blocks.of_rows.T, blocks.values.T, strict=True):
            some = rows[of_rows[rows] >= 0]
            W1[some] += values[some, np.newaxis] * shared[of_rows[some]]

    def block_sums(self, gradient: Gradient, blocks: Blocks) -> tuple[Rows, Array]:
        """See `Kernels`."""
        listed, values = blocks.of_rows[gradient.rows].ravel(), blocks.values[gradient.rows].ravel()
        rows = np.repeat(gradient.rows, blocks.of_rows.shape[1])[listed >= 0]
        listed, values = listed[listed >= 0], values[listed >= 0]
        # Stable, so that each sum is in the order of the rows.
        order = np.argsort(listed, kind="stable")
        found, counts = np.unique(listed, return_counts=True)
        sums = np.empty((blocks.number, gradient.W1.shape[1]), np.float32)
        if len(found):
            sums[found] = row_sums(gradient.W1)(rows[order], values[order], np.cumsum(counts))
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


def _listed(inputs: Inputs) -> tuple[Rows, npt.NDArray[np.int64]]:
    """Return the observations' inputs one after another, and how many each has: they may be any, in any order."""
    counts = inputs.ends - inputs.begins
    starts = np.cumsum(counts) - counts
    return inputs.rows[np.arange(counts.sum()) + np.repeat(inputs.begins - starts, counts)].astype(np.int32), counts


def _signed(inputs: Rows) -> tuple[Rows, npt.NDArray[np.float32]]:
    """Return the indices, and 1 for each that is added, -1 for each that is subtracted."""
    return np.where(inputs < 0, ~inputs, inputs), np.where(inputs < 0, np.float32(-1), np.float32(1))


def _ones(lists: Lists) -> npt.NDArray[np.float32]:
    return np.ones(len(lists.items), np.float32)
