"""The compiled `kernels.c`: plays games, adds up their gradients, and takes the steps of RMSProp."""

from __future__ import annotations

import ctypes
import functools
import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes import POINTER, c_double, c_float, c_int16, c_int64, c_uint8, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.game.console_game import HEADER, Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library, c_function
from pong_pg.native.structs import ArrayFunction, ArrayStruct, aligned_zeros
from pong_pg.reinforce.reference import EPSILON, Episode, Eye, Mask

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Touched = npt.NDArray[np.uint8]

# What the functions take: arrays of a type, or numbers; and what they return.
_ROLLOUT, _INT, _FLOAT, _INTS, _FLOATS, _FLAGS = c_void_p, c_int64, c_float, np.int64, np.float32, np.uint8
_FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    "look": ([_ROLLOUT], c_double),
    "play": ([_ROLLOUT], None),
    "gradient": ([_ROLLOUT, _FLOATS, _INTS, _INTS, _FLAGS, *[_FLOATS] * 3], c_double),
    "add": ([_INTS, _FLAGS, _INTS, _FLAGS, _INT, _INT], None),
    "ascend": ([_INTS, _FLAGS, *[_FLOATS] * 2, *[_INT] * 2, *[_FLOAT] * 4, _INT, np.float64], _INT),
}
LIBRARY = Library(
    Path(__file__).with_name("kernels.c"),
    symbols=[f"pong_pg_reinforce_{name}" for name in _FUNCTIONS],
    c_symbols=("exp",),
    header_inputs=(HEADER,),
)

# As in console_game.h.
TRUNCATED = 2

# Steps and changes for which there is room at first.
_STEPS = 2048
_CHANGES = 32 * _STEPS


@functools.cache
def kernels() -> Kernels | None:
    """Return the compiled functions; None where `kernels.c` can't be compiled."""
    library = LIBRARY.load()
    return None if library is None else Kernels(library)


@functools.cache
def threads() -> ThreadPoolExecutor:
    """Return one thread for each CPU."""
    return ThreadPoolExecutor(available_cores(), thread_name_prefix="pong_pg reinforce")


# A forked child has none of its parent's threads, and would wait for them forever.
os.register_at_fork(after_in_child=threads.cache_clear)


class Kernels:
    """The functions of `kernels.c`, which let other threads run meanwhile.

    Args:
        library: the compiled file.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        free = ctypes.CDLL(library._name)
        functions = {
            name: ArrayFunction(getattr(free, f"pong_pg_reinforce_{name}"), *types)
            for name, types in _FUNCTIONS.items()
        }
        self.look, self.play, self.gradient = functions["look"], functions["play"], functions["gradient"]
        self._add, self._ascend = functions["add"], functions["ascend"]
        self.exp = c_function("exp")

    def add(self, total: tuple[Ints, Touched], other: tuple[Ints, Touched]) -> None:
        """Add the rows of a sum that are touched to another, and mark them there."""
        _divided(lambda rows: self._add(*_rows(rows, *total, *other), rows.stop - rows.start, total[0].shape[1]), total)

    def ascend(
        self,
        gradient: tuple[Ints, Touched],
        weights: Floats,
        memory: Floats,
        rates: tuple[float, float],
        *,
        is_taken: bool,
    ) -> tuple[bool, float]:
        """Take a step of RMSProp in place, or only look at it.

        Args:
            gradient: (rows, columns), in steps of the grid, and (rows,), which of them are not zero.
            weights: (rows, columns).
            memory: (rows, columns).
            rates: learning rate and decay rate.
            is_taken: change weights and memory.

        Returns:
            Where it only looks: whether all weights and memory will be finite, and the sum of the gradient's squares.
        """
        squares = np.zeros(len(weights))
        learning_rate, decay = rates
        factors = learning_rate, decay, 1 - decay, EPSILON, is_taken

        def some(rows: slice) -> Any:
            arrays = _rows(rows, *gradient, weights, memory)
            return self._ascend(*arrays, rows.stop - rows.start, weights.shape[1], *factors, squares[rows])

        is_finite = all(_divided(some, gradient))
        # In any order, so in none that depends on the processor.
        return is_finite, math.fsum(squares.tolist())


def _rows(rows: slice, *arrays: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    return [array[rows] for array in arrays]


def _divided(work: Callable[[slice], Any], gradient: tuple[Ints, Touched]) -> list[Any]:
    """Divide rows among the threads, or do them here if they are few."""
    rows = len(gradient[0])
    share = math.ceil(rows / available_cores()) if rows >= PIXELS else rows
    parts = [slice(begin, min(begin + share, rows)) for begin in range(0, rows, share)]
    return list(threads().map(work, parts)) if len(parts) > 1 else [work(parts[0])]


class Rollout(ArrayStruct):
    """The struct `Rollout` of kernels.c: a network that plays, and the record of its present game.

    Args:
        c: the functions.
        hidden: hidden units of the network.
        stop: (1,) uint8, not 0 where games are to be abandoned.
    """

    _fields_ = (
        ("game_at", c_void_p),
        ("exp", c_void_p),
        ("W1", POINTER(c_float)),
        ("W2", POINTER(c_float)),
        ("hidden", c_int64),
        ("greedy", c_int64),
        ("stop", POINTER(c_uint8)),
        ("state", c_int64),
        ("steps", c_int64),
        ("room", c_int64),
        ("changed", c_int64),
        ("changes_room", c_int64),
        ("changes", POINTER(c_int16)),
        ("ends", POINTER(c_int64)),
        ("hidden_layers", POINTER(c_float)),
        ("p_up", POINTER(c_double)),
        ("went_up", POINTER(c_uint8)),
        ("rewards", POINTER(c_double)),
    )
    hidden: int
    steps: int
    changed: int

    def __init__(self, c: Kernels, hidden: int, stop: npt.NDArray[np.uint8]) -> None:
        super().__init__(hidden=hidden)
        self._c, self.exp = c, c.exp
        self.place("stop", stop)
        # Of a game's gradient: zeros between two games.
        self._dW1, self._dW2 = (aligned_zeros(shape, np.float32) for shape in ((PIXELS, hidden), (hidden,)))
        self._d_hidden = aligned_zeros((hidden,), np.float32)
        self._room_for(_STEPS, _CHANGES)
        self.on(Game())

    def on(self, game: Game) -> None:
        """Play on this console from now on, or on what is shown to `look`."""
        self.game, self.game_at = game, game.address

    def begin(self, W1: Floats, W2: Floats) -> None:
        """Forget the last game, and play the next with these weights, (6400, hidden) and (hidden,)."""
        self.place("W1", W1)
        self.place("W2", W2)
        self.state = self.steps = self.changed = 0

    def _room_for(self, steps: int, changes: int) -> None:
        self.room, self.changes_room = steps, max(changes, PIXELS)
        for name, shape, dtype in (
            ("changes", (self.changes_room,), np.int16),
            ("ends", (steps,), np.int64),
            ("hidden_layers", (steps, self.hidden), np.float32),
            ("p_up", (steps,), np.float64),
            ("went_up", (steps,), np.uint8),
            ("rewards", (steps,), np.float64),
        ):
            # Pages that are never written to take no memory.
            larger = np.empty(shape, dtype)
            recorded = self.arrays.get(name, larger[:0])
            larger[: len(recorded)] = recorded
            self.place(name, larger)

    def _make_room(self) -> None:
        if self.steps == self.room:
            self._room_for(2 * self.room, self.changes_room)
        if self.changed + PIXELS > self.changes_room:
            self._room_for(self.room, 2 * self.changes_room)

    def look(self, mask: Mask) -> float:
        """Return the probability of going up for the next frame's mask, (80, 80), and record the step."""
        self.game.mask[...] = mask
        if not self.steps:
            self.game.before[...] = mask
        self._make_room()
        p_up: float = self._c.look(self.address)
        return p_up

    def play(self, env_seed: int, rng: np.random.Generator, *, greedy: bool = False) -> Episode | None:
        """Play a game on the console; None if it was abandoned.

        Args:
            env_seed: seed of the environment's `reset`.
            rng: draws the actions.
            greedy: take the likelier action instead of drawing one.
        """
        self.game.prepare(env_seed, rng)
        self.greedy = greedy
        while not self.state:
            if self.arrays["stop"][0]:
                return None
            self._make_room()
            self._c.play(self.address)
        p_up, went_up, rewards = (self.arrays[name][: self.steps] for name in ("p_up", "went_up", "rewards"))
        return Episode(p_up, went_up.view(np.bool_), rewards, self.state == TRUNCATED)

    def add_gradient(self, coefficients: Floats, W1: Ints, W2: Ints, touched: Touched) -> float:
        """Add the gradient of the recorded game to a sum in steps of the grid.

        Args:
            coefficients: (steps,), see `reference.Eye.gradient`.
            W1: (6400, hidden).
            W2: (hidden,).
            touched: (6400,), set to 1 for the rows of W1 that change.

        Returns:
            An entry of the gradient that is not finite or too large, after which the sum is of no use; otherwise 0.
        """
        buffers = self._dW1, self._dW2, self._d_hidden
        refused: float = self._c.gradient(self.address, coefficients, W1, W2, touched, *buffers)
        return refused


def new_record(hidden: int, stop: npt.NDArray[np.uint8] | None = None) -> Rollout | Eye:
    """Return what looks at the frames of a game and records them: compiled, or the reference's.

    Args:
        hidden: hidden units of its networks.
        stop: see `Rollout`.
    """
    compiled = kernels()
    return Eye() if compiled is None else Rollout(compiled, hidden, np.zeros(1, np.uint8) if stop is None else stop)
