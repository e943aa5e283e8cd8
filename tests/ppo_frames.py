"""Frames as the network sees them, made by hand, and what the learner is given of observations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pong_pg.ppo.symmetry import select, with_reflections

from pong_pg.ppo.kernels import Touched
from pong_pg.ppo.network import PIXEL_LAYOUT, Layout

# A paddle of eight rows, of seven at the edge of the frame, and none.
PADDLES = [range(30, 38), range(73, 80), range(7), range(0)]


def frame_with(paddle: range, *pixels: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Return the (6400,) mask of the agent's paddle, which has these rows, and some pixels."""
    lit = np.zeros((80, 80), np.bool_)
    lit[paddle.start : paddle.stop, 70:72] = True
    for y, x in pixels:
        lit[y, x] = True
    return lit.ravel()


def listed(
    observations: Sequence[npt.NDArray[np.integer] | list[int]],
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """Return the rows of observations one after another, and where those of each end."""
    rows = np.concatenate([np.array(part, np.int16) for part in observations])
    return rows, np.cumsum([len(part) for part in observations], dtype=np.int64)


def touched_by(*observations: npt.NDArray[np.integer] | list[int], layout: Layout = PIXEL_LAYOUT) -> Touched:
    """Return what the network is given of observations and of their reflections."""
    return select(with_reflections(*listed(observations), layout), np.arange(len(observations)))
