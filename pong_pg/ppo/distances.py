"""Where the ball is relative to the agent's paddle: inputs that follow from the lit pixels of a frame.

Whether the paddle will meet the ball depends on the difference of their heights, which a single hidden layer can only
approximate from pixels that it adds up: for each height of the ball it has to learn anew. So a lit pixel between the
paddles is also an input of its own, by its column and its distance from the middle of the agent's paddle.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.scene import AGENT_COLUMNS, BETWEEN_PADDLES, Indices

# Distances, in half rows of pixels, beyond which all are one: 40 rows.
_FARTHEST = SIDE - 1


def distances_of(mask: npt.NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """Return the inputs of the lit pixels between the paddles, 80 times the distance plus the column, and the pixels.

    The distance is that from the middle of the agent's paddle, which is where both of its columns are lit: 0 for a
    pixel 39.5 rows above or higher, 79 for one 39.5 rows below or lower. Several pixels of a column that are so far
    away have one input: their number. Of a paddle with an odd number of rows, which is partly outside of the frame,
    distances are whole numbers, which count as half a row more; a pixel in the middle of it has none. Upside down,
    distance d is 79 - d.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.

    Returns:
        Two arrays of numbers from 0 to 6,399, ascending by pixel; they are empty without a paddle.
    """
    lit = mask.reshape(SIDE, SIDE)
    paddle = np.flatnonzero(lit[:, AGENT_COLUMNS].all(axis=1))
    if not len(paddle):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    y, x = np.nonzero(lit[:, BETWEEN_PADDLES])
    x = BETWEEN_PADDLES[x]
    doubled = 2 * y - (paddle[0] + paddle[-1])
    y, x, doubled = y[doubled != 0], x[doubled != 0], doubled[doubled != 0]
    return places_of_half_rows(doubled) * SIDE + x, y * SIDE + x


def places_of_half_rows(doubled: Indices) -> Indices:
    """Return places from 0 to 79 for differences of heights in half rows of pixels, none of which is 0.

    Differences of 79 half rows or more have the last place, of -79 or less the first; an even one, of whole rows, has
    that of half a row more. So a difference and its negative have places that add up to 79.
    """
    odd = np.where(doubled % 2, doubled, doubled + np.sign(doubled))
    places: Indices = (np.clip(odd, -_FARTHEST, _FARTHEST) + _FARTHEST) // 2
    return places
