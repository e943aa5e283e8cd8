"""Waves: smooth functions of where a pixel is, whose weights all pixels of a class share.

A block says that pixels near each other mean nearly the same, and ends at its edge. A sine of the height says so of all
heights, whether or not a ball has been seen there, and one of the distance from the paddle of all distances. A network
adds up what its lit pixels say, so with those that are linear it knows heights, distances and, from pixels that
changed, movements. This is the Fourier basis (Konidaris, Osentoski and Thomas 2011) of the first layer's rows.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import SIDE
from pong_pg.ppo.groups import ROW_CLASSES
from pong_pg.ppo.network import places_of

# Periods in 128 rows or columns of pixels.
_FREQUENCIES = 1, 2, 4, 8, 16
# Functions are rounded to multiples of this: a sine's last bit depends on the machine's mathematical library.
_STEP = 2.0**-12
# Half of the rows after which the slowest one repeats.
_HALF_PERIOD = 64
# The middle of a frame; linear functions are of the distance from it, in units of about half its height.
_MIDDLE, _UNIT = SIDE // 2, 32

Function = Callable[[int, int], float]


class Waves(NamedTuple):
    """The waves of each row of W1.

    Attributes:
        of_rows: (rows, most) int32, the numbers of the waves of each row, and -1 after the last.
        values: (rows, most) float32, their values there; 0 after the last.
        number: how many waves there are.
    """

    of_rows: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    number: int


def _along(axis: int, scale: float) -> list[Function]:
    """Return a linear function, sines and cosines of y (axis 0) or x (axis 1)."""

    def wave(function: Callable[[float], float], frequency: int) -> Function:
        return lambda *place: scale * function(math.pi * frequency * place[axis] / _HALF_PERIOD)

    waves = [wave(function, frequency) for function in (math.sin, math.cos) for frequency in _FREQUENCIES]
    return [_linear(axis, scale / _UNIT), *waves]


def _linear(axis: int, slope: float) -> Function:
    return lambda *place: slope * (place[axis] - _MIDDLE)


# Of each class of rows, see groups.py. A ball is two lit pixels and a paddle sixteen, so each adds up to about 2;
# pixels that changed are those of a few rows.
_FUNCTIONS: dict[int, list[Function]] = {
    0: [*_along(0, 1.0), *_along(1, 1.0)],
    1: _along(0, 1 / 8),
    2: _along(0, 1 / 8),
    3: [_linear(0, 1 / 8), _linear(1, 1 / 8)],
    4: [_linear(0, 1 / 16)],
    5: [_linear(0, 1 / 16)],
    # Of a distance, 0 to 79, where other planes have the height.
    7: _along(0, 1.0),
}


@functools.cache
def waves(rows: int) -> Waves:
    """Return the waves of a first layer of so many rows: each class of its rows has its own."""
    most = max(map(len, _FUNCTIONS.values()))
    of_rows, values = np.full((rows, most), -1, np.int32), np.zeros((rows, most), np.float32)
    number = 0
    for row_class, functions in _FUNCTIONS.items():
        some = np.flatnonzero(ROW_CLASSES[:rows] == row_class)
        if not len(some):
            continue
        places = [divmod(place, SIDE) for place in places_of(some)[1].tolist()]
        for level, function in enumerate(functions):
            of_rows[some, level] = number
            values[some, level] = [round(function(*place) / _STEP) * _STEP for place in places]
            number += 1
    of_rows.flags.writeable = values.flags.writeable = False
    return Waves(of_rows, values, number)
