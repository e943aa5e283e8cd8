"""What the left player sees: the screen mirrored, so that its own paddle is on the right as in training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# Colours of the left and of the right player, of paddle and score, in the emulator's palette.
LEFT_COLOR, RIGHT_COLOR = 56, 200
# The digits of the score: those of the right player stand half a screen to the right of those of the left one.
_SCORE = slice(1, 24)
_HALF = 80
# Where paddles move: from wall to wall, in these columns.
_FIELD = slice(34, 194)
LEFT_PADDLE, RIGHT_PADDLE = slice(16, 20), slice(140, 144)
BACKGROUND = 34


def _swapped() -> npt.NDArray[np.uint8]:
    table = np.arange(256, dtype=np.uint8)
    table[[LEFT_COLOR, RIGHT_COLOR]] = RIGHT_COLOR, LEFT_COLOR
    return table


_SWAPPED = _swapped()


def mirrored(frame: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return a palette screen with left and right exchanged, as the right player of the mirrored game would see it.

    Positions are mirrored and colours exchanged, and the scores change places, with digits that can be read. Paddles
    stand in the same columns at both sides, but the console draws the left one a row higher than the right one, for the
    same place in its memory: the mirrored paddles are moved by that row.

    Args:
        frame: (210, 160) uint8 palette indices.

    Raises:
        ValueError: it is of another shape.
    """
    if frame.shape != (210, 160):
        raise ValueError(f"a palette screen must be of shape (210, 160); got {frame.shape}")
    whole = _SWAPPED[frame[:, ::-1]]
    # The first row has a few black pixels at its left end, whoever plays.
    whole[0] = frame[0]
    whole[_SCORE] = _SWAPPED[np.roll(frame[_SCORE], _HALF, axis=1)]
    field = whole[_FIELD]
    _move(field[:, RIGHT_PADDLE], RIGHT_COLOR, 1)
    _move(field[:, LEFT_PADDLE], LEFT_COLOR, -1)
    return whole


def _move(columns: npt.NDArray[np.uint8], color: int, rows: int) -> None:
    """Move what has a colour down by some rows, in place, but for what touches the wall, which is cut off there."""
    lit = np.flatnonzero((columns == color).any(axis=1))
    if not len(lit):
        return
    top, end = int(lit[0]), int(lit[-1]) + 1
    paddle = (columns[top:end] == color).copy()
    columns[top:end][paddle] = BACKGROUND
    height = len(columns)
    new_top = top if top == 0 else top + rows
    new_end = end if end == height else end + rows
    columns[max(0, new_top) : min(height, new_end)] = color
