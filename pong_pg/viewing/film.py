"""Steps of games as pictures at the speed of the console."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Step, frames_of
from pong_pg.viewing.overlay import Overlay

Image = npt.NDArray[np.uint8]

# How long the last picture stays: the score has just changed there.
_LAST_SECONDS = 1.0


class Writes(Protocol):
    """What pictures are written to."""

    def write(self, image: Image, times: int = 1) -> None:
        """Add a picture, (h, w, 3) uint8, for so many frames."""


class Film:
    """Records the steps of games as they were to be seen on the console.

    Args:
        recording: such as comes from `open_recording`, with scale 1 if there is an overlay.
        fps: that of the recording.
        speed: 1 is the console's; 0.5 shows everything twice as long.
        overlay: draws the decisions beside the screen; None for the screen alone.
    """

    def __init__(self, recording: Writes, *, fps: float, speed: float = 1.0, overlay: Overlay | None = None) -> None:
        self._recording, self._overlay = recording, overlay
        # Frames of the recording for each of the console's.
        self._rate = fps / (FRAMES_PER_SECOND * speed)
        self._before: Step | None = None
        # Frames of the console so far.
        self._passed = 0
        # Pictures of the recording so far.
        self._written = 0
        self._last: Image | None = None
        self._hold = round(_LAST_SECONDS * fps)

    def add(self, step: Step) -> None:
        """Record a step, and what the console drew since the one before."""
        for screen, shown in frames_of(self._before, step):
            # As many pictures as are due by now: none, one, or in slow motion several.
            due = math.floor(self._passed * self._rate + 1e-6) + 1 - self._written
            self._passed += 1
            if due > 0:
                self._last = screen if self._overlay is None else self._overlay.picture(screen, shown)
                self._recording.write(self._last, due)
                self._written += due
        self._before = None if step.over is not None else step

    def hold(self) -> None:
        """Show the last picture for a second."""
        if self._last is not None:
            self._recording.write(self._last, self._hold)
