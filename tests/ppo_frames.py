"""Frames as the network sees them, made by hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.network import PIXEL_LAYOUT

PIXEL_CLASSES = row_classes(PIXEL_LAYOUT)
# A paddle of eight rows, of seven at the edge of the frame, and none.
PADDLES = [range(30, 38), range(73, 80), range(7), range(0)]


def frame_with(paddle: range, *pixels: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Return the (6400,) mask of the agent's paddle, which has these rows, and some pixels."""
    lit = np.zeros((80, 80), np.bool_)
    lit[paddle.start : paddle.stop, 70:72] = True
    for y, x in pixels:
        lit[y, x] = True
    return lit.ravel()
