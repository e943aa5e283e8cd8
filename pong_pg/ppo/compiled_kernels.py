"""The numerical kernels by the compiled `network.c`."""

from __future__ import annotations

import ctypes
import functools
import math
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.native.build import Library, c_function
from pong_pg.native.structs import ArrayFunction
from pong_pg.ppo.kernel_interface import AdamCoefficients, Doubles, Gradient, Parameter, Rows, Touched
from pong_pg.ppo.network import ROWS, Array, Inputs, Weights

_FUNCTIONS = (
    *("restart", "encode", "select_action", "forward", "backward"),
    *("squares", "touched", "combine", "block_sums", "adam", "each"),
)
LIBRARY = Library(
    Path(__file__).with_name("network.c"),
    symbols=[f"pong_pg_ppo_{name}" for name in _FUNCTIONS],
    c_symbols=("exp", "log"),
)

_INT, _FLOAT = ctypes.c_int64, ctypes.c_float
# More threads would wait for memory, and slow down the workers that play.
_MOST_THREADS = 4
# Fewest samples, rows or hidden units that are worth a thread.
_LEAST_PART = 32
# Hidden units that network.c takes at a time.
_BLOCK = 64
# Hidden units in a cache line: no two threads write to the same one.
_LINE = 16
_LINE_BYTES = 64


class CompiledKernels:
    """Computes with the compiled `network.c`, fast. Each thread that calls it has buffers of its own.

    The work of a call is divided among threads: by samples or rows where these are independent, and by hidden units
    where sums run over samples. So the number of threads does not change a bit of the result.

    Args:
        library: the compiled file.
        threads: number of threads; None for one for each CPU, up to four.
    """

    def __init__(self, library: ctypes.PyDLL, threads: int | None = None) -> None:
        self._most_threads = self._threads = threads or min(_MOST_THREADS, available_cores())
        # CDLL releases the interpreter's lock during a call, for the threads.
        free = ctypes.CDLL(library._name)
        floats, rows, places = np.float32, np.int32, np.int64
        inputs = [np.int16, places, places, _INT]
        listed = [rows, _INT, floats]
        self._forward = ArrayFunction(
            free.pong_pg_ppo_forward,
            [floats, floats, floats, _INT, _INT, *inputs, *listed, floats, floats],
        )
        self._backward = ArrayFunction(
            free.pong_pg_ppo_backward,
            [floats, _INT, _INT, *inputs, floats, floats, *listed, floats, floats, _INT, _INT, floats],
        )
        self._squares = ArrayFunction(free.pong_pg_ppo_squares, [floats, rows, _INT, _INT, floats])
        self._touched = ArrayFunction(library.pong_pg_ppo_touched, [*inputs, np.int16, rows, np.int16], returns=_INT)
        self._combine = ArrayFunction(free.pong_pg_ppo_combine, [floats, floats, rows, _INT, rows, _INT, _INT, floats])
        self._block_sums = ArrayFunction(
            free.pong_pg_ppo_block_sums,
            [floats, rows, _INT, rows, _INT, _INT, _INT, _INT, np.uint8, rows, floats],
            returns=_INT,
        )
        self._adam = ArrayFunction(
            free.pong_pg_ppo_adam, [floats, floats, floats, floats, rows, _INT, _INT, *[_FLOAT] * 8]
        )
        self._each = ArrayFunction(library.pong_pg_ppo_each, [ctypes.c_void_p, np.float64, _INT])
        self._exp, self._log = c_function("exp"), c_function("log")
        self._buffers = threading.local()

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._most_threads - 1, thread_name_prefix="pong_pg kernels")

    def limit_threads(self, most: int) -> None:
        """See `Kernels`."""
        self._threads = min(self._most_threads, most)

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
            array = arrays[name] = _aligned_zeros(shape, np.dtype(dtype))
        return array[: shape[0]]

    def forward(self, weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
        """See `Kernels`."""
        weights.check()
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        hidden_layers, out = self._buffer("hidden_layers", (samples, hidden)), self._buffer("out", (samples, outputs))
        _, listed, replaced = touched or self.touched(inputs)
        copies = self._buffer("copies", (self._most_threads, ROWS, _BLOCK))

        def work(thread: int, part: slice) -> None:
            some = replaced.rows, replaced.begins[part], replaced.ends[part], part.stop - part.start
            of_thread = listed, len(listed), copies[thread]
            self._forward(*weights, hidden, outputs, *some, *of_thread, hidden_layers[part], out[part])

        self._divided(work, samples)
        return hidden_layers, out

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
    ) -> Gradient:
        """See `Kernels`."""
        weights.check()
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        W1, heads = self._buffer("dW1", (ROWS, hidden)), self._buffer("d_heads", (outputs, hidden))
        d_hidden_layers = self._buffer("d_hidden_layers", (self._most_threads, hidden))
        rows, listed, replaced = touched or self.touched(inputs)
        copies = self._buffer("copies", (self._most_threads, ROWS, _BLOCK))
        observations = *replaced, samples, hidden_layers, d_outputs, listed, len(listed)

        def work(thread: int, part: slice) -> None:
            of_thread = copies[thread], W1, heads, part.start, part.stop, d_hidden_layers[thread]
            self._backward(weights.heads, hidden, outputs, *observations, *of_thread)

        self._divided(work, hidden, _LINE)
        return Gradient(rows, W1, heads, np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        hidden, count = gradient.W1.shape[1], len(gradient.rows)
        sums = self._buffer("squares", (count,))

        def work(_thread: int, part: slice) -> None:
            size = part.stop - part.start
            self._squares(gradient.W1, gradient.rows[part], size, hidden, sums[part])

        self._divided(work, count)
        return sums

    def touched(self, inputs: Inputs) -> Touched:
        """See `Kernels`."""
        listed, places = self._buffer("listed", (ROWS,), np.int32), self._buffer("places", (ROWS,), np.int16)
        ends = np.cumsum(inputs.ends - inputs.begins)
        replaced = self._buffer("replaced", (int(ends[-1]),), np.int16)
        count: int = self._touched(*inputs, len(ends), places, listed, replaced)
        of_all = Inputs(replaced, np.append(0, ends[:-1]), ends)
        return Touched(np.sort(listed[:count]), listed[:count], of_all)

    def combine(self, own: Array, shared: Array, blocks_of: Rows, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""
        levels, hidden = blocks_of.shape[1], W1.shape[1]

        def work(_thread: int, part: slice) -> None:
            self._combine(own, shared, blocks_of, levels, rows[part], part.stop - part.start, hidden, W1)

        self._divided(work, len(rows))

    def block_sums(self, gradient: Gradient, blocks_of: Rows) -> tuple[Rows, Array]:
        """See `Kernels`."""
        levels, hidden, blocks = blocks_of.shape[1], gradient.W1.shape[1], int(blocks_of.max()) + 1
        sums = self._buffer("block_sums", (blocks, hidden))
        found = self._buffer("found", (self._most_threads, blocks), np.int32)
        visited = self._buffer("visited_blocks", (self._most_threads, blocks), np.uint8)

        def work(thread: int, part: slice) -> int:
            some = gradient.W1, gradient.rows, len(gradient.rows), blocks_of, levels, hidden, part.start, part.stop
            count: int = self._block_sums(*some, visited[thread], found[thread], sums)
            return count

        # Each part finds the same blocks.
        count = self._divided(work, hidden, _LINE)[0]
        return np.sort(found[0][:count]), sums

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
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


def _aligned_zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Return zeros that begin at a cache line: vectors of rows would else lie across two lines, every second one."""
    size = math.prod(shape) * dtype.itemsize
    memory = np.zeros(size + _LINE_BYTES, np.uint8)
    begin = -memory.ctypes.data % _LINE_BYTES
    return memory[begin : begin + size].view(dtype).reshape(shape)
