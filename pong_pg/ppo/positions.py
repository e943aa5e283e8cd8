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

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.position_tables import (
    ABOVE_AGENT,
    ABOVE_AGENT_FIRST,
    ABOVE_BY_COLUMN,
    ABOVE_COLUMNS,
    ABOVE_MOST,
    ABOVE_OPPONENT,
    ABOVE_OPPONENT_FIRST,
    ABOVE_ROWS,
    AGENT_HEIGHT,
    AGENT_MOVE,
    BALL_COLUMN,
    BALL_HEIGHT,
    BALL_RISE,
    BALL_RUN,
    FARTHEST,
    HEIGHTS,
    MOVE_COLUMNS,
    MOVES_BY_COLUMN,
    MOVES_FIRST,
    NO_BALL,
    OPPONENT_HEIGHT,
    OPPONENT_MOVE,
    STEEPEST,
)
from pong_pg.ppo.scene import Indices, scene_of


def positions_of(mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_]) -> tuple[Indices, list[tuple[str, ...]]]:
    """Return the inputs of an observation, without the bias, and what each is of.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.
        before: (6400,) bool, those of the frame before.

    Returns:
        Rows of W1, from 0 to `VIEW` - 1, ascending by table, and then those of pairs; and for each the names of the
        fields of `Scene` that decide it: what is not there, or was not there in the frame before, has no inputs that
        depend on it.
    """
    now, then = scene_of(mask), scene_of(before)
    found: list[tuple[int, tuple[str, ...]]] = []

    def moved(number: int, then: int | None, most: int) -> int | None:
        return None if then is None else min(max(number - then, -most), most)

    def add(table: int, value: int | None, *of: str) -> None:
        if value is not None:
            found.append((table + value, of))

    rows, columns = FARTHEST
    if now.ball is not None:
        add(BALL_HEIGHT, now.ball, "ball")
        add(BALL_COLUMN, now.column, "ball")
        add(ABOVE_AGENT, None if now.agent is None else now.ball - now.agent, "ball", "agent")
        add(ABOVE_OPPONENT, None if now.opponent is None else now.ball - now.opponent, "ball", "opponent")
        add(BALL_RISE, moved(now.ball, then.ball, rows), "ball")
        add(BALL_RUN, None if then.ball is None else moved(now.column, then.column, columns), "ball")
    for height, move, paddle, earlier, name in (
        (AGENT_HEIGHT, AGENT_MOVE, now.agent, then.agent, "agent"),
        (OPPONENT_HEIGHT, OPPONENT_MOVE, now.opponent, then.opponent, "opponent"),
    ):
        if paddle is not None:
            add(height, paddle, name)
            add(move, moved(paddle, earlier, rows), name)
    if now.ball is None:
        add(NO_BALL, 0)
    else:
        if then.ball is not None:
            add(MOVES_FIRST, _move_by_column(now.ball - then.ball, now.column - then.column, now.column), "ball")
        if now.agent is not None:
            add(ABOVE_AGENT_FIRST, _above_by_column(now.ball - now.agent, now.column), "ball", "agent")
        if now.opponent is not None:
            add(ABOVE_OPPONENT_FIRST, _above_by_column(now.ball - now.opponent, now.column), "ball", "opponent")
    return np.array([row for row, _ in found], np.intp), [of for _, of in found]


def _move_by_column(down: int, right: int, column: int) -> int:
    group = (right > 0) * (SIDE // MOVE_COLUMNS) + column // MOVE_COLUMNS
    return MOVES_BY_COLUMN.place(min(max(down, -STEEPEST), STEEPEST), group)


def _above_by_column(above: int, column: int) -> int:
    groups = min((abs(above) + ABOVE_ROWS // 2) // ABOVE_ROWS, ABOVE_MOST)
    return ABOVE_BY_COLUMN.place(groups if above > 0 else -groups, column // ABOVE_COLUMNS)


def pictures_of_rows(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return weights of positions as two pictures of each hidden unit: what a ball at a place adds to it.

    Args:
        rows: (rows of W1, hidden).

    Returns:
        (12800, hidden): 80x80 sums of the weights of a ball's height and of its column, by row and column of its place;
        and as many of the weights of how far it is above the agent's paddle and of its column, and of both as a pair,
        by that distance in rows and by its column, with row 40 for a ball at the height of the paddle.
    """
    places = np.arange(SIDE)
    columns = rows[BALL_COLUMN + places]
    heights = (
        rows[BALL_HEIGHT + np.minimum(2 * places + 1, HEIGHTS - 1)],
        rows[ABOVE_AGENT + 2 * (places - SIDE // 2)],
    )
    pictures = [(height[:, np.newaxis] + columns).reshape(SIDE * SIDE, -1) for height in heights]
    pairs = [_above_by_column(2 * (y - SIDE // 2), x) for y, x in itertools.product(range(SIDE), repeat=2)]
    pictures[1] = pictures[1] + rows[ABOVE_AGENT_FIRST + np.array(pairs)]
    return np.concatenate(pictures)
