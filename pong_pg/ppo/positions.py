"""Where the ball and the paddles are, and how they moved: inputs instead of pixels.

With `inputs="positions"`, the network is not given the pixels but a few whole numbers that are read off them: heights,
columns, distances and moves. Each number has a table of inputs, one for each value, and the input of the present value
is 1. Such a network is faster than one on pixels, and plays better in the end: it need not learn what a ball and a
paddle look like, nor the difference of two heights.

The reflection of an observation has inputs, and rows of the first layer, of its own, so that what is learned of one
holds for the other only as far as they share weights (`shared_weights`): Pong is not quite the same game upside down.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.distances import BETWEEN_PADDLES, Indices
from pong_pg.ppo.groups import AGENT_COLUMNS, OPPONENT_COLUMNS

# Heights are in half rows of the mask, which are rows of the screen: twice the row of a middle, 0 to 158 for a ball.
HEIGHTS = 2 * SIDE - 1
# A paddle has eight rows; its middle may be so many half rows outside of the mask.
_OUTSIDE = 7
# Moves of more half rows, or columns, count as so many: the ball is put back, or was not seen.
_FARTHEST = 40, 20
# Sines and cosines have so many periods in 256 half rows, or in 128 columns.
_FREQUENCIES = 1, 2, 4, 8, 16
# They are rounded to multiples of this: a sine's last bit depends on the machine's mathematical library.
_STEP = 2.0**-12

Function = Callable[[float], float]


def _waves(unit: float) -> list[Function]:
    """Return a linear function, sines and cosines of a number of rows of the screen, which is `unit` times a value."""

    def wave(function: Function, frequency: int) -> Function:
        return lambda value: 2 * function(math.pi * frequency * unit * value / 128)

    waves = [wave(function, frequency) for function in (math.sin, math.cos) for frequency in _FREQUENCIES]
    return [lambda value: unit * value / 32, *waves]


_MOVES: list[Function] = [lambda value: value / 4, lambda value: 2 * math.tanh(value / 2)]
_CONSTANT: list[Function] = [lambda _value: 1.0]


class _Table(NamedTuple):
    """The values of a number: from `lowest` on, so many, and what they are upside down.

    Attributes:
        lowest: of them.
        size: how many there are.
        mirrored: whether a value has the place of the last value minus itself in the reflection.
        functions: of a value, whose weights all of its table share.
    """

    lowest: int
    size: int
    mirrored: bool
    functions: list[Function]


def _height(outside: int = 0) -> _Table:
    return _Table(-outside, HEIGHTS + 2 * outside, True, _waves(1.0))


def _difference(most: int, functions: list[Function], *, mirrored: bool = True) -> _Table:
    return _Table(-most, 2 * most + 1, mirrored, functions)


# In the order in which an observation's inputs are listed, as in encoder.c: of the ball its height, its column, how far
# it is above the agent's paddle and the opponent's, and its moves; then the paddles' heights and moves; and whether
# there is no ball.
_TABLES = (
    _height(),
    _Table(0, SIDE, False, _waves(2.0)),
    _difference(HEIGHTS - 1 + _OUTSIDE, _waves(1.0)),
    _difference(HEIGHTS - 1 + _OUTSIDE, _waves(1.0)),
    _difference(_FARTHEST[0], _MOVES),
    _difference(_FARTHEST[1], _MOVES, mirrored=False),
    _height(_OUTSIDE),
    _difference(_FARTHEST[0], _MOVES),
    _height(_OUTSIDE),
    _difference(_FARTHEST[0], _MOVES),
    _Table(0, 1, False, _CONSTANT),
)
(
    _BALL_HEIGHT,
    _BALL_COLUMN,
    _ABOVE_AGENT,
    _ABOVE_OPPONENT,
    _BALL_RISE,
    _BALL_RUN,
    _AGENT_HEIGHT,
    _AGENT_MOVE,
    _OPPONENT_HEIGHT,
    _OPPONENT_MOVE,
    _NO_BALL,
) = (sum(table.size for table in _TABLES[:number]) - table.lowest for number, table in enumerate(_TABLES))
# Inputs of an observation; those of its reflection are as many more; and after them the hidden layer's bias.
VIEW = sum(table.size for table in _TABLES)
POSITION_BIAS = 2 * VIEW
POSITION_ROWS = POSITION_BIAS + 1


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
    if middle is None or len(rows) > _OUTSIDE:
        return middle
    if rows[0] == 0:
        return int(2 * rows[-1]) - _OUTSIDE
    return int(2 * rows[0]) + _OUTSIDE if rows[-1] == SIDE - 1 else middle


def pixels_of(mask: npt.NDArray[np.bool_]) -> dict[str, Indices]:
    """Return the lit pixels that each field of `Scene` follows from, "ball", "agent" and "opponent"."""
    lit = mask.reshape(SIDE, SIDE)
    y, x = np.nonzero(lit)
    found = {"ball": np.isin(x, BETWEEN_PADDLES)}
    for name, columns in (("agent", AGENT_COLUMNS), ("opponent", OPPONENT_COLUMNS)):
        found[name] = np.isin(y, _paddle_rows(lit, columns)) & (columns.start <= x) & (x < columns.stop)
    return {name: (y * SIDE + x)[chosen] for name, chosen in found.items()}


def positions_of(mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_]) -> tuple[Indices, list[tuple[str, ...]]]:
    """Return the inputs of an observation, without the bias, and what each is of.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.
        before: (6400,) bool, those of the frame before.

    Returns:
        Numbers from 0 to `VIEW` - 1, ascending by table; and for each the names of the fields of `Scene` that decide
        it: what is not there, or was not there in the frame before, has no inputs that depend on it.
    """
    now, then = scene_of(mask), scene_of(before)
    found: list[tuple[int, tuple[str, ...]]] = []

    def moved(number: int, then: int | None, most: int) -> int | None:
        return None if then is None else min(max(number - then, -most), most)

    def add(table: int, value: int | None, *of: str) -> None:
        if value is not None:
            found.append((table + value, of))

    rows, columns = _FARTHEST
    if now.ball is not None:
        add(_BALL_HEIGHT, now.ball, "ball")
        add(_BALL_COLUMN, now.column, "ball")
        add(_ABOVE_AGENT, None if now.agent is None else now.ball - now.agent, "ball", "agent")
        add(_ABOVE_OPPONENT, None if now.opponent is None else now.ball - now.opponent, "ball", "opponent")
        add(_BALL_RISE, moved(now.ball, then.ball, rows), "ball")
        add(_BALL_RUN, None if then.ball is None else moved(now.column, then.column, columns), "ball")
    for height, move, paddle, earlier, name in (
        (_AGENT_HEIGHT, _AGENT_MOVE, now.agent, then.agent, "agent"),
        (_OPPONENT_HEIGHT, _OPPONENT_MOVE, now.opponent, then.opponent, "opponent"),
    ):
        if paddle is not None:
            add(height, paddle, name)
            add(move, moved(paddle, earlier, rows), name)
    if now.ball is None:
        add(_NO_BALL, 0)
    return np.array([row for row, _ in found], np.intp), [of for _, of in found]


def _reflections() -> npt.NDArray[np.int16]:
    first, parts = VIEW, []
    for table in _TABLES:
        places = first + np.arange(table.size)
        parts.append(places[::-1] if table.mirrored else places)
        first += table.size
    images = np.concatenate(parts)
    rows = np.empty(POSITION_ROWS, np.int16)
    rows[:VIEW], rows[images], rows[POSITION_BIAS] = images, np.arange(VIEW), POSITION_BIAS
    return rows


# (POSITION_ROWS,) int16, for each input of an observation that of its reflection, and the other way round.
REFLECTED_POSITIONS = _reflections()


@functools.cache
def shared_weights() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], int]:
    """Return the weights that the values of a table share, in an observation and in its reflection.

    What is learned of one height then holds for all, as far as a linear function, sines and cosines of it can tell, as
    in the Fourier basis of Konidaris, Osentoski and Thomas 2011.

    Returns:
        As `pong_pg.ppo.kernel_interface.Blocks`: (rows, most) int32, the numbers of each row's weights, -1 after the
        last; (rows, most) float32, what each is multiplied by, 0 after the last; and how many weights there are.
    """
    most = max(len(table.functions) for table in _TABLES)
    of_rows, values = np.full((POSITION_ROWS, most), -1, np.int32), np.zeros((POSITION_ROWS, most), np.float32)
    first = number = 0
    for table in _TABLES:
        for level, function in enumerate(table.functions):
            found = [round(function(table.lowest + place) / _STEP) * _STEP for place in range(table.size)]
            for begin in (first, VIEW + first):
                of_rows[begin : begin + table.size, level] = number
                values[begin : begin + table.size, level] = found
            number += 1
        first += table.size
    of_rows.flags.writeable = values.flags.writeable = False
    return of_rows, values, number


def pictures_of_rows(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return weights of positions as two pictures of each hidden unit: what a ball at a place adds to it.

    Args:
        rows: (rows of W1, hidden), at least those of an observation.

    Returns:
        (12800, hidden): 80x80 sums of the weights of a ball's height and of its column, by row and column of its place;
        and as many of the weights of how far it is above the agent's paddle and of its column, by that distance in rows
        and by its column, with row 40 for a ball at the height of the paddle.
    """
    places = np.arange(SIDE)
    columns = rows[_BALL_COLUMN + places]
    heights = (
        rows[_BALL_HEIGHT + np.minimum(2 * places + 1, HEIGHTS - 1)],
        rows[_ABOVE_AGENT + 2 * (places - SIDE // 2)],
    )
    pictures = [(height[:, np.newaxis] + columns).reshape(SIDE * SIDE, -1) for height in heights]
    return np.concatenate(pictures)
