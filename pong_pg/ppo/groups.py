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

# Columns of the screen with the two paddles.
_OPPONENT, _AGENT = range(16, 20), range(140, 144)
# Classes of rows, as in network.c: columns of the opponent, of the agent, and all others, each for lit and for changed
# pixels; and the bias.
CLASSES = 7


def _row_classes() -> npt.NDArray[np.uint8]:
    columns = np.zeros(SIDE, np.uint8)
    for number, paddle in enumerate((_OPPONENT, _AGENT), 1):
        columns[paddle.start // COLUMN_STEP : paddle.stop // COLUMN_STEP] = number
    lit = np.tile(columns, PIXELS // SIDE)
    return np.concatenate([lit, lit + 3, [CLASSES - 1]]).astype(np.uint8)


# (12801,), the class of each row of W1.
ROW_CLASSES = _row_classes()
