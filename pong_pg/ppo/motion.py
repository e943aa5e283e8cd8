"""How fast the ball moves up or down: an input that follows from the lit pixels of two frames.

Where the ball will come follows from its height and from how many rows it moves in a step, times the steps until then.
The difference of two heights a single hidden layer can only approximate from pixels that it adds up, and has to learn
anew for each height. So the ball's motion is an input of its own, by the ball's column: together with its distance from
the paddle (`pong_pg.ppo.distances`), it tells where the ball will pass the paddle.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.distances import places_of_half_rows
from pong_pg.ppo.scene import BETWEEN_PADDLES, Indices


def motion_of(mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """Return the input of the ball's motion, 80 times the motion plus the column, and a pixel of the ball.

    The ball is all that is lit between the paddles. Its motion is how many half rows its middle has moved since the
    frame before, as a place, see `places_of_half_rows`: 0 for 39.5 rows upwards or more, 79 for as many downwards.
    Upside down, motion m is 79 - m.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.
        before: (6400,) bool, those of the frame before.

    Returns:
        Two arrays of one number from 0 to 6,399, or of none if the ball is in one of the frames only, or as high in
        both. The column is the ball's first, and the pixel the middle one of those in it.
    """
    now, then = (frame.reshape(SIDE, SIDE)[:, BETWEEN_PADDLES] for frame in (mask, before))
    doubled = [rows[0] + rows[-1] for rows in (np.flatnonzero(part.any(axis=1)) for part in (now, then)) if len(rows)]
    if len(doubled) < 2 or doubled[0] == doubled[1]:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    first = int(now.any(axis=0).argmax())
    column, rows = BETWEEN_PADDLES[first], np.flatnonzero(now[:, first])
    place = places_of_half_rows(np.array([doubled[0] - doubled[1]]))
    return place * SIDE + column, rows[[len(rows) // 2]] * SIDE + column
