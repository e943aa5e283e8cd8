"""What a network sees of one game, and what it chooses: by the compiled `network.c`, or by NumPy, the same bits."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import FRAME_SHAPE, PIXELS, ROWS, SIDE, Frame, crop
from pong_pg.native import build
from pong_pg.ppo.kernels import c_function, choose
from pong_pg.ppo.network import ROWS as NETWORK_ROWS
from pong_pg.ppo.network import Inputs, Weights, inputs_of
from pong_pg.ppo.symmetry import forward, with_images

# Of 64 pixels each.
_MASK_WORDS = 2


class Eye(Protocol):
    """The last frames of one game, and the observations made of them since `start`.

    Attributes:
        screen: (210, 160) uint8; the next frame is to be drawn here.
    """

    screen: Frame

    def begin(self) -> None:
        """Take in what is on the screen as a frame after which nothing has changed yet."""

    def start(self, weights: Weights, observations: int, first: npt.NDArray[np.int16] | None) -> None:
        """Begin a list of at most so many observations, of which the first may be there already, as its rows."""

    def look(self) -> None:
        """Make an observation of what is on the screen."""

    def choose(self, uniform: float) -> int:
        """Return the action that a number in [0, 1) chooses for the last observation; the likeliest if negative."""

    def seen(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """Return the rows of all observations, and where each one's end."""


def eye(table: npt.NDArray[np.int8]) -> Eye:
    """Return an eye for frames whose values a (256,) table turns into the mask."""
    library = build.library()
    return NumPyEye(table) if library is None else CompiledEye(table, library)


class NumPyEye:
    """The slow way, which needs no compiler."""

    def __init__(self, table: npt.NDArray[np.int8]) -> None:
        self.screen: Frame = np.zeros(FRAME_SHAPE, np.uint8)
        self._table = table.astype(np.bool_)
        self._before = np.zeros(PIXELS, np.bool_)

    def begin(self) -> None:
        """See `Eye`."""
        self._before = self._mask()

    def _mask(self) -> npt.NDArray[np.bool_]:
        return self._table[crop(self.screen)].ravel()

    def start(self, weights: Weights, _observations: int, first: npt.NDArray[np.int16] | None) -> None:
        """See `Eye`."""
        self._weights = weights
        self._rows = [] if first is None else [first]

    def look(self) -> None:
        """See `Eye`."""
        mask = self._mask()
        self._rows.append(inputs_of(mask, self._before))
        self._before = mask

    def choose(self, uniform: float) -> int:
        """See `Eye`."""
        _, outputs = forward(self._weights, with_images(Inputs.one(self._rows[-1])))
        return choose(outputs[0, :-1].tolist(), uniform)

    def seen(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """See `Eye`."""
        ends = np.cumsum([len(rows) for rows in self._rows], dtype=np.int64)
        return np.concatenate(self._rows), ends


class _Seen(ctypes.Structure):
    """The struct of network.c."""

    _fields_ = (
        ("screen", ctypes.c_void_p),
        ("before", ctypes.c_void_p),
        ("lit", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("W1", ctypes.c_void_p),
        ("heads", ctypes.c_void_p),
        ("biases", ctypes.c_void_p),
        ("state", ctypes.c_void_p),
        ("products", ctypes.c_void_p),
        ("hidden", ctypes.c_int64),
        ("actions", ctypes.c_int64),
        ("inputs", ctypes.c_void_p),
        ("ends", ctypes.c_void_p),
        ("observations", ctypes.c_int64),
        ("exp", ctypes.c_void_p),
    )


class CompiledEye:
    """The fast way."""

    def __init__(self, table: npt.NDArray[np.int8], library: ctypes.PyDLL) -> None:
        self._seen = _Seen(exp=c_function("exp"))
        address = ctypes.addressof(self._seen)
        library.pong_pg_ppo_choose.argtypes = [ctypes.c_void_p, ctypes.c_double]
        library.pong_pg_ppo_choose.restype = ctypes.c_int64
        # Called at every step, so without a method of Python's in between.
        self.look = functools.partial(library.pong_pg_ppo_look, ctypes.c_void_p(address))
        self.choose = functools.partial(library.pong_pg_ppo_choose, address)
        # By the fields' names. The struct has no more than addresses: these are what keeps the arrays alive.
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        self.screen: Frame = self._placed("screen", np.zeros(FRAME_SHAPE, np.uint8))
        self._before = self._placed("before", np.zeros((SIDE, FRAME_SHAPE[1]), np.uint8))
        self._lit = self._placed("lit", np.zeros((SIDE, _MASK_WORDS), np.uint64))
        self._mask = self._placed("mask", table.astype(np.uint8))

    def _placed(self, name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        self._arrays[name] = array
        setattr(self._seen, name, array.ctypes.data)
        return array

    def begin(self) -> None:
        """See `Eye`."""
        self._before[...] = self.screen[ROWS]
        bits = np.zeros((SIDE, _MASK_WORDS * 64), np.uint8)
        bits[:, :SIDE] = self._mask[crop(self.screen)]
        self._lit[...] = np.packbits(bits, axis=1, bitorder="little").view("<u8")

    def start(self, weights: Weights, observations: int, first: npt.NDArray[np.int16] | None) -> None:
        """See `Eye`."""
        for name, array in weights._asdict().items():
            self._placed(name, array)
        self._placed("state", np.empty(weights.hidden, np.float32))
        self._placed("products", np.empty(weights.hidden, np.float32))
        self._seen.hidden, self._seen.actions = weights.hidden, weights.actions
        # Room for whatever may be seen. What is never written to takes no memory.
        self._rows = self._placed("inputs", np.empty(observations * NETWORK_ROWS, np.int16))
        self._ends = self._placed("ends", np.empty(observations, np.int64))
        self._seen.observations = 0
        if first is not None:
            self._rows[: len(first)] = first
            self._ends[0] = len(first)
            self._seen.observations = 1

    def seen(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """See `Eye`."""
        observations = self._seen.observations
        ends = self._ends[:observations].copy()
        return self._rows[: ends[-1]].copy(), ends
