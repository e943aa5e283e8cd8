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
from pong_pg.native.structs import ArrayFunction, aligned_zeros
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
from pong_pg.ppo.network import MOST_ROWS, Array, Groups, Inputs, Weights

_FUNCTIONS = ("forward", "backward", "squares", "groups", "touched", "members", "combine", "block_sums", "adam", "each")
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
        inputs = [rows, places, places, _INT]
        self._forward = ArrayFunction(
            free.pong_pg_ppo_forward,
            [floats, floats, floats, _INT, _INT, *inputs, rows, places, _INT, floats, floats, floats],
        )
        self._backward = ArrayFunction(
            free.pong_pg_ppo_backward,
            [
                *(floats, _INT, _INT, *inputs, floats, floats, _INT, rows, _INT, rows, places),
                *(floats, floats, floats, _INT, _INT, floats),
            ],
        )
        self._squares = ArrayFunction(free.pong_pg_ppo_squares, [floats, rows, _INT, _INT, floats])
        self._groups = ArrayFunction(
            library.pong_pg_ppo_groups,
            [np.int16, places, places, _INT, np.uint8, rows, _INT, np.int16, np.int16, places, rows, places],
            returns=_INT,
        )
        self._touched = ArrayFunction(library.pong_pg_ppo_touched, [*inputs, rows, rows, rows], returns=_INT)
        self._members = ArrayFunction(
            library.pong_pg_ppo_members,
            [rows, _INT, np.int16, places, rows, rows, places, rows, rows, places],
            returns=_INT,
        )
        self._combine = ArrayFunction(
            free.pong_pg_ppo_combine, [floats, floats, rows, floats, _INT, rows, _INT, _INT, floats]
        )
        self._block_sums = ArrayFunction(
            free.pong_pg_ppo_block_sums,
            [floats, rows, _INT, rows, floats, _INT, _INT, _INT, _INT, np.uint8, rows, floats],
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
            # Room for more, since minibatches differ and batches grow; what is never written to takes no memory.
            array = arrays[name] = aligned_zeros((shape[0] + shape[0] // 4, *shape[1:]), np.dtype(dtype))
        return array[: shape[0]]

    def forward(self, weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
        """See `Kernels`."""
        found = touched or self.touched(inputs)
        check_rows(weights, found)
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        hidden_layers, out = self._buffer("hidden_layers", (samples, hidden)), self._buffer("out", (samples, outputs))
        groups, sums = len(found.members.ends), self._group_sums(found)

        def work(thread: int, part: slice) -> None:
            some = found.inputs, found.begins[part], found.ends[part], part.stop - part.start
            of_thread = *found.members, groups, sums[thread], hidden_layers[part], out[part]
            self._forward(*weights, hidden, outputs, *some, *of_thread)

        self._divided(work, samples)
        return hidden_layers, out

    def backward(
        self, weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
    ) -> Gradient:
        """See `Kernels`."""
        found = touched or self.touched(inputs)
        check_rows(weights, found)
        samples, hidden, outputs = len(inputs.ends), weights.hidden, len(weights.biases)
        W1, heads = self._buffer("dW1", (len(weights.W1), hidden)), self._buffer("d_heads", (outputs, hidden))
        d_hidden_layers = self._buffer("d_hidden_layers", (self._most_threads, hidden))
        sums = self._group_sums(found)
        observations = found.inputs, found.begins, found.ends, samples, hidden_layers, d_outputs
        groups = len(found.members.ends), found.rows, len(found.rows), *found.holders

        def work(thread: int, part: slice) -> None:
            of_thread = sums[thread], W1, heads, part.start, part.stop, d_hidden_layers[thread]
            self._backward(weights.heads, hidden, outputs, *observations, *groups, *of_thread)

        self._divided(work, hidden, _LINE)
        return Gradient(found.rows, W1, heads, np.add.reduce(d_outputs, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        hidden, count = gradient.W1.shape[1], len(gradient.rows)
        sums = self._buffer("squares", (count,))

        def work(_thread: int, part: slice) -> None:
            size = part.stop - part.start
            self._squares(gradient.W1, gradient.rows[part], size, hidden, sums[part])

        self._divided(work, count)
        return sums

    def _group_sums(self, touched: Touched) -> Array:
        """Return room for a block of hidden units of each group, for each thread."""
        groups = len(touched.members.ends)
        room = self._buffer("group_sums", (self._most_threads * groups, _BLOCK))
        return room.reshape(self._most_threads, groups, _BLOCK)

    def grouped(self, inputs: Inputs, classes: npt.NDArray[np.uint8]) -> Inputs:
        """See `Kernels`."""
        counts = inputs.ends - inputs.begins
        samples, most = len(counts), int(counts.sum())
        slots = 1 << (2 * min(most, 2 * CLASSES * samples)).bit_length()
        table, scratch = np.zeros(slots, np.int32), np.empty(int(counts.max(initial=0)), np.int16)
        rows, ends = np.empty(most, np.int16), np.empty(most, np.int64)
        found, found_ends = np.empty(most, np.int32), np.empty(samples, np.int64)
        some = inputs.rows, inputs.begins, inputs.ends, samples
        last = int(np.maximum(inputs.rows, ~inputs.rows).max(initial=-1))
        if last >= len(classes) or classes.max() >= CLASSES:
            raise ValueError(
                f"each row must have a class below {CLASSES}; got {len(classes)} classes up to {classes.max()}, and an "
                f"input for row {last}"
            )
        count = self._groups(*some, classes, table, slots, scratch, rows, ends, found, found_ends)
        ends = ends[:count].copy()
        groups = Groups(rows[: ends[-1] if count else 0].copy(), ends)
        listed = found[: found_ends[-1] if samples else 0].copy()
        return Inputs(listed, np.append(0, found_ends[:-1]), found_ends, groups)

    def touched(self, inputs: Inputs) -> Touched:
        """See `Kernels`."""
        (rows, group_ends), begins, ends = inputs.groups, inputs.begins, inputs.ends
        places = self._buffer("places", (len(group_ends),), np.int32)
        groups = self._buffer("groups", (len(group_ends),), np.int32)
        ends_here = np.cumsum(ends - begins)
        replaced = self._buffer("replaced", (int(ends_here[-1]),), np.int32)
        listed = np.asarray(inputs.rows, np.int32)
        count: int = self._touched(listed, begins, ends, len(ends), places, groups, replaced)
        counts = self._buffer("counts", (MOST_ROWS,), np.int32)
        members, member_ends = self._lists("members", count, len(rows))
        holders, holder_ends = self._lists("holders", MOST_ROWS, len(rows))
        found = self._buffer("rows", (MOST_ROWS,), np.int32)
        lists = counts, members, member_ends, found, holders, holder_ends
        held: int = self._members(groups, count, rows, group_ends, *lists)
        return Touched(
            replaced,
            np.append(0, ends_here[:-1]),
            ends_here,
            Lists(members[: member_ends[-1]], member_ends),
            found[:held],
            Lists(holders[: member_ends[-1]], holder_ends[:held]),
        )

    def _lists(self, name: str, lists: int, items: int) -> Lists:
        return Lists(self._buffer(name, (items,), np.int32), self._buffer(f"{name} ends", (lists,), np.int64))

    def combine(self, own: Array, shared: Array, blocks: Blocks, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""
        of_rows, values, _ = blocks
        levels, hidden = of_rows.shape[1], W1.shape[1]

        def work(_thread: int, part: slice) -> None:
            self._combine(own, shared, of_rows, values, levels, rows[part], part.stop - part.start, hidden, W1)

        self._divided(work, len(rows))

    def block_sums(self, gradient: Gradient, blocks: Blocks) -> tuple[Rows, Array]:
        """See `Kernels`."""
        of_rows, values, number = blocks
        levels, hidden = of_rows.shape[1], gradient.W1.shape[1]
        sums = self._buffer("block_sums", (number, hidden))
        found = self._buffer("found", (self._most_threads, number), np.int32)
        visited = self._buffer("visited_blocks", (self._most_threads, number), np.uint8)

        def work(thread: int, part: slice) -> int:
            some = gradient.W1, gradient.rows, len(gradient.rows), of_rows, values, levels
            of_thread = hidden, part.start, part.stop, visited[thread], found[thread], sums
            count: int = self._block_sums(*some, *of_thread)
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
