"""The tables of inputs that are positions: which row of the first layer each value has, and what the values share.

See `pong_pg.ppo.positions` for what is read off the pixels.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.scene import AGENT_COLUMNS, OUTSIDE, Indices

# Heights are in half rows of the mask, which are rows of the screen: twice the row of a middle, 0 to 158 for a ball.
HEIGHTS = 2 * SIDE - 1
# Moves of more half rows, or columns, count as so many: the ball is put back, or was not seen.
FARTHEST = 40, 20
# Sines and cosines have so many periods in 256 half rows, or in 128 columns.
_FREQUENCIES = 1, 2, 4, 8, 16
# They are rounded to multiples of this: a sine's last bit depends on the machine's mathematical library.
_STEP = 2.0**-12
# Of pairs: the ball moved down by at most so many half rows, or up; and so many columns count as one.
STEEPEST, MOVE_COLUMNS = 20, 4
# It is below or above a paddle by so many groups of half rows at most, of which each has so many; and so many columns
# count as one.
ABOVE_MOST, ABOVE_ROWS, ABOVE_COLUMNS = 16, 4, 2

Function = Callable[..., float]


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

    def images(self) -> Indices:
        """Return the place in the reflection of each place."""
        places = np.arange(self.size)
        return places[::-1] if self.mirrored else places

    def values(self) -> list[tuple[int, ...]]:
        """Return what the functions are given for each place."""
        return [(self.lowest + place,) for place in range(self.size)]


class _Pair(NamedTuple):
    """The values of two numbers: one from `-most` to `most`, which is negated upside down, for each of so many others.

    Attributes:
        most: of the first number.
        others: how many values, from 0 on, the second has.
        functions: of both, whose weights all of its table share.
    """

    most: int
    others: int
    functions: list[Function]

    @property
    def size(self) -> int:
        """How many there are."""
        return self.others * (2 * self.most + 1)

    def place(self, value: int, other: int) -> int:
        """Return the place of two values, of which the first is at most `most`."""
        return other * (2 * self.most + 1) + self.most + value

    def images(self) -> Indices:
        """Return the place in the reflection of each place."""
        return np.arange(self.size).reshape(self.others, -1)[:, ::-1].ravel()

    def values(self) -> list[tuple[int, ...]]:
        """Return what the functions are given for each place."""
        return [(value, other) for other in range(self.others) for value in range(-self.most, self.most + 1)]


def _height(outside: int = 0) -> _Table:
    return _Table(-outside, HEIGHTS + 2 * outside, True, _waves(1.0))


def _difference(most: int, functions: list[Function], *, mirrored: bool = True) -> _Table:
    return _Table(-most, 2 * most + 1, mirrored, functions)


# In the order in which an observation's inputs are listed, as in inputs.h: of the ball its height, its column, how far
# it is above the agent's paddle and the opponent's, which is negative, or below them, and its moves; then the paddles'
# heights and moves; and whether there is no ball.
_TABLES = (
    _height(),
    _Table(0, SIDE, False, _waves(2.0)),
    _difference(HEIGHTS - 1 + OUTSIDE, _waves(1.0)),
    _difference(HEIGHTS - 1 + OUTSIDE, _waves(1.0)),
    _difference(FARTHEST[0], _MOVES),
    _difference(FARTHEST[1], _MOVES, mirrored=False),
    _height(OUTSIDE),
    _difference(FARTHEST[0], _MOVES),
    _height(OUTSIDE),
    _difference(FARTHEST[0], _MOVES),
    _Table(0, 1, False, _CONSTANT),
)
(
    BALL_HEIGHT,
    BALL_COLUMN,
    ABOVE_AGENT,
    ABOVE_OPPONENT,
    BALL_RISE,
    BALL_RUN,
    AGENT_HEIGHT,
    AGENT_MOVE,
    OPPONENT_HEIGHT,
    OPPONENT_MOVE,
    NO_BALL,
) = (sum(table.size for table in _TABLES[:number]) - table.lowest for number, table in enumerate(_TABLES))


def _way_left(columns: int, group: int) -> float:
    """Return how much of the field is left to the agent's paddle, 1 at its other side, for a group of columns."""
    return 1 - (columns * group + (columns - 1) / 2) / AGENT_COLUMNS.start


def _of_moves(function: Function) -> Function:
    """Return a function of a move down, in half rows, of the way left, and of whether the ball comes nearer: 1 or 0."""

    def of_values(move: int, other: int) -> float:
        comes_nearer, column = divmod(other, SIDE // MOVE_COLUMNS)
        return function(move, _way_left(MOVE_COLUMNS, column), comes_nearer)

    return of_values


def _of_heights_above(function: Function) -> Function:
    """Return a function of how far the ball is below a paddle, negative above it, in half rows, and of the way left."""
    return lambda value, other: function(ABOVE_ROWS * value, _way_left(ABOVE_COLUMNS, other))


def _wave(function: Function, frequency: int) -> Function:
    return lambda above, way: 2 * function(math.pi * frequency * above / 128) * way


# The ball's move up or down by whether it comes nearer, which is to the right, and by its column; and how far it is
# above a paddle by its column.
MOVES_BY_COLUMN = _Pair(
    STEEPEST,
    2 * SIDE // MOVE_COLUMNS,
    [
        _of_moves(lambda move, way, nearer: nearer * move * way / 5),
        _of_moves(lambda move, way, nearer: (1 - nearer) * move * way / 5),
        _of_moves(lambda move, _way, nearer: nearer * math.tanh(move / 4)),
        _of_moves(lambda _move, way, nearer: nearer * way),
    ],
)
ABOVE_BY_COLUMN = _Pair(
    ABOVE_MOST,
    SIDE // ABOVE_COLUMNS,
    [
        _of_heights_above(lambda above, way: above * way / 32),
        *(
            _of_heights_above(_wave(function, frequency))
            for function in (math.sin, math.cos)
            for frequency in _FREQUENCIES[:3]
        ),
    ],
)
# Of the agent's paddle and of the opponent's.
_PAIRS = MOVES_BY_COLUMN, ABOVE_BY_COLUMN, ABOVE_BY_COLUMN
# Inputs of an observation; those of its reflection are as many more; and after them the hidden layer's bias.
VIEW = sum(table.size for table in _TABLES)
POSITION_BIAS = 2 * VIEW
# Then those of pairs, of an observation and of its reflection.
PAIR_VIEW = sum(pair.size for pair in _PAIRS)
MOVES_FIRST = POSITION_BIAS + 1
POSITION_ROWS = MOVES_FIRST + 2 * PAIR_VIEW
ABOVE_AGENT_FIRST = MOVES_FIRST + MOVES_BY_COLUMN.size
ABOVE_OPPONENT_FIRST = ABOVE_AGENT_FIRST + ABOVE_BY_COLUMN.size


def _reflections() -> npt.NDArray[np.int16]:
    rows = np.empty(POSITION_ROWS, np.int16)
    rows[POSITION_BIAS] = POSITION_BIAS
    for begin, view, tables in _VIEWS:
        firsts = np.cumsum([begin + view, *(table.size for table in tables)])[:-1]
        images = np.concatenate([first + table.images() for first, table in zip(firsts, tables, strict=True)])
        rows[begin : begin + view], rows[images] = images, np.arange(begin, begin + view)
    return rows


# Where the rows of an observation begin, how many there are, and the tables that they are of.
_VIEWS: tuple[tuple[int, int, tuple[_Table | _Pair, ...]], ...] = (
    (0, VIEW, _TABLES),
    (MOVES_FIRST, PAIR_VIEW, _PAIRS),
)
# How many tables there are, those of pairs among them; the bias has one of its own.
TABLES = len(_TABLES) + len(_PAIRS) + 1


def _tables_of_rows() -> npt.NDArray[np.uint8]:
    found, number = np.full(POSITION_ROWS, TABLES - 1, np.uint8), 0
    for begin, view, tables in _VIEWS:
        sizes = [table.size for table in tables]
        found[begin : begin + 2 * view] = np.tile(np.repeat(number + np.arange(len(sizes)), sizes), 2)
        number += len(sizes)
    return found


# (POSITION_ROWS,) uint8, the number of the table that each row is of.
TABLE_OF_ROWS = _tables_of_rows()
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
    most = max(len(table.functions) for _, _, tables in _VIEWS for table in tables)
    of_rows, values = np.full((POSITION_ROWS, most), -1, np.int32), np.zeros((POSITION_ROWS, most), np.float32)
    number = 0
    for begin, view, tables in _VIEWS:
        first = begin
        for table in tables:
            for level, function in enumerate(table.functions):
                found = [round(function(*value) / _STEP) * _STEP for value in table.values()]
                for place in (first, view + first):
                    of_rows[place : place + table.size, level] = number
                    values[place : place + table.size, level] = found
                number += 1
            first += table.size
    of_rows.flags.writeable = values.flags.writeable = False
    return of_rows, values, number
