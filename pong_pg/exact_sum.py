"""Sums of gradients that come out the same in any order and any grouping.

Each game's gradient is rounded to a fixed grid of 2**-30 and added up in whole numbers, which is exact. So the
sum of a batch does not depend on which worker played which game, or on which game ended first.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError
from pong_pg.gradient import Gradient
from pong_pg.pixels import PIXELS

GRID = 2.0**-30
# 2**16 games (the largest batch) of entries up to this add up to 2**62 grid steps: within an int64.
LARGEST_ENTRY = 2.0**16

Ints = npt.NDArray[np.int64]


def to_grid(values: npt.NDArray[np.floating]) -> Ints:
    """Return `values` in whole steps of the grid, int64.

    Raises:
        DivergedError: a value is not finite, or beyond what a whole batch of can still be added up exactly.
    """
    largest = float(np.abs(values).max(initial=0.0))
    if not largest <= LARGEST_ENTRY:
        raise DivergedError(
            f"a game's gradient has an entry of {largest:.3g}, over {LARGEST_ENTRY:.0f}: the weights have "
            "diverged; resume from an earlier checkpoint's run with a lower --learning-rate"
        )
    steps = values.astype(np.float64)
    steps *= 1.0 / GRID
    return np.rint(steps, out=steps).astype(np.int64)


class GradientSum:
    """The exact sum of games' gradients.

    Attributes:
        W1: (6400, hidden) int64, in steps of the grid.
        W2: (hidden,) int64, in steps of the grid.
    """

    def __init__(self, hidden: int) -> None:
        self.W1: Ints = np.zeros((PIXELS, hidden), np.int64)
        self.W2: Ints = np.zeros(hidden, np.int64)

    def add_game(self, gradient: Gradient) -> None:
        """Add one game's gradient, rounded to the grid.

        Raises:
            DivergedError: an entry is not finite or too large.
        """
        self.W1[gradient.pixels] += to_grid(gradient.W1_rows)
        self.W2 += to_grid(gradient.W2)

    def add_sum(self, other: GradientSum) -> None:
        """Add the sum that another worker has gathered."""
        self.W1 += other.W1
        self.W2 += other.W2

    def value(self, dtype: npt.DTypeLike = np.float32) -> tuple[npt.NDArray[np.floating], npt.NDArray[np.floating]]:
        """Return the sum as (W1, W2) arrays of `dtype`, shapes (6400, hidden) and (hidden,)."""
        return tuple((steps * GRID).astype(dtype) for steps in (self.W1, self.W2))  # type: ignore[return-value]  # two arrays, not any number of them
