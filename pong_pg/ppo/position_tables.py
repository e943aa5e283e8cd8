"""The tables of inputs that are positions: which row of the first layer each value has, and what the values share.

See `pong_pg.ppo.positions` for what is read off the pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import COLUMN_STEP, SIDE

Indices = npt.NDArray[np.intp]
# Of a value and, in a table of pairs, of the second value.
Function = Callable[[float, int], float]

# Columns of pixels with the two paddles.
OPPONENT_COLUMNS = slice(16 // COLUMN_STEP, 20 // COLUMN_STEP)
AGENT_COLUMNS = slice(140 // COLUMN_STEP, 144 // COLUMN_STEP)
# A paddle has eight rows; its middle may be so many half rows outside of the mask.
OUTSIDE = 7
# Heights are in half rows of the mask, which are rows of the screen: twice the row of a middle, 0 to 158 for a ball.
HEIGHTS = 2 * SIDE - 1
# Moves of more half rows, or columns, count as so many: the ball is put back, or was not seen.
FARTHEST_ROWS, FARTHEST_COLUMNS = 40, 20
# Of pairs: the ball moved down by at most so many half rows, or up; and so many columns count as one.
STEEPEST, MOVE_COLUMNS = 20, 4
# It is below or above a paddle by so many groups of half rows at most, of which each has so many; and so many columns
# count as one.
ABOVE_MOST, ABOVE_ROWS, ABOVE_COLUMNS = 16, 4, 2

# Sines and cosines have so many periods in 256 half rows, or in 128 columns.
_FREQUENCIES = 1, 2, 4, 8, 16
# They are rounded to multiples of this: a sine's last bit depends on the machine's mathematical library.
_STEP = 2.0**-12


class _Table(NamedTuple):
    """One-hot encoding of an integer; or of a pair, of which the second is from 0 to `others` - 1.

    Attributes:
        lowest: value of the integer.
        values: how many values it has.
        functions: whose weights all values share.
        mirrored: whether a value's place in the reflection is that of the last value minus itself.
        others: values of the second integer; 1 where there is none.
    """

    lowest: int
    values: int
    functions: list[Function]
    mirrored: bool = True
    others: int = 1

    @property
    def size(self) -> int:
        """How many inputs it has."""
        return self.others * self.values

    def images(self) -> Indices:
        """Return the place in the reflection of each place."""
        places = np.arange(self.size).reshape(self.others, self.values)
        return places[:, ::-1].ravel() if self.mirrored else places.ravel()

    def pairs(self) -> list[tuple[int, int]]:
        """Return what the functions are given for each place."""
        return [(self.lowest + place, other) for other in range(self.others) for place in range(self.values)]


def _waves(unit: float) -> list[Function]:
    """Return a linear function, sines and cosines of a number of rows of the screen, which is `unit` times a value."""

    def wave(function: Callable[[float], float], frequency: int) -> Function:
        return lambda value, _: 2 * function(math.pi * frequency * unit * value / 128)

    waves = [wave(function, frequency) for function in (math.sin, math.cos) for frequency in _FREQUENCIES]
    return [lambda value, _: unit * value / 32, *waves]


def _way_left(columns: int, group: int) -> float:
    """Return how much of the field is left to the agent's paddle, 1 at its other side, for a group of columns."""
    return 1 - (columns * group + (columns - 1) / 2) / AGENT_COLUMNS.start


def _of_move(function: Callable[[float, float, int], float]) -> Function:
    """Return a function of a move down in half rows, of the way left, and of whether the ball comes nearer: 1 or 0."""

    def of_values(move: float, other: int) -> float:
        comes_nearer, column = divmod(other, SIDE // MOVE_COLUMNS)
        return function(move, _way_left(MOVE_COLUMNS, column), comes_nearer)

    return of_values


def _of_height_above(function: Callable[[float], float], frequency: int) -> Function:
    """Return a wave of how far the ball is below a paddle, negative above it, times the way left."""
    return lambda above, column: (
        2 * function(math.pi * frequency * (ABOVE_ROWS * above) / 128) * _way_left(ABOVE_COLUMNS, column)
    )


_MOVES: list[Function] = [lambda value, _: value / 4, lambda value, _: 2 * math.tanh(value / 2)]
_BALL_HEIGHT = _Table(0, HEIGHTS, _waves(1.0))
_BALL_COLUMN = _Table(0, SIDE, _waves(2.0), mirrored=False)
_ABOVE = _Table(1 - HEIGHTS - OUTSIDE, 2 * (HEIGHTS + OUTSIDE) - 1, _waves(1.0))
_RISE = _Table(-FARTHEST_ROWS, 2 * FARTHEST_ROWS + 1, _MOVES)
_RUN = _Table(-FARTHEST_COLUMNS, 2 * FARTHEST_COLUMNS + 1, _MOVES, mirrored=False)
_PADDLE_HEIGHT = _Table(-OUTSIDE, HEIGHTS + 2 * OUTSIDE, _waves(1.0))
_NO_BALL = _Table(0, 1, [lambda _value, _: 1.0], mirrored=False)
# The ball's move up or down by whether it comes nearer, which is to the right, and by its column.
_MOVE_BY_COLUMN = _Table(
    -STEEPEST,
    2 * STEEPEST + 1,
    [
        _of_move(lambda move, way, nearer: nearer * move * way / 5),
        _of_move(lambda move, way, nearer: (1 - nearer) * move * way / 5),
        _of_move(lambda move, _way, nearer: nearer * math.tanh(move / 4)),
        _of_move(lambda _move, way, nearer: nearer * way),
    ],
    others=2 * SIDE // MOVE_COLUMNS,
)
# How far the ball is above a paddle by its column.
_ABOVE_BY_COLUMN = _Table(
    -ABOVE_MOST,
    2 * ABOVE_MOST + 1,
    [
        lambda above, column: ABOVE_ROWS * above * _way_left(ABOVE_COLUMNS, column) / 32,
        *(_of_height_above(function, frequency) for function in (math.sin, math.cos) for frequency in _FREQUENCIES[:3]),
    ],
    others=SIDE // ABOVE_COLUMNS,
)

# In the order in which an observation's inputs are listed, as in positions.h: of the ball its height, its column, how
# far it is above the agent's paddle and the opponent's, which is negative, or below them, and its moves; then the
# paddles' heights and moves; and whether there is no ball.
_SINGLES = (
    *(_BALL_HEIGHT, _BALL_COLUMN, _ABOVE, _ABOVE, _RISE, _RUN),
    *(_PADDLE_HEIGHT, _RISE, _PADDLE_HEIGHT, _RISE, _NO_BALL),
)
# The second height is that above the opponent's paddle.
_PAIRS = _MOVE_BY_COLUMN, _ABOVE_BY_COLUMN, _ABOVE_BY_COLUMN
# Inputs of an observation; those of its reflection are as many more; and after them the hidden layer's bias.
VIEW = sum(table.size for table in _SINGLES)
POSITION_BIAS = 2 * VIEW
# Then those of pairs, of an observation and of its reflection.
PAIR_VIEW = sum(table.size for table in _PAIRS)
MOVES_FIRST = POSITION_BIAS + 1
POSITION_ROWS = MOVES_FIRST + 2 * PAIR_VIEW


def _placed(begin: int, view: int, tables: tuple[_Table, ...]) -> list[tuple[_Table, int, int]]:
    """Return tables with the first row of each, in an observation and in its reflection."""
    firsts = np.cumsum([begin, *(table.size for table in tables)])[:-1].tolist()
    return [(table, first, first + view) for table, first in zip(tables, firsts, strict=True)]


_PLACED = [*_placed(0, VIEW, _SINGLES), *_placed(MOVES_FIRST, PAIR_VIEW, _PAIRS)]
# How many tables there are.
TABLES = len(_PLACED)
# For each table, in their order, the row of the value 0 and, in a table of pairs, of 0 as the second value.
ZEROS = np.array([first - table.lowest for table, first, _ in _PLACED], np.int16)
# The number of the table of heights above the agent's paddle by column.
ABOVE_AGENT_BY_COLUMN = len(_SINGLES) + 1


def reflected_positions() -> npt.NDArray[np.int16]:
    """Return for each row of an observation that of its reflection, and the other way round."""
    rows = np.full(POSITION_ROWS, POSITION_BIAS, np.int16)
    for table, first, first_image in _PLACED:
        images = first_image + table.images()
        rows[first : first + table.size], rows[images] = images, first + np.arange(table.size)
    return rows


def shared_functions() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], int]:
    """Return the weights that the values of a table share, in an observation and in its reflection.

    What is learned of one height then holds for all, as far as a linear function, sines and cosines of it can tell, as
    in the Fourier basis of Konidaris, Osentoski and Thomas 2011.

    Returns:
        The fields of `pong_pg.ppo.kernels.Sharing`.
    """
    most = max(len(table.functions) for table, *_ in _PLACED)
    of_rows, values = np.full((POSITION_ROWS, most), -1, np.int32), np.zeros((POSITION_ROWS, most), np.float32)
    number = 0
    for table, *firsts in _PLACED:
        for level, function in enumerate(table.functions):
            found = [round(function(*value) / _STEP) * _STEP for value in table.pairs()]
            for first in firsts:
                of_rows[first : first + table.size, level] = number
                values[first : first + table.size, level] = found
            number += 1
    return of_rows, values, number
