"""What costs time in the network, twice: by the compiled `network.c`, and by NumPy, with the same bits."""

from __future__ import annotations

import ctypes
import functools
import math
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.native import build
from pong_pg.native.row_sums import row_sums
from pong_pg.ppo.network import ROWS, Array, Inputs, Weights

Doubles = npt.NDArray[np.float64]

_P, _INT, _FLOAT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_float
# More would wait for memory, and take it from those who play.
_MOST_THREADS = 4
# Samples, rows or hidden units of a part: less is not worth a thread.
_LEAST_PART = 32
# Hidden units in a line of the cache: two threads don't write to the same one.
_LINE = 16


class Gradient(NamedTuple):
    """The gradient of a loss.

    Attributes:
        rows: (k,) int32, ascending, the rows of W1 in which it is not zero.
        W1: (12801, hidden), of which only those rows are meant: the others hold anything.
        heads: (actions + 1, hidden).
        biases: (actions + 1,).
    """

    rows: npt.NDArray[np.int32]
    W1: Array
    heads: Array
    biases: Array


class Moved(NamedTuple):
    """An array of weights, (m, width), and Adam's memory of it, of the same shape."""

    weights: Array
    mean: Array
    square: Array


class AdamStep(NamedTuple):
    """The numbers of one step of Adam, see `pong_pg.ppo.adam`."""

    scale: float
    keep_mean: float
    take_mean: float
    keep_square: float
    take_square: float
    rate: float
    unbias: float
    epsilon: float


class Kernels(Protocol):
    """The two ways; what they return lasts until the next call in the same thread."""

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """Return the hidden layers after the ReLU, (n, hidden), and the outputs, (n, actions + 1)."""

    def backward(self, weights: Weights, inputs: Inputs, states: Array, d_outputs: Array) -> Gradient:
        """Return the gradient with respect to the weights, from that with respect to the outputs."""

    def squares(self, gradient: Gradient) -> Array:
        """Return the sum of squares of each row of W1's gradient, (k,)."""

    def adam(self, moved: Moved, gradient: Array, rows: npt.NDArray[np.int32], step: AdamStep) -> None:
        """Take a step of Adam in these rows, in place."""

    def exp(self, numbers: Doubles) -> Doubles:
        """Return the exponential of each number, as `math.exp` has it: NumPy's depends on the processor."""

    def log(self, numbers: Doubles) -> Doubles:
        """Return the logarithm of each number, as `math.log` has it."""


def choose(logits: Sequence[float], uniform: float) -> int:
    """Return which action a number in [0, 1) chooses: the first whose cumulative probability exceeds it.

    A negative number chooses the likeliest.
    """
    most = max(logits)
    if uniform < 0:
        return logits.index(most)
    odds = [math.exp(logit - most) for logit in logits]
    total = 0.0
    for part in odds:
        total += part
    action, cumulative = 0, odds[0]
    while action < len(odds) - 1 and not uniform * total < cumulative:
        action += 1
        cumulative += odds[action]
    return action


@functools.cache
def kernels() -> Kernels:
    """Return the compiled way, where there is a compiler, and NumPy's otherwise."""
    library = build.library()
    return NumPyKernels() if library is None else CompiledKernels(library)


# A forked child has none of its parent's threads, and would wait for them without end.
os.register_at_fork(after_in_child=kernels.cache_clear)


class NumPyKernels:
    """The slow way, which needs no compiler."""

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """See `Kernels`."""
        rows, signs, ends = _listed(inputs)
        states = row_sums(weights.W1)(rows, signs, ends)
        np.maximum(states, 0, out=states)
        heads = [
            np.add.reduce(states * head, axis=1) + bias
            for head, bias in zip(weights.heads, weights.biases, strict=True)
        ]
        return states, np.stack(heads, axis=1)

    def backward(self, weights: Weights, inputs: Inputs, states: Array, d_outputs: Array) -> Gradient:
        """See `Kernels`."""
        d_states = d_outputs[:, :1] * weights.heads[0]
        for k in range(1, len(weights.heads)):
            d_states += d_outputs[:, k : k + 1] * weights.heads[k]
        d_states = np.where(states > 0, d_states, np.float32(0))
        rows, signs, ends = _listed(inputs)
        samples = np.repeat(np.arange(len(ends), dtype=np.int32), np.diff(ends, prepend=0))
        # Stable, so that what is added to one row stays in the order of the samples.
        order = np.argsort(rows, kind="stable")
        touched, counts = np.unique(rows, return_counts=True)
        W1 = np.empty((ROWS, states.shape[1]), np.float32)
        W1[touched] = row_sums(d_states)(samples[order], signs[order], np.cumsum(counts))
        # All heads side by side: a single column NumPy would add up in another order.
        products = d_outputs[:, :, np.newaxis] * states[:, np.newaxis, :]
        return Gradient(touched, W1, np.add.reduce(products, axis=0), np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        taken = gradient.W1[gradient.rows]
        squares: Array = np.add.reduce(taken * taken, axis=1)
        return squares

    def adam(self, moved: Moved, gradient: Array, rows: npt.NDArray[np.int32], step: AdamStep) -> None:
        """See `Kernels`."""
        numbers = AdamStep(*map(np.float32, step))
        scaled = gradient[rows] * numbers.scale
        moved.mean[rows] = m = moved.mean[rows] * numbers.keep_mean + scaled * numbers.take_mean
        moved.square[rows] = v = moved.square[rows] * numbers.keep_square + scaled * scaled * numbers.take_square
        moved.weights[rows] -= numbers.rate * m / (np.sqrt(v) * numbers.unbias + numbers.epsilon)

    def exp(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return np.array(list(map(math.exp, numbers.ravel().tolist()))).reshape(numbers.shape)

    def log(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        return np.array(list(map(math.log, numbers.ravel().tolist()))).reshape(numbers.shape)


def _listed(inputs: Inputs) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """Return rows, signs and ends as `row_sums` takes them, of observations that may lie anywhere in the inputs."""
    counts = inputs.ends - inputs.begins
    ends = np.cumsum(counts)
    at = np.arange(ends[-1]) + np.repeat(inputs.begins - (ends - counts), counts)
    listed = inputs.rows[at]
    rows = np.where(listed < 0, ~listed, listed).astype(np.int32)
    return rows, np.where(listed < 0, np.float32(-1), np.float32(1)), ends


class CompiledKernels:
    """The fast way. Each thread that calls it has buffers of its own: one minibatch at a time.

    The work of a call is shared by threads: samples or rows where they have nothing to do with each other, and hidden
    units where sums go over samples. So their number does not show in the result.

    Args:
        library: what `build.library()` gives.
        threads: how many; None for one for each CPU, up to four.
    """

    def __init__(self, library: ctypes.PyDLL, threads: int | None = None) -> None:
        self._threads = threads or min(_MOST_THREADS, available_cores())
        # One that lets go of the interpreter's lock, for the threads.
        free = ctypes.CDLL(library._name)
        self._forward = _function(free.pong_pg_ppo_forward, [_P] * 3 + [_INT] * 2 + [_P] * 3 + [_INT] + [_P] * 3)
        self._backward = _function(
            free.pong_pg_ppo_backward,
            [_P] + [_INT] * 2 + [_P] * 3 + [_INT] + [_P] * 4 + [_INT] * 2 + [_P] * 3,
            returns=_INT,
        )
        self._squares = _function(free.pong_pg_ppo_squares, [_P] * 2 + [_INT] * 2 + [_P] * 2)
        self._adam = _function(free.pong_pg_ppo_adam, [_P] * 5 + [_INT] * 2 + [_FLOAT] * 8)
        self._each = _function(library.pong_pg_ppo_each, [_P, _P, _INT])
        self._exp, self._log = c_function("exp"), c_function("log")
        self._buffers = threading.local()

    @functools.cached_property
    def _helpers(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads - 1, thread_name_prefix="pong_pg kernels")

    def _shared(self, work: Callable[[int, slice], Any], size: int, multiple: int = 1) -> list[Any]:
        """Have each thread do its part of so many things, this one among them; the parts begin at multiples."""
        share = max(_LEAST_PART, math.ceil(size / self._threads / multiple) * multiple)
        parts = [slice(begin, min(begin + share, size)) for begin in range(0, size, share)]
        helped = [self._helpers.submit(work, number, part) for number, part in enumerate(parts[1:], 1)]
        return [*(work(0, part) for part in parts[:1]), *(future.result() for future in helped)]

    def _room(self, name: str, shape: tuple[int, ...], dtype: Any = np.float32) -> npt.NDArray[Any]:
        """Return an array that is there from one call to the next: what is touched anew costs a page fault a page."""
        arrays: dict[str, npt.NDArray[Any]] = vars(self._buffers)
        array = arrays.get(name)
        if array is None or array.shape[1:] != shape[1:] or len(array) < shape[0]:
            array = arrays[name] = np.zeros(shape, dtype)
        return array[: shape[0]]

    def forward(self, weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
        """See `Kernels`."""
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        states, out = self._room("states", (samples, hidden)), self._room("outputs", (samples, outputs))
        products = self._room("products", (self._threads, hidden))
        layers = _addresses(*weights)

        def work(thread: int, part: slice) -> None:
            some = _addresses(inputs.rows, inputs.begins[part], inputs.ends[part])
            found = _addresses(states[part], out[part], products[thread])
            self._forward(*layers, hidden, outputs, *some, part.stop - part.start, *found)

        self._shared(work, samples)
        return states, out

    def backward(self, weights: Weights, inputs: Inputs, states: Array, d_outputs: Array) -> Gradient:
        """See `Kernels`."""
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        W1, heads = self._room("dW1", (ROWS, hidden)), self._room("d_heads", (outputs, hidden))
        rows, seen = (
            self._room(name, (self._threads, ROWS), dtype) for name, dtype in (("rows", np.int32), ("seen", np.uint8))
        )
        products = self._room("products", (self._threads, hidden))
        given = _addresses(*inputs), _addresses(states, d_outputs, W1, heads)

        def work(thread: int, part: slice) -> int:
            own = _addresses(seen[thread], rows[thread], products[thread])
            count: int = self._backward(
                *_addresses(weights.heads),
                hidden,
                outputs,
                *given[0],
                samples,
                *given[1],
                part.start,
                part.stop,
                *own,
            )
            return count

        # Each touches the same rows.
        count = self._shared(work, hidden, _LINE)[0]
        return Gradient(np.sort(rows[0][:count]), W1, heads, np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        hidden, count = gradient.W1.shape[1], len(gradient.rows)
        products, sums = self._room("products", (self._threads, hidden)), self._room("squares", (count,))

        def work(thread: int, part: slice) -> None:
            arrays = gradient.W1, gradient.rows[part]
            size = part.stop - part.start
            self._squares(*_addresses(*arrays), size, hidden, *_addresses(products[thread], sums[part]))

        self._shared(work, count)
        return sums

    def adam(self, moved: Moved, gradient: Array, rows: npt.NDArray[np.int32], step: AdamStep) -> None:
        """See `Kernels`."""

        def work(_thread: int, part: slice) -> None:
            arrays = *moved, gradient, rows[part]
            self._adam(*_addresses(*arrays), part.stop - part.start, gradient.shape[1], *step)

        self._shared(work, len(rows))

    def exp(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        found: Doubles = numbers.copy(order="C")
        self._each(self._exp, *_addresses(found), found.size)
        return found

    def log(self, numbers: Doubles) -> Doubles:
        """See `Kernels`."""
        found: Doubles = numbers.copy(order="C")
        self._each(self._log, *_addresses(found), found.size)
        return found


def c_function(name: str) -> int:
    """Return the address of a function of the C library that Python itself uses."""
    return ctypes.cast(getattr(ctypes.CDLL(None), name), _P).value or 0


def _function(function: Any, takes: list[Any], returns: Any = None) -> Any:
    function.argtypes, function.restype = takes, returns
    return function


def _addresses(*arrays: npt.NDArray[Any]) -> list[int]:
    for array in arrays:
        if not array.flags.c_contiguous:
            raise ValueError(f"the compiled functions take arrays in C's order only; got strides {array.strides}")
    return [array.ctypes.data for array in arrays]
