"""From the frames of a game to the network's inputs and an action: by `encoder.c`, or by NumPy with the same bits."""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Sequence
from ctypes import POINTER, c_double, c_float, c_int16, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import FRAME_SHAPE, PIXELS, ROWS, SIDE, Frame, crop
from pong_pg.native.build import Library, c_function
from pong_pg.native.structs import ArrayFunction, ArrayStruct
from pong_pg.ppo.kernels import outputs_of
from pong_pg.ppo.network import Weights, inputs_of
from pong_pg.ppo.position_tables import TABLES, ZEROS
from pong_pg.ppo.symmetry import reflected, reflections, swap_up_and_down

LIBRARY = Library(
    Path(__file__).with_name("encoder.c"),
    symbols=[f"pong_pg_ppo_{name}" for name in ("restart", "encode", "select_action")],
    c_symbols=("exp",),
)

_NO_ROWS = np.zeros(0, np.int16)
# Words of 64 bits that hold the mask of one row.
_MASK_WORDS = 2
# How many inputs of an observation there is room for at first; a frame of Pong has some 60 as pixels.
_USUAL_INPUTS = 64


def select_action(logits: Sequence[float], uniform: float, greedy: bool) -> int:
    """Return the action that is drawn from softmax(logits) by inverting the cumulative distribution.

    Args:
        logits: of the actions.
        uniform: a number in [0, 1), which selects the first action whose cumulative probability exceeds it.
        greedy: select the most probable action instead.
    """
    largest = max(logits)
    if greedy:
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


class Encoder:
    """Encodes the frames of one game, and keeps the observations of a rollout; by NumPy, slowly.

    An observation is made of the present frame and the one before it, see `pong_pg.ppo.network.inputs_of`.

    Args:
        table: (256,) zeros and ones: the mask of a frame is `table[frame]`.

    Attributes:
        screen: (210, 160) uint8; the next frame is to be drawn here.
    """

    def __init__(self, table: npt.NDArray[np.int8]) -> None:
        self.screen: Frame = np.zeros(FRAME_SHAPE, np.uint8)
        self._table = table.astype(np.bool_)
        self._before = np.zeros(PIXELS, np.bool_)

    def begin_game(self) -> None:
        """Make the frame on `screen` the previous frame, too: in its observation no pixel has changed."""
        self._before = self._seen()

    def _seen(self) -> npt.NDArray[np.bool_]:
        return self._table[crop(self.screen)].ravel()

    def begin_rollout(self, weights: Weights, observations: int, first: npt.NDArray[np.int16] | None) -> None:
        """Begin a new list of observations.

        Args:
            weights: the network that selects the actions; they are not copied, and must not be changed meanwhile.
            observations: the largest number that the list has to hold.
            first: the rows of the observation that was encoded last, which is the first of the list.

        Raises:
            ValueError: the weights are refused by their `check`.
        """
        del observations  # Any number has room.
        weights.check(np.int16)
        self._weights = weights
        self._rows = [] if first is None else [first]

    def encode(self) -> None:
        """Append the observation of the frame on `screen`."""
        seen = self._seen()
        self._rows.append(inputs_of(seen, self._before, self._weights.layout))
        self._before = seen

    def select_action(self, uniform: float, greedy: bool) -> int:
        """Return the action for the last observation, 0 to actions - 1, see `select_action`."""
        weights, found = self._weights, []
        for rows in (self._rows[-1], reflected(self._rows[-1], self._weights.layout)):
            signs, rows = np.where(rows < 0, -1, 1)[:, np.newaxis], np.where(rows < 0, ~rows, rows)
            total = (weights.W1[rows] * signs).sum(axis=0, dtype=np.int32)
            hidden_layer = np.maximum(total, 0).astype(np.float32)[np.newaxis]
            found.append(outputs_of(hidden_layer, weights.heads, weights.biases))
        outputs = found[0] + swap_up_and_down(found[1])
        return select_action(outputs[0, :-1].tolist(), uniform, greedy)

    def observations(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """Return the rows of all observations one after another, and where each observation's rows end."""
        return np.concatenate(self._rows), np.cumsum([len(rows) for rows in self._rows], dtype=np.int64)


def make_encoder(table: npt.NDArray[np.int8]) -> Encoder:
    """Return an encoder, compiled if possible, for frames whose mask is `table[frame]`."""
    library = LIBRARY.load()
    return Encoder(table) if library is None else CompiledEncoder(table, library)


class _Struct(ArrayStruct):
    """The struct `Encoder` of encoder.c."""

    _fields_ = (
        ("screen", POINTER(c_uint8)),
        ("before", POINTER(c_uint8)),
        ("lit", POINTER(c_uint64)),
        ("mask", POINTER(c_uint8)),
        ("W1", POINTER(c_int16)),
        ("lit_sums", POINTER(c_int32)),
        ("changed_sums", POINTER(c_int32)),
        ("heads", POINTER(c_float)),
        ("biases", POINTER(c_float)),
        ("reflections", POINTER(c_int16)),
        ("zeros", POINTER(c_int16)),
        ("hidden_layer", POINTER(c_float)),
        ("hidden", c_int64),
        ("has_pixels", c_int64),
        ("bias", c_int64),
        ("actions", c_int64),
        ("inputs", POINTER(c_int16)),
        ("ends", POINTER(c_int64)),
        ("observations", c_int64),
        ("exp", c_void_p),
    )
    hidden: int
    has_pixels: int
    bias: int
    actions: int
    observations: int


class CompiledEncoder(Encoder):
    """Encodes with the compiled `encoder.c`, fast.

    Args:
        table: see `Encoder`.
        library: the compiled file.
    """

    def __init__(self, table: npt.NDArray[np.int8], library: ctypes.PyDLL) -> None:
        self._struct = _Struct(exp=c_function("exp"))
        library.pong_pg_ppo_select_action.argtypes = [c_void_p, c_double, c_int64]
        library.pong_pg_ppo_select_action.restype = c_int64
        self._restart = ArrayFunction(library.pong_pg_ppo_restart, [c_void_p, np.int16, c_int64])
        library.pong_pg_ppo_encode.restype = c_int64
        self._encode = functools.partial(library.pong_pg_ppo_encode, c_void_p(self._struct.address))
        # Called at every step, so without a Python method in between.
        self.select_action = functools.partial(  # type: ignore[method-assign]
            library.pong_pg_ppo_select_action, self._struct.address
        )
        self.screen: Frame = self._struct.place("screen", np.zeros(FRAME_SHAPE, np.uint8))
        self._before = self._struct.place("before", np.zeros((SIDE, FRAME_SHAPE[1]), np.uint8))
        self._lit = self._struct.place("lit", np.zeros((SIDE, _MASK_WORDS), np.uint64))
        self._mask = self._struct.place("mask", table.astype(np.uint8))
        self._struct.place("zeros", ZEROS)

    def begin_game(self) -> None:
        """See `Encoder`."""
        self._before[...] = self.screen[ROWS]
        bits = np.zeros((SIDE, _MASK_WORDS * 64), np.uint8)
        bits[:, :SIDE] = self._mask[crop(self.screen)]
        self._lit[...] = np.packbits(bits, axis=1, bitorder="little").view("<u8")
        self._begin_sums(_NO_ROWS)

    def _begin_sums(self, rows: npt.NDArray[np.int16]) -> None:
        if "W1" in self._struct.arrays:
            self._restart(self._struct.address, rows, len(rows))

    def begin_rollout(self, weights: Weights, observations: int, first: npt.NDArray[np.int16] | None) -> None:
        """See `Encoder`."""
        weights.check(np.int16)
        struct, place = self._struct, self._struct.place
        for name, array in weights._asdict().items():
            place(name, array)
        place("lit_sums", np.empty((2, weights.hidden), np.int32))
        place("changed_sums", np.empty((2, weights.hidden), np.int32))
        place("hidden_layer", np.empty(weights.hidden, np.float32))
        struct.hidden, struct.actions = weights.hidden, weights.actions
        layout = weights.layout
        struct.has_pixels, struct.bias = layout.pixels, layout.bias
        place("reflections", reflections(layout))
        self._fullest = layout.rows if layout.pixels else TABLES
        self._listed = place("inputs", np.empty(self._fullest + observations * _USUAL_INPUTS, np.int16))
        self._ends = place("ends", np.empty(observations, np.int64))
        struct.observations = self._used = 0
        if first is not None:
            self._listed[: len(first)] = first
            self._ends[0] = self._used = len(first)
            struct.observations = 1
        self._begin_sums(_NO_ROWS if first is None else first)

    def encode(self) -> None:
        """See `Encoder`."""
        if self._used + self._fullest > len(self._listed):
            listed = self._listed[: self._used]
            self._listed = self._struct.place("inputs", np.empty(2 * len(self._listed), np.int16))
            self._listed[: self._used] = listed
        self._used = self._encode()

    def observations(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """See `Encoder`."""
        ends = self._ends[: self._struct.observations].copy()
        return self._listed[: ends[-1]].copy(), ends
