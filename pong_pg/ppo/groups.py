"""Groups of inputs: the pixels of a paddle or of the ball that are lit, those newly lit, and those gone dark.

The rows of W1 that a paddle needs are the same in every observation in which it is there. The learner adds them up once
per minibatch, and then an observation's groups instead of its rows: nine instead of sixty. Likewise, it adds up the
gradients of observations for each group, and then those of groups for each row. The sums are the same except for
rounding.

Where a group ends is a matter of speed alone: the rows of an observation are divided by class, and groups with the same
rows are one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import COLUMN_STEP, PIXELS, SIDE

# Columns of pixels with the two paddles.
OPPONENT_COLUMNS, AGENT_COLUMNS = (
    slice(16 // COLUMN_STEP, 20 // COLUMN_STEP),
    slice(140 // COLUMN_STEP, 144 // COLUMN_STEP),
)
# Classes of rows, as in network.c: columns of the opponent, of the agent, and all others, each for lit and for changed
# pixels; the bias; distances; and the ball's motion.
CLASSES = 9


def _row_classes() -> npt.NDArray[np.uint8]:
    columns = np.zeros(SIDE, np.uint8)
    for number, paddle in enumerate((OPPONENT_COLUMNS, AGENT_COLUMNS), 1):
        columns[paddle] = number
    lit = np.tile(columns, PIXELS // SIDE)
    return np.concatenate([lit, 3 + lit, [6], np.full(PIXELS, 7), np.full(PIXELS, 8)]).astype(np.uint8)


# (25601,), the class of each row of W1.
ROW_CLASSES = _row_classes()
