"""The numerical kernels of learning: in C, see kernels.c, or by NumPy where that can't be compiled."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.ppo import reference
from pong_pg.ppo.network import (
    Array,
    Weights,
    combined,
    observation,
    reflected_rows,
    shared_gradient,
    shared_of_rows,
)
from pong_pg.ppo.rollout import Rollout

Rows = npt.NDArray[np.int32]


class Gradient(NamedTuple):
    """The gradient of a loss.

    Attributes:
        rows: (k,) int32, ascending, the rows of W1 in which the gradient is not zero.
        W1: (12801, hidden), valid in those rows only: the others stand for zeros, whatever they hold.
        heads: (4, hidden).
        biases: (4,).
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


class AdamStep(NamedTuple):
    """The numbers of one step of Adam.

    Attributes:
        rate: learning rate.
        scale: what the gradient is multiplied by first, for clipping.
        steps: that were taken, this one among them.
    """

    rate: float
    scale: float
    steps: int


class Kernels(Protocol):
    """Computes what learning needs.

    Arrays that a call returns are valid until the next call in the same thread; those of `select` until the next call
    of `select`.
    """

    def limit_threads(self, most: int) -> None:
        """Use so many threads from now on, at least 1, and no more than at first."""

    def encode(self, rollouts: Sequence[Rollout]) -> Any:
        """Return the inputs of all observations of some rollouts, steps + 1 of each, for `select`."""

    def select(self, inputs: Any, indices: npt.NDArray[np.intp]) -> Any:
        """Return those of some observations, for `forward` and `backward`; it has `rows`, as `Gradient`."""

    def forward(self, weights: Weights, chosen: Any) -> tuple[Array, Array]:
        """Return the hidden layers, for `backward`, and the outputs f(x), (n, 4)."""

    def backward(self, weights: Weights, chosen: Any, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to f(x), (n, 4)."""

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""

    def combine(self, own: Array, shared: Array, rows: Rows, W1: Array) -> None:
        """Set rows of W1 to the sums of their own weights and of those that they share."""

    def shared_gradient(self, gradient: Gradient) -> tuple[Rows, Array]:
        """Return which shared weights have a gradient, ascending, and theirs: (1170, hidden), valid in those rows."""

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamStep) -> None:
        """Take a step of Adam in these rows, in place: see `pong_pg.ppo.reference.adam_step`."""


@functools.cache
def kernels() -> Kernels:
    """Return the compiled kernels, or NumPy's where `kernels.c` can't be compiled."""
    from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels

    library = LIBRARY.load()
    return PlainKernels() if library is None else CompiledKernels(library)


# A forked child has none of its parent's threads, and would wait for them forever.
os.register_at_fork(after_in_child=kernels.cache_clear)


class PlainChosen(NamedTuple):
    """Some observations: (n, 12801) int8; and which rows of W1 they or their reflections need."""

    X: npt.NDArray[np.int8]
    rows: Rows


class PlainKernels:
    """Computes with the functions of `pong_pg.ppo.reference`, slowly; see `Kernels`."""

    def limit_threads(self, most: int) -> None:
        """See `Kernels`."""

    def encode(self, rollouts: Sequence[Rollout]) -> npt.NDArray[np.int8]:
        """See `Kernels`."""
        return np.concatenate([_observations(rollout) for rollout in rollouts])

    def select(self, inputs: npt.NDArray[np.int8], indices: npt.NDArray[np.intp]) -> PlainChosen:
        """See `Kernels`."""
        used: npt.NDArray[np.bool_] = np.logical_or.reduce(inputs[indices], axis=0)
        return PlainChosen(inputs[indices], np.flatnonzero(used | used[reflected_rows()]).astype(np.int32))

    def forward(self, weights: Weights, chosen: PlainChosen) -> tuple[Array, Array]:
        """See `Kernels`."""
        return reference.forward(weights, chosen.X)

    def backward(self, weights: Weights, chosen: PlainChosen, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """See `Kernels`."""
        return Gradient(chosen.rows, *reference.backward(weights, chosen.X, hidden_layers, d_outputs))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        squares: Array = np.square(gradient.W1[gradient.rows]).sum(axis=1)
        return squares

    def combine(self, own: Array, shared: Array, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""
        W1[rows] = combined(own, shared)[rows]

    def shared_gradient(self, gradient: Gradient) -> tuple[Rows, Array]:
        """See `Kernels`."""
        found = np.unique(shared_of_rows()[gradient.rows])
        return found[found >= 0], shared_gradient(gradient.W1)

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamStep) -> None:
        """See `Kernels`."""
        reference.adam_step(parameter, gradient * np.float32(step.scale), rows, step.rate, step.steps)


def _observations(rollout: Rollout) -> npt.NDArray[np.int8]:
    """Return the network's inputs for all observations of a rollout, (steps + 1, 12801)."""
    mask, found = rollout.mask.copy(), []
    for n in range(len(rollout.ends) - 1, -1, -1):
        changes = rollout.changes[rollout.ends[n - 1] if n else 0 : rollout.ends[n]]
        before = mask.copy()
        before[changes] ^= 1
        is_first = n > 0 and rollout.over[n - 1]
        found.append(observation(mask, mask if is_first else before))
        mask = before
    return np.stack(found[::-1])
