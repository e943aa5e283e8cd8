"""One game after another through the compiled forward pass, and what each step leaves for the gradient."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import FRAME_SHAPE, PALETTE_MASK, PIXELS, ROWS, SIDE, Frame
from pong_pg.native.build import Forward
from pong_pg.reinforce.policy import Policy


class _Game(ctypes.Structure):
    """The struct of forward.c."""

    _fields_ = (
        ("screen", ctypes.c_void_p),
        ("before", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("W1", ctypes.c_void_p),
        ("W2", ctypes.c_void_p),
        ("products", ctypes.c_void_p),
        ("hidden", ctypes.c_int64),
        ("pixels", ctypes.c_void_p),
        ("signs", ctypes.c_void_p),
        ("states", ctypes.c_void_p),
        ("ends", ctypes.c_void_p),
        ("steps", ctypes.c_int64),
    )


class Sight:
    """What a policy sees of one game, step by step, and what becomes of it in the network.

    Args:
        policy: the policy, in float32.
        forward: the compiled function.

    Attributes:
        screen: (210, 160) uint8 palette indices; the next frame is to be drawn here.
    """

    def __init__(self, policy: Policy, forward: Forward) -> None:
        if policy.W2.dtype != np.float32 or not policy.W1_T.flags.c_contiguous:
            raise ValueError("the compiled forward pass takes float32 in C's order only")
        self._forward = forward
        self._before = np.empty((SIDE, FRAME_SHAPE[1]), np.uint8)
        self.screen: Frame = np.empty(FRAME_SHAPE, np.uint8)
        self._game = _Game(hidden=policy.hidden, steps=0)
        self._address = ctypes.addressof(self._game)
        # By the fields' names. The struct has no more than addresses: these are what keeps the arrays alive.
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        self._place("screen", self.screen)
        self._place("before", self._before)
        self._place("mask", PALETTE_MASK.astype(np.float32))
        self._place("W1", policy.W1_T)
        self._place("W2", np.ascontiguousarray(policy.W2))
        self._place("products", np.empty(policy.hidden, np.float32))
        self._place("pixels", np.empty(0, np.int32))
        self._place("signs", np.empty(0, np.float32))
        self._place("states", np.empty((0, policy.hidden), np.float32))
        self._place("ends", np.empty(0, np.int64))

    def _place(self, name: str, array: npt.NDArray[Any]) -> None:
        self._arrays[name] = array
        setattr(self._game, name, array.ctypes.data)

    @property
    def _used(self) -> int:
        """Pixels that have changed in this game so far."""
        steps: int = self._game.steps
        return int(self._arrays["ends"][steps - 1]) if steps else 0

    def begin(self, frame: Frame) -> None:
        """Begin a game with its first frame, (210, 160) palette indices: nothing has changed in it."""
        self._game.steps = 0
        self.screen[...] = frame
        self._before[...] = frame[ROWS]

    def make_room(self, steps: int) -> None:
        """Make sure that so many steps can follow, whatever changes in them."""
        for name, room in (
            ("ends", self._game.steps + steps),
            ("states", self._game.steps + steps),
            ("pixels", self._used + steps * PIXELS),
            ("signs", self._used + steps * PIXELS),
        ):
            array = self._arrays[name]
            if len(array) < room:
                # What is never written to takes no memory.
                larger = np.empty((2 * room, *array.shape[1:]), array.dtype)
                larger[: len(array)] = array
                self._place(name, larger)

    def forward(self) -> float:
        """Return the logit of going up for what has changed on the screen; there must be room for a step."""
        return self._forward(self._address)

    def seen(self) -> dict[str, npt.NDArray[Any]]:
        """Return what all steps of this game have left, the fields of `Episode`."""
        steps, used = self._game.steps, self._used
        ends = self._arrays["ends"][:steps]
        return {
            "pixels": self._arrays["pixels"][:used].copy(),
            "signs": self._arrays["signs"][:used].copy(),
            "change_counts": np.diff(ends, prepend=0).astype(np.intp),
            "hidden": self._arrays["states"][:steps].copy(),
        }
