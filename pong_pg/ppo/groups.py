"""Groups of inputs: the pixels of a paddle or of the ball that are lit, those newly lit, and those gone dark.

The rows of W1 that a paddle needs are the same in every observation in which it is there. The learner adds them up once
per minibatch, and then an observation's groups instead of its rows: nine instead of sixty. Likewise, it adds up the
gradients of observations for each group, and then those of groups for each row. The sums are the same except for
rounding.

Where a group ends is a matter of speed alone: the rows of an observation are divided by class, and groups with the same
rows are one.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.network import Layout
from pong_pg.ppo.position_tables import TABLE_OF_ROWS, TABLES
from pong_pg.ppo.scene import AGENT_COLUMNS, OPPONENT_COLUMNS

# Classes of rows of pixels: columns of the opponent, of the agent, and all others, each for lit and for changed pixels.
_PIXEL_CLASSES = 6
# Classes of rows, as in network.c: those of pixels, the bias, and one for each table of positions.
CLASSES = _PIXEL_CLASSES + 1 + TABLES


@functools.cache
def row_classes(layout: Layout) -> npt.NDArray[np.uint8]:
    """Return the class of each row of W1, (rows,)."""
    if layout.pixels:
        columns = np.zeros(SIDE, np.uint8)
        for number, paddle in enumerate((OPPONENT_COLUMNS, AGENT_COLUMNS), 1):
            columns[paddle] = number
        pixels = np.tile(columns, PIXELS // SIDE)
        classes = np.concatenate([pixels, 3 + pixels, [_PIXEL_CLASSES]]).astype(np.uint8)
    else:
        classes = _PIXEL_CLASSES + 1 + TABLE_OF_ROWS
    classes.flags.writeable = False
    return classes
