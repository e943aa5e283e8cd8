"""The numerical kernels of the network and of Adam: by the compiled `network.c`, or by NumPy with the same bits."""

from __future__ import annotations

import ctypes
import functools
import math
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.native.build import Library, c_function
from pong_pg.native.row_sums import row_sums
from pong_pg.native.structs import ArrayFunction
from pong_pg.ppo.network import ROWS, Array, Inputs, Weights

Doubles = npt.NDArray[np.float64]

LIBRARY = Library(
    Path(__file__).with_name("network.c"),
    symbols=[
        f"pong_pg_ppo_{name}"
        for name in ("restart", "encode", "select_action", "forward", "backward", "squares", "adam", "each")
    ],
    c_symbols=("exp", "log"),
)

_INT, _FLOAT = ctypes.c_int64, ctypes.c_float
# More threads would wait for memory, and slow down the workers that play.
_MOST_THREADS = 4
# Fewest samples, rows or hidden units that are worth a thread.
_LEAST_PART = 32
# Hidden units in a cache line: no two threads write to the same one.
_LINE = 16


class Gradient(NamedTuple):
    """The gradient of a loss.

    Attributes:
        rows: (k,) int32, ascending, the rows of W1 in which the gradient is not zero.
        W1: (12801, hidden), valid in those rows only: the others stand for zeros, whatever they hold.
        heads: (actions + 1, hidden).
        biases: (actions + 1,).
    """

    rows: npt.NDArray[np.int32]
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


class Kernels(Protocol):
    """What both backends compute. Arrays that a call returns are valid until the next call in the same thread.

    `forward` and `backward` raise ValueError for weights that `Weights.check` refuses.
    """

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """Return the hidden layers after the ReLU, (n, hidden), and the outputs, (n, actions + 1)."""

    def backward(self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to the outputs."""

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""

    def adam(self, parameter: Parameter, gradient: Array, rows: npt.NDArray[np.int32], step: AdamCoefficients) -> None:
        """Take a step of Adam in these rows, in place."""

    def exp(self, numbers: Doubles) -> Doubles:
        """Return the exponential of each number, as `math.exp` has it: NumPy's depends on the processor."""

    def log(self, numbers: Doubles) -> Doubles:
        """Return the logarithm of each number, as `math.log` has it."""


def select_action(logits: Sequence[float], uniform: float) -> int:
    """Return the action that is drawn from softmax(logits) by inverting the cumulative distribution.

    Args:
        logits: of the actions.
        uniform: a number in [0, 1), which selects the first action whose cumulative probability exceeds it; or a
            negative one, which selects the most probable action.
    """
    largest = max(logits)
    if uniform < 0:
        return logits.index(largest)
    odds = [math.exp(logit - largest) for logit in logits]
    total = 0.0
    for part in odds:
        total += part
    action, cumulative = 0, odds[0]
    while action < len(odds) - 1 and not uniform * total < cumulative:
        action += 1
        cumulative += odds[action]
    return action


def outputs_of(hidden_layers: Array, heads: Array, biases: Array) -> Array:
    """Return the outputs, (n, actions + 1), of the hidden layers after the ReLU, (n, hidden)."""
    outputs = [np.add.reduce(hidden_layers * head, axis=1) + bias for head, bias in zip(heads, biases, strict=True)]
    return np.stack(outputs, axis=1)


@functools.cache
def kernels() -> Kernels:
    """Return the compiled kernels, or NumPy's where `network.c` can't be compiled."""
    library = LIBRARY.load()
    return NumPyKernels() if library is None else CompiledKernels(library)


# A forked child has none of its parent's threads, and would wait for them forever.
os.register_at_fork(after_in_child=kernels.cache_clear)


class NumPyKernels:
    """Computes with NumPy, slowly; needs no compiler."""

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """See `Kernels`."""
        weights.check()
        rows, signs, ends = _listed(inputs)
        hidden_layers = row_sums(weights.W1)(rows, signs, ends)
        np.maximum(hidden_layers, 0, out=hidden_layers)
        return hidden_layers, outputs_of(hidden_layers, weights.heads, weights.biases)

    def backward(self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array) -> Gradient:
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

    def adam(self, parameter: Parameter, gradient: Array, rows: npt.NDArray[np.int32], step: AdamCoefficients) -> None:
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


def _listed(inputs: Inputs) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """Return rows, signs and ends as `row_sums` takes them: the observations may be any of the inputs, in any order."""
    counts = inputs.ends - inputs.begins
    ends = np.cumsum(counts)
    at = np.arange(ends[-1]) + np.repeat(inputs.begins - (ends - counts), counts)
    listed = inputs.rows[at]
    rows = np.where(listed < 0, ~listed, listed).astype(np.int32)
    return rows, np.where(listed < 0, np.float32(-1), np.float32(1)), ends


class CompiledKernels:
    """Computes with the compiled `network.c`, fast. Each thread that calls it has buffers of its own.

    The work of a call is divided among threads: by samples or rows where these are independent, and by hidden units
    where sums run over samples. So the number of threads does not change a bit of the result.

    Args:
        library: the compiled file.
        threads: number of threads; None for one for each CPU, up to four.
    """

    def __init__(self, library: ctypes.PyDLL, threads: int | None = None) -> None:
        self._threads = threads or min(_MOST_THREADS, available_cores())
        # CDLL releases the interpreter's lock during a call, for the threads.
        free = ctypes.CDLL(library._name)
        floats, rows, places = np.float32, np.int32, np.int64
        inputs = [np.int16, places, places, _INT]
        self._forward = ArrayFunction(
            free.pong_pg_ppo_forward, [floats, floats, floats, _INT, _INT, *inputs, floats, floats, floats]
        )
        self._backward = ArrayFunction(
            free.pong_pg_ppo_backward,
            [floats, _INT, _INT, *inputs, floats, floats, floats, floats, _INT, _INT, np.uint8, rows, floats],
            returns=_INT,
        )
        self._squares = ArrayFunction(free.pong_pg_ppo_squares, [floats, rows, _INT, _INT, floats, floats])
        self._adam = ArrayFunction(
            free.pong_pg_ppo_adam, [floats, floats, floats, floats, rows, _INT, _INT, *[_FLOAT] * 8]
        )
        self._each = ArrayFunction(library.pong_pg_ppo_each, [ctypes.c_void_p, np.float64, _INT])
        self._exp, self._log = c_function("exp"), c_function("log")
        self._buffers = threading.local()

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads - 1, thread_name_prefix="pong_pg kernels")

    def _divided(self, work: Callable[[int, slice], Any], size: int, multiple: int = 1) -> list[Any]:
        """Divide `size` items among the threads, this one among them, in parts that begin at multiples."""
        share = max(_LEAST_PART, math.ceil(size / self._threads / multiple) * multiple)
        parts = [slice(begin, min(begin + share, size)) for begin in range(0, size, share)]
        futures = [self._pool.submit(work, number, part) for number, part in enumerate(parts[1:], 1)]
        return [*(work(0, part) for part in parts[:1]), *(future.result() for future in futures)]

    def _buffer(self, name: str, shape: tuple[int, ...], dtype: Any = np.float32) -> npt.NDArray[Any]:
        """Return an array that is reused from call to call: each page of a new one would cost a page fault."""
        arrays: dict[str, npt.NDArray[Any]] = vars(self._buffers)
        array = arrays.get(name)
        if array is None or array.shape[1:] != shape[1:] or len(array) < shape[0]:
            array = arrays[name] = np.zeros(shape, dtype)
        return array[: shape[0]]

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """See `Kernels`."""
        weights.check()
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        hidden_layers, out = self._buffer("hidden_layers", (samples, hidden)), self._buffer("out", (samples, outputs))
        products = self._buffer("products", (self._threads, hidden))

        def work(thread: int, part: slice) -> None:
            some = inputs.rows, inputs.begins[part], inputs.ends[part], part.stop - part.start
            self._forward(*weights, hidden, outputs, *some, hidden_layers[part], out[part], products[thread])

        self._divided(work, samples)
        return hidden_layers, out

    def backward(self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """See `Kernels`."""
        weights.check()
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        W1, heads = self._buffer("dW1", (ROWS, hidden)), self._buffer("d_heads", (outputs, hidden))
        rows = self._buffer("rows", (self._threads, ROWS), np.int32)
        visited = self._buffer("visited", (self._threads, ROWS), np.uint8)
        products = self._buffer("products", (self._threads, hidden))

        def work(thread: int, part: slice) -> int:
            count: int = self._backward(
                weights.heads,
                hidden,
                outputs,
                *inputs,
                samples,
                hidden_layers,
                d_outputs,
                W1,
                heads,
                part.start,
                part.stop,
                visited[thread],
                rows[thread],
                products[thread],
            )
            return count

        # Each part finds the same rows.
        count = self._divided(work, hidden, _LINE)[0]
        return Gradient(np.sort(rows[0][:count]), W1, heads, np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        hidden, count = gradient.W1.shape[1], len(gradient.rows)
        products, sums = self._buffer("products", (self._threads, hidden)), self._buffer("squares", (count,))

        def work(thread: int, part: slice) -> None:
            size = part.stop - part.start
            self._squares(gradient.W1, gradient.rows[part], size, hidden, products[thread], sums[part])

        self._divided(work, count)
        return sums

    def adam(self, parameter: Parameter, gradient: Array, rows: npt.NDArray[np.int32], step: AdamCoefficients) -> None:
        """See `Kernels`."""

        def work(_thread: int, part: slice) -> None:
            self._adam(*parameter, gradient, rows[part], part.stop - part.start, gradient.shape[1], *step)

        self._divided(work, len(rows))

    def exp(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return self._applied(self._exp, numbers)

    def log(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return self._applied(self._log, numbers)

    def _applied(self, function: int, numbers: Doubles) -> Doubles:
        results: Doubles = numbers.copy(order="C")
        self._each(function, results, results.size)
        return results
