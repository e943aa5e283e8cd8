"""Where the ball and the paddles are, and how they moved: inputs instead of pixels.

The network is given a few whole numbers that are read off the pixels: heights, columns, distances and moves. Each
number has a table of inputs, one for each value, and the input of the present value is 1. Such a network is faster than
one on pixels, and plays better in the end: it need not learn what a ball and a paddle look like, nor the difference of
two heights.

There are also inputs for two of these numbers together, coarsely: how the ball moves, by the column that it is in,
which decides by how much it will rise until it comes to the paddle; and how far it is above either paddle, by its
column. A network with one hidden layer, which adds up what it knows of each number, can't tell either as well.

The reflection of an observation has inputs, and rows of the first layer, of its own, so that what is learned of one
holds for the other only as far as they share weights: Pong is not quite the same game upside down. Which row each input
has, and what rows share, is in `pong_pg.ppo.position_tables`.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo import position_tables as tables
from pong_pg.ppo.position_tables import AGENT_COLUMNS, OPPONENT_COLUMNS, Indices

Bools = npt.NDArray[np.bool_]

# Columns of pixels between the paddles, and beyond the opponent's.
_BETWEEN_PADDLES = np.setdiff1d(np.arange(AGENT_COLUMNS.start), np.arange(SIDE)[OPPONENT_COLUMNS])


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


def scene_of(mask: Bools) -> Scene:
    """Return where the ball and the paddles are in a mask, (6400,) bool."""
    lit = mask.reshape(SIDE, SIDE)
    between = lit[:, _BETWEEN_PADDLES]
    rows = np.flatnonzero(between.any(axis=1))
    ball = int(rows[0] + rows[-1]) if len(rows) else None
    column = 0 if ball is None else int(_BETWEEN_PADDLES[between.any(axis=0).argmax()])
    return Scene(ball, column, *(_middle(_paddle_rows(lit, columns)) for columns in (AGENT_COLUMNS, OPPONENT_COLUMNS)))


def _paddle_rows(lit: Bools, columns: slice) -> Indices:
    return np.flatnonzero(lit[:, columns].all(axis=1))


def _middle(rows: Indices) -> int | None:
    """Return twice the row of the middle of a paddle."""
    if not len(rows):
        return None
    first, last = int(rows[0]), int(rows[-1])
    if len(rows) <= tables.OUTSIDE and first == 0:
        return 2 * last - tables.OUTSIDE
    if len(rows) <= tables.OUTSIDE and last == SIDE - 1:
        return 2 * first + tables.OUTSIDE
    return first + last


def pixels_of(mask: Bools) -> dict[str, Indices]:
    """Return the lit pixels that each field of `Scene` follows from, "ball", "agent" and "opponent"."""
    lit = mask.reshape(SIDE, SIDE)
    y, x = np.nonzero(lit)
    found = {"ball": np.isin(x, _BETWEEN_PADDLES)}
    for name, columns in (("agent", AGENT_COLUMNS), ("opponent", OPPONENT_COLUMNS)):
        found[name] = np.isin(y, _paddle_rows(lit, columns)) & (columns.start <= x) & (x < columns.stop)
    return {name: (y * SIDE + x)[chosen] for name, chosen in found.items()}


def positions_of(mask: Bools, before: Bools) -> tuple[Indices, list[tuple[str, ...]]]:
    """Return the inputs of an observation, without the bias, and what each is of.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.
        before: (6400,) bool, those of the frame before.

    Returns:
        Rows of W1, those of single numbers before those of pairs, each in the order of the tables; and for each the
        names of the fields of `Scene` that decide it: what is not there, or was not there in the frame before, has no
        inputs that depend on it.
    """
    now, then = scene_of(mask), scene_of(before)
    column = None if now.ball is None else now.column
    down = _less(now.ball, then.ball)
    right = None if down is None else now.column - then.column
    above_agent, above_opponent = _less(now.ball, now.agent), _less(now.ball, now.opponent)
    # In the order of the tables.
    values = (
        (now.ball, "ball"),
        (column, "ball"),
        (above_agent, "ball agent"),
        (above_opponent, "ball opponent"),
        (_limited(down, tables.FARTHEST_ROWS), "ball"),
        (_limited(right, tables.FARTHEST_COLUMNS), "ball"),
        (now.agent, "agent"),
        (_limited(_less(now.agent, then.agent), tables.FARTHEST_ROWS), "agent"),
        (now.opponent, "opponent"),
        (_limited(_less(now.opponent, then.opponent), tables.FARTHEST_ROWS), "opponent"),
        (0 if now.ball is None else None, ""),
        (_move_by_column(down, right, now.column), "ball"),
        (_above_by_column(above_agent, now.column), "ball agent"),
        (_above_by_column(above_opponent, now.column), "ball opponent"),
    )
    found = [
        (zero + value, tuple(of.split()))
        for zero, (value, of) in zip(tables.ZEROS.tolist(), values, strict=True)
        if value is not None
    ]
    return np.array([row for row, _ in found], np.intp), [of for _, of in found]


def _less(number: int | None, other: int | None) -> int | None:
    return None if number is None or other is None else number - other


def _limited(number: int | None, most: int) -> int | None:
    return None if number is None else min(max(number, -most), most)


def _move_by_column(down: int | None, right: int | None, column: int) -> int | None:
    if down is None or right is None:
        return None
    group = (right > 0) * (SIDE // tables.MOVE_COLUMNS) + column // tables.MOVE_COLUMNS
    return group * (2 * tables.STEEPEST + 1) + min(max(down, -tables.STEEPEST), tables.STEEPEST)


def _above_by_column(above: int | None, column: int) -> int | None:
    if above is None:
        return None
    groups = min((abs(above) + tables.ABOVE_ROWS // 2) // tables.ABOVE_ROWS, tables.ABOVE_MOST)
    return column // tables.ABOVE_COLUMNS * (2 * tables.ABOVE_MOST + 1) + (groups if above > 0 else -groups)


def pictures_of_rows(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return weights of positions as two pictures of each hidden unit: what a ball at a place adds to it.

    Args:
        rows: (rows of W1, hidden).

    Returns:
        (12800, hidden): 80x80 sums of the weights of a ball's height and of its column, by row and column of its place;
        and as many of the weights of how far it is above the agent's paddle and of its column, and of both as a pair,
        by that distance in rows and by its column, with row 40 for a ball at the height of the paddle.
    """
    places, (height, column, above) = np.arange(SIDE), tables.ZEROS[:3]
    columns = rows[column + places]
    heights = rows[height + np.minimum(2 * places + 1, tables.HEIGHTS - 1)], rows[above + 2 * (places - SIDE // 2)]
    pictures = [(height[:, np.newaxis] + columns).reshape(SIDE * SIDE, -1) for height in heights]
    pairs = [_above_by_column(2 * (y - SIDE // 2), x) for y, x in itertools.product(range(SIDE), repeat=2)]
    pictures[1] = pictures[1] + rows[tables.ZEROS[tables.ABOVE_AGENT_BY_COLUMN] + np.array(pairs, np.intp)]
    return np.concatenate(pictures)
