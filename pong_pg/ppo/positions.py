"""Where the ball and the paddles are, and how they moved: inputs instead of pixels.

With `inputs="positions"`, the network is not given the pixels but a few whole numbers that are read off them: heights,
columns, distances and moves. Each number has a table of inputs, one for each value, and the input of the present value
is 1. Such a network is faster than one on pixels, and plays better in the end: it need not learn what a ball and a
paddle look like, nor the difference of two heights.

With `inputs="positions+pairs"`, there are also inputs for two of these numbers together, coarsely: how the ball moves,
by the column that it is in, which decides by how much it will rise until it comes to the paddle; and how far it is
above either paddle, by its column. A network with one hidden layer, which adds up what it knows of each number, can't
tell either as well.

The reflection of an observation has inputs, and rows of the first layer, of its own, so that what is learned of one
holds for the other only as far as they share weights (`shared_weights`): Pong is not quite the same game upside down.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.scene import AGENT_COLUMNS, OUTSIDE, Indices, scene_of

# Heights are in half rows of the mask, which are rows of the screen: twice the row of a middle, 0 to 158 for a ball.
HEIGHTS = 2 * SIDE - 1
# Moves of more half rows, or columns, count as so many: the ball is put back, or was not seen.
_FARTHEST = 40, 20
# Sines and cosines have so many periods in 256 half rows, or in 128 columns.
_FREQUENCIES = 1, 2, 4, 8, 16
# They are rounded to multiples of this: a sine's last bit depends on the machine's mathematical library.
_STEP = 2.0**-12
# Of pairs: half rows that the ball moved up or down, at most; how many columns count as one; and how far it is above a
# paddle, in groups of so many half rows, of which there are so many on either side.
_STEEPEST, _MOVE_COLUMNS = 20, 4
_ABOVE_COLUMNS, _ABOVE_ROWS, _ABOVE_MOST = 2, 4, 16

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


# In the order in which an observation's inputs are listed, as in encoder.c: of the ball its height, its column, how far
# it is above the agent's paddle and the opponent's, and its moves; then the paddles' heights and moves; and whether
# there is no ball.
_TABLES = (
    _height(),
    _Table(0, SIDE, False, _waves(2.0)),
    _difference(HEIGHTS - 1 + OUTSIDE, _waves(1.0)),
    _difference(HEIGHTS - 1 + OUTSIDE, _waves(1.0)),
    _difference(_FARTHEST[0], _MOVES),
    _difference(_FARTHEST[1], _MOVES, mirrored=False),
    _height(OUTSIDE),
    _difference(_FARTHEST[0], _MOVES),
    _height(OUTSIDE),
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


def _way_left(columns: int, group: int) -> float:
    """Return how much of the field is left to the agent's paddle, 1 at its other side, for a group of columns."""
    return 1 - (columns * group + (columns - 1) / 2) / AGENT_COLUMNS.start


def _of_moves(function: Function) -> Function:
    """Return a function of a move down, in half rows, of the way left, and of whether the ball comes nearer: 1 or 0."""

    def of_values(move: int, other: int) -> float:
        comes_nearer, column = divmod(other, SIDE // _MOVE_COLUMNS)
        return function(move, _way_left(_MOVE_COLUMNS, column), comes_nearer)

    return of_values


def _of_heights_above(function: Function) -> Function:
    """Return a function of how far the ball is below the paddle, in half rows, and of the way left."""
    return lambda value, other: function(_ABOVE_ROWS * value, _way_left(_ABOVE_COLUMNS, other))


def _wave(function: Function, frequency: int) -> Function:
    return lambda above, way: 2 * function(math.pi * frequency * above / 128) * way


# The ball's move up or down by whether it comes nearer, which is to the right, and by its column; and how far it is
# above a paddle by its column.
_MOVES_BY_COLUMN = _Pair(
    _STEEPEST,
    2 * SIDE // _MOVE_COLUMNS,
    [
        _of_moves(lambda move, way, nearer: nearer * move * way / 5),
        _of_moves(lambda move, way, nearer: (1 - nearer) * move * way / 5),
        _of_moves(lambda move, _way, nearer: nearer * math.tanh(move / 4)),
        _of_moves(lambda _move, way, nearer: nearer * way),
    ],
)
_ABOVE_BY_COLUMN = _Pair(
    _ABOVE_MOST,
    SIDE // _ABOVE_COLUMNS,
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
_PAIRS = _MOVES_BY_COLUMN, _ABOVE_BY_COLUMN, _ABOVE_BY_COLUMN
# Inputs of an observation; those of its reflection are as many more; and after them the hidden layer's bias.
VIEW = sum(table.size for table in _TABLES)
POSITION_BIAS = 2 * VIEW
POSITION_ROWS = POSITION_BIAS + 1
# Then those of pairs, of an observation and of its reflection, if these are among the inputs.
PAIR_VIEW = sum(pair.size for pair in _PAIRS)
PAIR_ROWS = POSITION_ROWS + 2 * PAIR_VIEW
_FIRST_MOVE = POSITION_ROWS
_FIRST_ABOVE_AGENT = _FIRST_MOVE + _MOVES_BY_COLUMN.size
_FIRST_ABOVE_OPPONENT = _FIRST_ABOVE_AGENT + _ABOVE_BY_COLUMN.size


def positions_of(
    mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_], *, pairs: bool = False
) -> tuple[Indices, list[tuple[str, ...]]]:
    """Return the inputs of an observation, without the bias, and what each is of.

    Args:
        mask: (6400,) bool, the lit pixels of a frame.
        before: (6400,) bool, those of the frame before.
        pairs: whether pairs of numbers are among the inputs.

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
    elif pairs:
        if then.ball is not None:
            add(_FIRST_MOVE, _move_by_column(now.ball - then.ball, now.column - then.column, now.column), "ball")
        if now.agent is not None:
            add(_FIRST_ABOVE_AGENT, _above_by_column(now.ball - now.agent, now.column), "ball", "agent")
        if now.opponent is not None:
            add(_FIRST_ABOVE_OPPONENT, _above_by_column(now.ball - now.opponent, now.column), "ball", "opponent")
    return np.array([row for row, _ in found], np.intp), [of for _, of in found]


def _move_by_column(down: int, right: int, column: int) -> int:
    group = (right > 0) * (SIDE // _MOVE_COLUMNS) + column // _MOVE_COLUMNS
    return _MOVES_BY_COLUMN.place(min(max(down, -_STEEPEST), _STEEPEST), group)


def _above_by_column(above: int, column: int) -> int:
    groups = min((abs(above) + _ABOVE_ROWS // 2) // _ABOVE_ROWS, _ABOVE_MOST)
    return _ABOVE_BY_COLUMN.place(groups if above > 0 else -groups, column // _ABOVE_COLUMNS)


def _reflections() -> npt.NDArray[np.int16]:
    rows = np.empty(PAIR_ROWS, np.int16)
    rows[POSITION_BIAS] = POSITION_BIAS
    for begin, view, tables in _VIEWS:
        firsts = np.cumsum([begin + view, *(table.size for table in tables)])[:-1]
        images = np.concatenate([first + table.images() for first, table in zip(firsts, tables, strict=True)])
        rows[begin : begin + view], rows[images] = images, np.arange(begin, begin + view)
    return rows


# Where the rows of an observation begin, how many there are, and the tables that they are of.
_VIEWS: tuple[tuple[int, int, tuple[_Table | _Pair, ...]], ...] = (
    (0, VIEW, _TABLES),
    (POSITION_ROWS, PAIR_VIEW, _PAIRS),
)
# How many tables there are, those of pairs among them, and (PAIR_ROWS,) uint8, the one that each row is of, by its
# number; the bias has one of its own.
TABLES = len(_TABLES) + len(_PAIRS) + 1


def _tables_of_rows() -> npt.NDArray[np.uint8]:
    found, number = np.full(PAIR_ROWS, TABLES - 1, np.uint8), 0
    for begin, view, tables in _VIEWS:
        sizes = [table.size for table in tables]
        found[begin : begin + 2 * view] = np.tile(np.repeat(number + np.arange(len(sizes)), sizes), 2)
        number += len(sizes)
    return found


TABLE_OF_ROWS = _tables_of_rows()
# (PAIR_ROWS,) int16, for each input of an observation that of its reflection, and the other way round.
REFLECTED_POSITIONS = _reflections()


@functools.cache
def shared_weights(rows: int = PAIR_ROWS) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], int]:
    """Return the weights that the values of a table share, in an observation and in its reflection.

    What is learned of one height then holds for all, as far as a linear function, sines and cosines of it can tell, as
    in the Fourier basis of Konidaris, Osentoski and Thomas 2011.

    Args:
        rows: of the first layer, `POSITION_ROWS` or, with pairs, `PAIR_ROWS`.

    Returns:
        As `pong_pg.ppo.kernel_interface.Blocks`: (rows, most) int32, the numbers of each row's weights, -1 after the
        last; (rows, most) float32, what each is multiplied by, 0 after the last; and how many weights there are.
    """
    most = max(len(table.functions) for _, _, tables in _VIEWS for table in tables)
    of_rows, values = np.full((rows, most), -1, np.int32), np.zeros((rows, most), np.float32)
    number = 0
    for begin, view, tables in _VIEWS:
        if begin >= rows:
            continue
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


def pictures_of_rows(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return weights of positions as two pictures of each hidden unit: what a ball at a place adds to it.

    Args:
        rows: (rows of W1, hidden).

    Returns:
        (12800, hidden): 80x80 sums of the weights of a ball's height and of its column, by row and column of its place;
        and as many of the weights of how far it is above the agent's paddle and of its column, and of both as a pair if
        these are among the inputs, by that distance in rows and by its column, with row 40 for a ball at the height of
        the paddle.
    """
    places = np.arange(SIDE)
    columns = rows[_BALL_COLUMN + places]
    heights = (
        rows[_BALL_HEIGHT + np.minimum(2 * places + 1, HEIGHTS - 1)],
        rows[_ABOVE_AGENT + 2 * (places - SIDE // 2)],
    )
    pictures = [(height[:, np.newaxis] + columns).reshape(SIDE * SIDE, -1) for height in heights]
    if len(rows) == PAIR_ROWS:
        pairs = [_above_by_column(2 * (y - SIDE // 2), x) for y, x in itertools.product(range(SIDE), repeat=2)]
        pictures[1] = pictures[1] + rows[_FIRST_ABOVE_AGENT + np.array(pairs)]
    return np.concatenate(pictures)
