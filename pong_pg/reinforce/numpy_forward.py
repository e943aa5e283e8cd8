"""The forward pass of one game in NumPy, step by step: plain, for other environments, and the oracle of `forward.c`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import FRAME_SHAPE, SIDE, Frame, crop, mask_table
from pong_pg.reinforce.network import Array, Differences, Network


class NumPyForward:
    """The forward pass of a policy over one game at a time, with the bits of `CompiledForward`.

    Args:
        policy: the policy.
        whole: whether frames are drawn whole, (210, 160) palette indices; otherwise only the (80, 80) part that `crop`
            takes from a frame.

    Attributes:
        screen: uint8; the next frame is to be drawn here.
    """

    def __init__(self, policy: Network, *, whole: bool) -> None:
        self._policy, self._whole = policy, whole
        self.screen: Frame = np.zeros(FRAME_SHAPE if whole else (SIDE, SIDE), np.uint8)

    def begin(self, frame: Frame) -> None:
        """Begin a game with its first frame, whose difference frame is zero."""
        self._table = mask_table(frame)
        self.screen[...] = frame if self._whole else crop(frame)
        self._before = self._mask()
        self._differences: list[Differences] = []
        self._hidden: list[Array] = []

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._table[crop(self.screen) if self._whole else self.screen]

    def forward(self) -> float:
        """Return the logit of going up for the frame on `screen`, and record the step."""
        now = self._mask()
        differences = Differences.between(now, self._before)
        self._before = now
        hidden, (logit,) = self._policy.forward(differences)
        self._differences.append(differences)
        self._hidden.append(hidden)
        return logit

    def recorded(self) -> dict[str, npt.NDArray[Any]]:
        """Return the record of all steps of this game: the fields of `Episode` that come from the forward pass."""
        pixels, signs, counts = zip(*self._differences, strict=True)
        return {
            "pixels": np.concatenate(pixels),
            "signs": np.concatenate(signs),
            "change_counts": np.concatenate(counts),
            "hidden": np.concatenate(self._hidden),
        }
