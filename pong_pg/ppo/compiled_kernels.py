"""The numerical kernels by the compiled `kernels.c`, with the bits of `pong_pg.ppo.kernels`."""

from __future__ import annotations

import ctypes
import functools
import math
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.native.build import Library, c_function
from pong_pg.native.structs import ArrayFunction, aligned_zeros
from pong_pg.ppo.kernels import (
    AdamCoefficients,
    Doubles,
    Gradient,
    Inputs,
    Lists,
    NumPyKernels,
    Parameter,
    Rows,
    Sharing,
    Touched,
)
from pong_pg.ppo.network import LAYOUT_OF_ROWS, Array, Weights

_INT, _FLOATS, _INTS, _ENDS = ctypes.c_int64, np.float32, np.int32, np.int64
_INPUTS = [_INTS, _ENDS, _ENDS, _INT]
_GROUPS = [_INTS, _ENDS, _INT]
# What the functions of kernels.c take: arrays of a type, or numbers.
_ARGUMENTS: dict[str, list[Any]] = {
    "forward": [*[_FLOATS] * 3, _INT, _INT, *_INPUTS, *_GROUPS, *[_FLOATS] * 3],
    "backward": [_FLOATS, _INT, _INT, *_INPUTS, *[_FLOATS] * 2, *_GROUPS, _INTS, _INT, *[_FLOATS] * 3, _INT, _INT],
    "squares": [_FLOATS, _INTS, _INT, _INT, _FLOATS],
    "touched": [*_INPUTS, np.int16, _ENDS, *[_INTS] * 4, _ENDS, _INTS, _ENDS],
    "combine": [_FLOATS, _FLOATS, _INTS, _FLOATS, _INT, _INTS, _INT, _INT, _FLOATS],
    "shared_gradient": [_FLOATS, _INTS, _INT, _INTS, _FLOATS, *[_INT] * 4, np.uint8, _INTS, _FLOATS],
    "adam": [*[_FLOATS] * 4, _INTS, _INT, _INT, *[ctypes.c_float] * 8],
    "each": [ctypes.c_void_p, np.float64, _INT],
}
LIBRARY = Library(
    Path(__file__).with_name("kernels.c"),
    symbols=[f"pong_pg_ppo_{name}" for name in _ARGUMENTS],
    c_symbols=("exp", "log"),
)

_MOST_ROWS = max(LAYOUT_OF_ROWS)
# More threads would wait for memory, and slow down the workers that play.
_MOST_THREADS = 4
# Fewest samples, rows or hidden units that are worth a thread.
_LEAST_PART = 32
# Hidden units that kernels.c takes at a time.
_BLOCK = 64
# Hidden units in a cache line: no two threads write to the same one.
_LINE = 16


@functools.cache
def kernels() -> NumPyKernels:
    """Return the compiled kernels, or NumPy's where `kernels.c` can't be compiled."""
    library = LIBRARY.load()
    return NumPyKernels() if library is None else CompiledKernels(library)


# A forked child has none of its parent's threads, and would wait for them forever.
os.register_at_fork(after_in_child=kernels.cache_clear)


class CompiledKernels(NumPyKernels):
    """Computes with the compiled `kernels.c`, fast. Each thread that calls it has buffers of its own.

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
        returns = {"shared_gradient": _INT}
        self._c = {
            name: ArrayFunction(getattr(free, f"pong_pg_ppo_{name}"), takes, returns.get(name))
            for name, takes in _ARGUMENTS.items()
        }
        self._exp, self._log = c_function("exp"), c_function("log")
        self._buffers = threading.local()

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._most_threads - 1, thread_name_prefix="pong_pg kernels")

    def limit_threads(self, most: int) -> None:
        """Use so many threads from now on, at least 1, and no more than at first."""
        self._threads = min(self._most_threads, most)

    def _divided(self, work: Callable[[int, slice, int], Any], size: int, multiple: int = 1) -> list[Any]:
        """Divide `size` items among the threads, this one among them, in parts that begin at multiples.

        Args:
            work: is given the number of a thread, its part, and how long that is.
            size: of all parts.
            multiple: of which each part's begin is one.
        """
        share = max(_LEAST_PART, math.ceil(size / self._threads / multiple) * multiple)
        parts = [slice(begin, min(begin + share, size)) for begin in range(0, size, share)]
        arguments = [(number, part, part.stop - part.start) for number, part in enumerate(parts)]
        futures = [self._pool.submit(work, *some) for some in arguments[1:]]
        return [*(work(*some) for some in arguments[:1]), *(future.result() for future in futures)]

    def _buffer(self, name: str, shape: tuple[int, ...], dtype: Any = np.float32) -> npt.NDArray[Any]:
        """Return an array that is reused from call to call: each page of a new one would cost a page fault."""
        arrays: dict[str, npt.NDArray[Any]] = vars(self._buffers)
        array = arrays.get(name)
        if array is None or array.shape[1:] != shape[1:] or len(array) < shape[0]:
            # Room for more, since minibatches differ and batches grow; what is never written to takes no memory.
            array = arrays[name] = aligned_zeros((shape[0] + shape[0] // 4, *shape[1:]), np.dtype(dtype))
        return array[: shape[0]]

    def touched(self, inputs: Inputs) -> Touched:
        """See `NumPyKernels`."""
        group_rows, group_ends = inputs.rows
        places, listed = (self._buffer(name, (len(group_ends),), np.int32) for name in ("places", "listed"))
        ends = np.cumsum(inputs.ends - inputs.begins)
        replaced = self._buffer("replaced", (int(ends[-1]),), np.int32)
        members = self._buffer("members", (len(group_rows),), np.int32)
        member_ends = self._buffer("member ends", (len(group_ends),), np.int64)
        rows, counts = self._buffer("rows", (_MOST_ROWS,), np.int32), np.empty(2, np.int64)
        found = places, listed, replaced, members, member_ends, rows, counts
        self._c["touched"](*inputs[:3], len(ends), *inputs.rows, *found)
        groups, count = counts.tolist()
        lists = Lists(members[: member_ends[groups - 1]], member_ends[:groups])
        return Touched(replaced, np.append(0, ends[:-1]), ends, lists, rows[:count])

    def _group_sums(self, touched: Touched) -> Array:
        """Return room for a block of hidden units of each group, for each thread."""
        groups = len(touched.members.ends)
        room = self._buffer("group_sums", (self._most_threads * groups, _BLOCK))
        return room.reshape(self._most_threads, groups, _BLOCK)

    def forward(self, weights: Weights, touched: Touched) -> tuple[Array, Array]:
        """See `NumPyKernels`."""
        weights.check()
        samples, hidden, outputs = len(touched.ends), weights.hidden, len(weights.biases)
        hidden_layers, out = self._buffer("hidden_layers", (samples, hidden)), self._buffer("out", (samples, outputs))
        members, sums = touched.members, self._group_sums(touched)

        def work(thread: int, part: slice, size: int) -> None:
            some = touched.inputs, touched.begins[part], touched.ends[part], size
            of_thread = *members, len(members.ends), sums[thread], hidden_layers[part], out[part]
            self._c["forward"](*weights, hidden, outputs, *some, *of_thread)

        self._divided(work, samples)
        return hidden_layers, out

    def backward(self, weights: Weights, touched: Touched, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """See `NumPyKernels`."""
        weights.check()
        samples, hidden, outputs = len(touched.ends), weights.hidden, len(weights.biases)
        W1, heads = self._buffer("dW1", weights.W1.shape), self._buffer("d_heads", (outputs, hidden))
        sums = self._group_sums(touched)
        observations = *touched[:3], samples, hidden_layers, d_outputs
        groups = *touched.members, len(touched.members.ends), touched.rows, len(touched.rows)

        def work(thread: int, part: slice, _size: int) -> None:
            of_thread = sums[thread], W1, heads, part.start, part.stop
            self._c["backward"](weights.heads, hidden, outputs, *observations, *groups, *of_thread)

        self._divided(work, hidden, _LINE)
        return Gradient(touched.rows, W1, heads, np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `NumPyKernels`."""
        sums = self._buffer("squares", (len(gradient.rows),))

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["squares"](gradient.W1, gradient.rows[part], size, gradient.W1.shape[1], sums[part])

        self._divided(work, len(sums))
        return sums

    def combine(self, own: Array, shared: Array, sharing: Sharing, rows: Rows, W1: Array) -> None:
        """See `NumPyKernels`."""
        of_rows, values, _ = sharing

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["combine"](own, shared, of_rows, values, of_rows.shape[1], rows[part], size, W1.shape[1], W1)

        self._divided(work, len(rows))

    def shared_gradient(self, gradient: Gradient, sharing: Sharing) -> tuple[Rows, Array]:
        """See `NumPyKernels`."""
        of_rows, values, number = sharing
        hidden = gradient.W1.shape[1]
        sums = self._buffer("shared_gradient", (number, hidden))
        found = self._buffer("found", (self._most_threads, number), np.int32)
        visited = self._buffer("visited", (self._most_threads, number), np.uint8)

        def work(thread: int, part: slice, _size: int) -> Any:
            some = gradient.W1, gradient.rows, len(gradient.rows), of_rows, values, of_rows.shape[1]
            of_thread = hidden, part.start, part.stop, visited[thread], found[thread], sums
            return self._c["shared_gradient"](*some, *of_thread)

        # Each part finds the same.
        count = self._divided(work, hidden, _LINE)[0]
        return np.sort(found[0][:count]), sums

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamCoefficients) -> None:
        """See `NumPyKernels`."""

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["adam"](*parameter, gradient, rows[part], size, gradient.shape[1], *step)

        self._divided(work, len(rows))

    def exp(self, numbers: Doubles) -> Doubles:
        """See `NumPyKernels`."""
        return self._applied(self._exp, numbers)

    def log(self, numbers: Doubles) -> Doubles:
        """See `NumPyKernels`."""
        return self._applied(self._log, numbers)

    def _applied(self, function: int, numbers: Doubles) -> Doubles:
        results: Doubles = numbers.copy(order="C")
        self._c["each"](function, results, results.size)
        return results
