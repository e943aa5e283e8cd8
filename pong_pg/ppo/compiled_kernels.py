"""The numerical kernels of learning, by the compiled `kernels.c`."""

from __future__ import annotations

import ctypes
import functools
import math
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import POINTER, c_int16, c_int32, c_int64, c_uint64
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.game.console_game import HEADERS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayFunction, ArrayStruct, aligned_zeros
from pong_pg.ppo.kernels import AdamStep, Gradient, Parameter, Rows
from pong_pg.ppo.network import OUTPUTS, ROWS, SHARED, SWAPPED, Array, Weights, reflected_rows, shared_of_rows
from pong_pg.ppo.reference import EPSILON, KEEP_MEAN, KEEP_SQUARE
from pong_pg.ppo.rollout import Rollout

Ends = npt.NDArray[np.int64]

_INT, _FLOATS, _INTS, _ENDS = ctypes.c_int64, np.float32, np.int32, np.int64
_INPUTS = [_INTS, _ENDS, _ENDS, _INT]
_GROUPS = [_INTS, _ENDS, _INT]
# What the functions of kernels.c take: arrays of a type, or numbers.
_ARGUMENTS: dict[str, list[Any]] = {
    "encode": [np.int16, _ENDS, np.uint8, np.uint8, _INT, ctypes.c_void_p, _INT, _INTS, _ENDS],
    "reflect": [ctypes.c_void_p, np.int16],
    "forward": [*[_FLOATS] * 3, _INT, _INT, *_INPUTS, *_GROUPS, *[_FLOATS] * 3],
    "backward": [_FLOATS, _INT, _INT, *_INPUTS, *[_FLOATS] * 2, *_GROUPS, _INTS, _INT, *[_FLOATS] * 3, _INT, _INT],
    "squares": [_FLOATS, _INTS, _INT, _INT, _FLOATS],
    "touched": [*_INPUTS, np.int16, _ENDS, *[_INTS] * 4, _ENDS, _INTS, _ENDS],
    "combine": [_FLOATS, _FLOATS, _INTS, _INTS, _INT, _INT, _FLOATS],
    "shared_gradient": [_FLOATS, _INTS, _INT, _INTS, *[_INT] * 3, np.uint8, _INTS, _FLOATS],
    "adam": [*[_FLOATS] * 4, _INTS, _INT, _INT, *[ctypes.c_float] * 8],
}
LIBRARY = Library(
    Path(__file__).with_name("kernels.c"),
    symbols=[f"pong_pg_ppo_{name}" for name in _ARGUMENTS],
    header_inputs=HEADERS,
)

# More threads would wait for memory, and slow down what plays.
_MOST_THREADS = 4
# Fewest samples, rows or hidden units that are worth a thread.
_LEAST_PART = 32
# Hidden units that kernels.c takes at a time.
_BLOCK = 64
# Hidden units in a cache line: no two threads write to the same one.
_LINE = 16
# Most groups of an observation: three of lit pixels, as many of newly lit ones and of those gone dark, and the bias.
_GROUPS_EACH = 10


class _Groups(ArrayStruct):
    """The struct `Groups` of inputs.h."""

    _fields_ = (
        ("slots", POINTER(c_int32)),
        ("slot_mask", c_int64),
        ("keys", POINTER(c_uint64)),
        ("rows", POINTER(c_int16)),
        ("ends", POINTER(c_int64)),
        ("images", POINTER(c_int32)),
        ("count", c_int64),
        ("room", c_int64),
    )
    count: int


class Inputs(NamedTuple):
    """The inputs of the observations of a batch, by group, and after them those of their reflections.

    Attributes:
        groups: (k,) int32, the index of each group whose rows are added, or its complement (~index) where they are
            subtracted.
        begins: (observations,) int64, where each observation's groups begin.
        ends: (observations,) int64, where they end.
        rows: int16, the rows of W1 in each group, one group after another.
        group_ends: (groups,) int64, where each group's rows end.
    """

    groups: Rows
    begins: Ends
    ends: Ends
    rows: npt.NDArray[np.int16]
    group_ends: Ends


class Touched(NamedTuple):
    """The inputs of a minibatch, and the groups and rows of W1 that are among them.

    Attributes:
        inputs: (k,) int32, the observations' groups one after another, each as its place among those that occur, in the
            order in which they first do (or, where the group is subtracted, that place's complement).
        begins: (observations,) int64, where each observation's inputs begin.
        ends: (observations,) int64, where they end.
        members: int32, the rows of W1 of each group that occurs, one group after another.
        member_ends: int64, where each group's rows end.
        rows: (rows,) int32, ascending, all of these rows.
    """

    inputs: Rows
    begins: Ends
    ends: Ends
    members: Rows
    member_ends: Ends
    rows: Rows


class CompiledKernels:
    """Computes in C, fast; see `pong_pg.ppo.kernels.Kernels`. Each thread that calls it has buffers of its own.

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
        returns = dict.fromkeys(("encode", "reflect", "shared_gradient"), _INT)
        self._c = {
            name: ArrayFunction(getattr(free, f"pong_pg_ppo_{name}"), takes, returns.get(name))
            for name, takes in _ARGUMENTS.items()
        }
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

    def encode(self, rollouts: Sequence[Rollout]) -> Inputs:
        """See `Kernels`."""
        room = 1 << 20
        while (inputs := self._encoded(rollouts, room)) is None:
            room *= 2
        return inputs

    def _encoded(self, rollouts: Sequence[Rollout], room: int) -> Inputs | None:
        """Return the inputs; None if there are more rows in their groups than there is room for."""
        observations = sum(len(rollout.ends) for rollout in rollouts)
        most = 2 * _GROUPS_EACH * observations
        groups, slots = _Groups(room=room), 2 << most.bit_length()
        self._buffer("slots", (slots,), np.int32).fill(0)
        groups.slot_mask = slots - 1
        groups.place("slots", self._buffer("slots", (slots,), np.int32))
        groups.place("keys", self._buffer("keys", (most,), np.uint64))
        rows = groups.place("rows", self._buffer("group rows", (room,), np.int16))
        group_ends = groups.place("ends", self._buffer("group ends", (most,), np.int64))
        images = groups.place("images", self._buffer("images", (most,), np.int32))
        inputs = self._buffer("inputs", (_GROUPS_EACH * observations,), np.int32)
        ends = np.empty(observations, np.int64)
        used = done = 0
        for changes, changes_end, mask, _, _, over, _ in rollouts:
            count = len(changes_end)
            arrays = changes, changes_end, over, mask, count, groups.address, used, inputs, ends[done : done + count]
            used, done = self._c["encode"](*arrays), done + count
            if used < 0:
                return None
        if not self._c["reflect"](groups.address, reflected_rows()):
            return None
        found, begins = inputs[:used], np.append(0, ends[:-1])
        # The reflection of a group that is subtracted is subtracted.
        reflected = np.where(found < 0, ~images[~found], images[found])
        return Inputs(
            np.concatenate([found, reflected]),
            np.concatenate([begins, begins + used]),
            np.concatenate([ends, ends + used]),
            rows[: group_ends[groups.count - 1]],
            group_ends[: groups.count],
        )

    def select(self, inputs: Inputs, indices: npt.NDArray[np.intp]) -> Touched:
        """See `Kernels`; the observations are followed by their reflections."""
        both = np.concatenate([indices, indices + len(inputs.ends) // 2])
        begins, chosen_ends, count = inputs.begins[both], inputs.ends[both], len(inputs.group_ends)
        places, listed = (self._buffer(name, (count,), np.int32) for name in ("places", "listed"))
        ends = np.cumsum(chosen_ends - begins)
        replaced = self._buffer("replaced", (int(ends[-1]),), np.int32)
        members = self._buffer("members", (len(inputs.rows),), np.int32)
        member_ends = self._buffer("member ends", (count,), np.int64)
        rows, counts = self._buffer("rows", (ROWS,), np.int32), np.empty(2, np.int64)
        found = places, listed, replaced, members, member_ends, rows, counts
        self._c["touched"](inputs.groups, begins, chosen_ends, len(both), inputs.rows, inputs.group_ends, *found)
        groups, used = counts.tolist()
        begins = np.append(0, ends[:-1])
        return Touched(replaced, begins, ends, members[: member_ends[groups - 1]], member_ends[:groups], rows[:used])

    def _group_sums(self, touched: Touched) -> Array:
        """Return room for a block of hidden units of each group, for each thread."""
        groups = len(touched.member_ends)
        room = self._buffer("group_sums", (self._most_threads * groups, _BLOCK))
        return room.reshape(self._most_threads, groups, _BLOCK)

    def forward(self, weights: Weights, chosen: Touched) -> tuple[Array, Array]:
        """See `Kernels`."""
        weights.check()
        samples, hidden = len(chosen.ends), weights.hidden
        hidden_layers, out = self._buffer("hidden_layers", (samples, hidden)), self._buffer("out", (samples, OUTPUTS))
        members, sums = (chosen.members, chosen.member_ends), self._group_sums(chosen)

        def work(thread: int, part: slice, size: int) -> None:
            some = chosen.inputs, chosen.begins[part], chosen.ends[part], size
            of_thread = *members, len(chosen.member_ends), sums[thread], hidden_layers[part], out[part]
            self._c["forward"](*weights, hidden, OUTPUTS, *some, *of_thread)

        self._divided(work, samples)
        return hidden_layers, out[: samples // 2] + out[samples // 2 :, SWAPPED]

    def backward(self, weights: Weights, chosen: Touched, hidden_layers: Array, d_outputs: Array) -> Gradient:
        """See `Kernels`."""
        weights.check()
        d_both = np.concatenate([d_outputs, d_outputs[:, SWAPPED]])
        samples, hidden = len(chosen.ends), weights.hidden
        W1, heads = self._buffer("dW1", weights.W1.shape), self._buffer("d_heads", (OUTPUTS, hidden))
        sums = self._group_sums(chosen)
        observations = *chosen[:3], samples, hidden_layers, d_both
        groups = chosen.members, chosen.member_ends, len(chosen.member_ends), chosen.rows, len(chosen.rows)

        def work(thread: int, part: slice, _size: int) -> None:
            of_thread = sums[thread], W1, heads, part.start, part.stop
            self._c["backward"](weights.heads, hidden, OUTPUTS, *observations, *groups, *of_thread)

        self._divided(work, hidden, _LINE)
        return Gradient(chosen.rows, W1, heads, np.add.reduce(d_both, axis=0))

    def squares(self, gradient: Gradient) -> Array:
        """See `Kernels`."""
        sums = self._buffer("squares", (len(gradient.rows),))

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["squares"](gradient.W1, gradient.rows[part], size, gradient.W1.shape[1], sums[part])

        self._divided(work, len(sums))
        return sums

    def combine(self, own: Array, shared: Array, rows: Rows, W1: Array) -> None:
        """See `Kernels`."""

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["combine"](own, shared, shared_of_rows(), rows[part], size, W1.shape[1], W1)

        self._divided(work, len(rows))

    def shared_gradient(self, gradient: Gradient) -> tuple[Rows, Array]:
        """See `Kernels`."""
        hidden = gradient.W1.shape[1]
        sums = self._buffer("shared_gradient", (SHARED, hidden))
        found = self._buffer("found", (self._most_threads, SHARED), np.int32)
        visited = self._buffer("visited", (self._most_threads, SHARED), np.uint8)

        def work(thread: int, part: slice, _size: int) -> Any:
            some = gradient.W1, gradient.rows, len(gradient.rows), shared_of_rows(), hidden, part.start, part.stop
            return self._c["shared_gradient"](*some, visited[thread], found[thread], sums)

        # Each part finds the same.
        count = self._divided(work, hidden, _LINE)[0]
        return np.sort(found[0][:count]), sums

    def adam(self, parameter: Parameter, gradient: Array, rows: Rows, step: AdamStep) -> None:
        """See `Kernels`."""
        unbias = 1 / math.sqrt(1 - KEEP_SQUARE**step.steps)
        rate = step.rate / (1 - KEEP_MEAN**step.steps)
        numbers = step.scale, KEEP_MEAN, 1 - KEEP_MEAN, KEEP_SQUARE, 1 - KEEP_SQUARE, rate, unbias, EPSILON

        def work(_thread: int, part: slice, size: int) -> None:
            self._c["adam"](*parameter, gradient, rows[part], size, gradient.shape[1], *numbers)

        self._divided(work, len(rows))
