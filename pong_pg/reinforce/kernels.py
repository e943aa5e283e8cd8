"""The compiled `kernels.c`: plays games, adds up their gradients, and takes the steps of RMSProp."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Mapping
from ctypes import POINTER, c_bool, c_double, c_float, c_int16, c_int64, c_uint8, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.errors import Stopped
from pong_pg.game.console_game import HEADERS, Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, array_function, check_array
from pong_pg.reinforce.reference import Episode, Eye, Mask

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]

# What the functions take: arrays of a type, or numbers; and what they return.
_ROLLOUT, _INT, _FLOAT, _INTS, _FLOATS, _FLAGS = c_void_p, c_int64, c_float, np.int64, np.float32, np.uint8
_FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    "look": ([_ROLLOUT], c_double),
    "play": ([_ROLLOUT], None),
    "gradient": ([_ROLLOUT, _FLOATS, _INTS, _INTS, _FLAGS, *[_FLOATS] * 3], c_double),
    "ascend": ([*[_INT] * 3, *[_FLOAT] * 4, _INTS, *[_FLOATS] * 3], c_bool),
}
LIBRARY = Library(
    Path(__file__).with_name("kernels.c"),
    symbols=[f"pong_pg_reinforce_{name}" for name in _FUNCTIONS],
    header_inputs=HEADERS,
)

# As in console_game.h.
_TRUNCATED = 2

# Steps for which there is room at first, and changes of each.
_STEPS = 2048
_CHANGES = 32


Kernels = Mapping[str, Callable[..., Any]]


@functools.cache
def kernels() -> Kernels | None:
    """Return the functions of `kernels.c`, by name; None where it can't be compiled."""
    library = LIBRARY.load()
    # CDLL lets other threads run meanwhile.
    return None if library is None else functions_of(ctypes.CDLL(library._name))


def functions_of(library: ctypes.CDLL) -> Kernels:
    """Return the functions of a compiled `kernels.c`, by name."""
    return {name: array_function(library[f"pong_pg_reinforce_{name}"], *types) for name, types in _FUNCTIONS.items()}


class Rollout(ArrayStruct):
    """The struct `Rollout` of kernels.c: a network that plays, and the record of its present game.

    Args:
        c: see `kernels`.
        hidden: hidden units of the network.
        stop: (1,) uint8, not 0 where games on the console are to be abandoned.
    """

    _fields_ = (
        ("game_at", c_void_p),
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

    def __init__(self, c: Kernels, hidden: int, stop: Flags | None = None) -> None:
        super().__init__(hidden=hidden)
        self._c = c
        self.place("stop", np.zeros(1, np.uint8) if stop is None else stop)
        # Of a game's gradient: zeros between two games.
        self._dW1, self._dW2, self._d_hidden = (np.zeros((rows, hidden), np.float32) for rows in (PIXELS, 1, 1))
        self._make_room(_STEPS)
        self.on(Game())

    def on(self, game: Game) -> None:
        """Play on this console from now on, or on what `look` is shown."""
        self.game, self.game_at = game, game.address

    def begin(self, W1: Floats, W2: Floats) -> None:
        """Forget the last game, and play the next with these weights, (6400, hidden) and (hidden,)."""
        for name, array, shape in (("W1", W1, (PIXELS, self.hidden)), ("W2", W2, (self.hidden,))):
            check_array(array, np.float32, shape, name)
            self.place(name, array)
        self.state = self.steps = self.changed = 0

    def _make_room(self, steps: int) -> None:
        """Make room for the record of so many steps and of what may change in them; more changes need more of it."""
        self.room, self.changes_room = steps, PIXELS + _CHANGES * steps
        shapes: dict[str, tuple[int, ...]] = {"changes": (self.changes_room,), "hidden_layers": (steps, self.hidden)}
        for name in ("changes", "ends", "hidden_layers", "p_up", "went_up", "rewards"):
            # Pages that are never written to take no memory.
            larger = np.empty(shapes.get(name, (steps,)), self._pointers[name][1])
            recorded = self.arrays.get(name, larger[:0])
            larger[: len(recorded)] = recorded
            self.place(name, larger)

    def _make_room_for_a_step(self) -> None:
        while self.steps == self.room or self.changed + PIXELS > self.changes_room:
            self._make_room(2 * self.room)

    def look(self, mask: Mask) -> float:
        """Return the probability of going up for the next frame's mask, (80, 80), and record the step."""
        self.game.mask[...] = mask
        if not self.steps:
            self.game.before[...] = mask
        self._make_room_for_a_step()
        p_up: float = self._c["look"](self.address)
        return p_up

    def play(self, env_seed: int, rng: np.random.Generator, *, greedy: bool = False) -> Episode:
        """Play a game on the console; for the arguments see `pong_pg.reinforce.rollout.Games.play`.

        Raises:
            Stopped: the stop flag is set.
        """
        self.game.prepare(env_seed, rng)
        self.greedy = greedy
        while not self.state:
            if self.arrays["stop"][0]:
                raise Stopped
            self._make_room_for_a_step()
            self._c["play"](self.address)
        p_up, went_up, rewards = (self.arrays[name][: self.steps] for name in ("p_up", "went_up", "rewards"))
        return Episode(p_up, went_up.view(np.bool_), rewards, self.state == _TRUNCATED)

    def add_gradient(self, coefficients: Floats, W1: Ints, W2: Ints, touched: Flags) -> float:
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
        refused: float = self._c["gradient"](self.address, coefficients, W1, W2, touched, *buffers)
        return refused


def new_record(hidden: int, stop: Flags | None = None) -> Rollout | Eye:
    """Return what looks at the frames of a game and records them: compiled, or the reference's.

    Args:
        hidden: hidden units of its networks.
        stop: see `Rollout`.
    """
    compiled = kernels()
    return Eye() if compiled is None else Rollout(compiled, hidden, stop)
