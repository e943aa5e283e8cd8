"""Where the ball and the paddles are in a frame, read off its pixels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import COLUMN_STEP, SIDE

Indices = npt.NDArray[np.intp]

# Columns of pixels with the two paddles.
OPPONENT_COLUMNS, AGENT_COLUMNS = (
    slice(16 // COLUMN_STEP, 20 // COLUMN_STEP),
    slice(140 // COLUMN_STEP, 144 // COLUMN_STEP),
)
# Columns of pixels between the paddles, and beyond the opponent's.
BETWEEN_PADDLES = np.setdiff1d(np.arange(AGENT_COLUMNS.start), np.arange(SIDE)[OPPONENT_COLUMNS])
# A paddle has eight rows; its middle may be so many half rows outside of the mask.
OUTSIDE = 7


class Scene(NamedTuple):
    """What is in a frame.

    Attributes:
        ball: twice the row of the middle of the ball, which is all that is lit between the paddles; None without.
        column: the first that the ball is in.
        agent: twice the row of the middle of the agent's paddle, which is where both of its columns are lit; or None.
            Where it reaches the edge of the mask, it is taken to go on outside of it to its full height of eight rows.
        opponent: the same of the opponent's.
    """

    ball: int | None
    column: int
    agent: int | None
    opponent: int | None


def scene_of(mask: npt.NDArray[np.bool_]) -> Scene:
    """Return where the ball and the paddles are in a mask, (6400,) bool."""
    lit = mask.reshape(SIDE, SIDE)
    between = lit[:, BETWEEN_PADDLES]
    ball = _middle(np.flatnonzero(between.any(axis=1)))
    column = 0 if ball is None else int(BETWEEN_PADDLES[between.any(axis=0).argmax()])
    agent, opponent = (_paddle(_paddle_rows(lit, columns)) for columns in (AGENT_COLUMNS, OPPONENT_COLUMNS))
    return Scene(ball, column, agent, opponent)


def _paddle_rows(lit: npt.NDArray[np.bool_], columns: slice) -> Indices:
    return np.flatnonzero(lit[:, columns].all(axis=1))


def _middle(rows: Indices) -> int | None:
    return int(rows[0] + rows[-1]) if len(rows) else None


def _paddle(rows: Indices) -> int | None:
    middle = _middle(rows)
    if middle is None or len(rows) > OUTSIDE:
        return middle
    if rows[0] == 0:
        return int(2 * rows[-1]) - OUTSIDE
    return int(2 * rows[0]) + OUTSIDE if rows[-1] == SIDE - 1 else middle


def pixels_of(mask: npt.NDArray[np.bool_]) -> dict[str, Indices]:
    """Return the lit pixels that each field of `Scene` follows from, "ball", "agent" and "opponent"."""
    lit = mask.reshape(SIDE, SIDE)
    y, x = np.nonzero(lit)
    found = {"ball": np.isin(x, BETWEEN_PADDLES)}
    for name, columns in (("agent", AGENT_COLUMNS), ("opponent", OPPONENT_COLUMNS)):
        found[name] = np.isin(y, _paddle_rows(lit, columns)) & (columns.start <= x) & (x < columns.stop)
    return {name: (y * SIDE + x)[chosen] for name, chosen in found.items()}
