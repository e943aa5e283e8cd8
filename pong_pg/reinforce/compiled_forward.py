"""The compiled forward pass of one game after another, and the record of its steps for the gradient."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from ctypes import POINTER, c_double, c_float, c_int32, c_int64, c_uint8
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import FRAME_SHAPE, PALETTE_MASK, PIXELS, ROWS, SIDE, Frame
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, check_array
from pong_pg.reinforce.network import Network

LIBRARY = Library(Path(__file__).with_name("forward.c"), symbols=("pong_pg_forward",))

# Steps for which there is room whenever more is made.
_STEPS = 64

# Takes the address of a `_Game` and returns the logit of going up.
Forward = Callable[[int], float]


@functools.cache
def compiled_function() -> Forward | None:
    """Return the function of `forward.c`; None where it can't be compiled."""
    library = LIBRARY.load()
    if library is None:
        return None
    function = library.pong_pg_forward
    function.argtypes, function.restype = [ctypes.c_void_p], c_double
    forward: Forward = function
    return forward


class _Game(ArrayStruct):
    """The struct `Game` of forward.c."""

    _fields_ = (
        ("screen", POINTER(c_uint8)),
        ("before", POINTER(c_uint8)),
        ("mask", POINTER(c_float)),
        ("W1", POINTER(c_float)),
        ("W2", POINTER(c_float)),
        ("hidden", c_int64),
        ("pixels", POINTER(c_int32)),
        ("signs", POINTER(c_float)),
        ("hidden_layers", POINTER(c_float)),
        ("ends", POINTER(c_int64)),
        ("steps", c_int64),
    )
    hidden: int
    steps: int


class CompiledForward:
    """The forward pass of a policy over one game at a time, step by step, by the compiled `forward.c`.

    Args:
        policy: the policy, in float32.
        function: the compiled function, from `compiled_function`.

    Attributes:
        screen: (210, 160) uint8 palette indices; the next frame is to be drawn here.

    Raises:
        ValueError: the policy's weights are not float32, W1_T is not in C order, or their shapes do not fit together.
    """

    def __init__(self, policy: Network, function: Forward) -> None:
        check_array(policy.W1_T, [np.float32], (PIXELS, policy.hidden), "W1_T")
        self._function = function
        self._game = _Game(hidden=policy.hidden, steps=0)
        self._address = self._game.address
        place = self._game.place
        self.screen: Frame = place("screen", np.empty(FRAME_SHAPE, np.uint8))
        self._before = place("before", np.empty((SIDE, FRAME_SHAPE[1]), np.uint8))
        place("mask", PALETTE_MASK.astype(np.float32))
        place("W1", policy.W1_T)
        place("W2", np.ascontiguousarray(policy.W2))
        place("pixels", np.empty(0, np.int32))
        place("signs", np.empty(0, np.float32))
        place("hidden_layers", np.empty((0, policy.hidden), np.float32))
        place("ends", np.empty(0, np.int64))

    @property
    def _used(self) -> int:
        """Changed pixels of this game so far, over all steps."""
        steps = self._game.steps
        return int(self._game.arrays["ends"][steps - 1]) if steps else 0

    def begin(self, frame: Frame) -> None:
        """Begin a game with its first frame, (210, 160) palette indices, whose difference frame is zero."""
        self._game.steps = self._room = 0
        self.screen[...] = frame
        self._before[...] = frame[ROWS]

    def _reserve(self, steps: int) -> None:
        """Allocate room for this many more steps, however many pixels change in them."""
        self._room = steps
        for name, room in (
            ("ends", self._game.steps + steps),
            ("hidden_layers", self._game.steps + steps),
            ("pixels", self._used + steps * PIXELS),
            ("signs", self._used + steps * PIXELS),
        ):
            array = self._game.arrays[name]
            if len(array) < room:
                # Pages that are never written to take no memory.
                larger = np.empty((2 * room, *array.shape[1:]), array.dtype)
                larger[: len(array)] = array
                self._game.place(name, larger)

    def forward(self) -> float:
        """Return the logit of going up for the frame on `screen`, and record the step."""
        if not self._room:
            self._reserve(_STEPS)
        self._room -= 1
        return self._function(self._address)

    def recorded(self) -> dict[str, npt.NDArray[Any]]:
        """Return the record of all steps of this game: the fields of `Episode` that come from the forward pass."""
        steps, used, arrays = self._game.steps, self._used, self._game.arrays
        return {
            "pixels": arrays["pixels"][:used].copy(),
            "signs": arrays["signs"][:used].copy(),
            "change_counts": np.diff(arrays["ends"][:steps], prepend=0).astype(np.intp),
            "hidden": arrays["hidden_layers"][:steps].copy(),
        }
