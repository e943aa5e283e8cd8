"""Sums of gradients that come out the same in any order and any grouping.

Each game's gradient is rounded to a fixed grid of 2**-30 and added up in integers, which is exact. So the sum of a
batch does not depend on which worker played which game, or on which game ended first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.kernels import Rollout
from pong_pg.reinforce.reference import Eye, Floats

Ints = npt.NDArray[np.int64]

GRID = 2.0**-30
# 2**16 games (the largest batch) of entries up to this add up to 2**62 grid steps: within an int64.
LARGEST_ENTRY = 2.0**16


class GradientSum(NamedTuple):
    """The exact sum of the gradients of some games, for the pixels that changed in them only.

    Attributes:
        rows: (k,) int64, ascending, the pixels whose rows these are; all others are zero.
        W1: (k, hidden) int64, in multiples of `GRID`.
        W2: (hidden,) int64, in multiples of `GRID`.
    """

    rows: Ints
    W1: Ints
    W2: Ints

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send it with 32 bits an entry: the low ones of all, and the rest of the few that need more.
        low = self.W1.astype(np.int32)
        high = (self.W1 - low).ravel()
        far = np.flatnonzero(high)
        return _unpacked, (self.rows.astype(np.uint16), low, far.astype(np.int32), high[far], self.W2)


def _unpacked(
    rows: npt.NDArray[np.uint16], low: npt.NDArray[np.int32], far: npt.NDArray[np.int32], high: Ints, W2: Ints
) -> GradientSum:
    W1 = low.astype(np.int64)
    W1.reshape(-1)[far] += high
    return GradientSum(rows.astype(np.int64), W1, W2)


class Adder:
    """Adds up gradients of games, and sums of them."""

    def __init__(self, hidden: int) -> None:
        self._W1, self._W2 = np.zeros((PIXELS, hidden), np.int64), np.zeros(hidden, np.int64)
        self._touched = np.zeros(PIXELS, np.uint8)
        # Of a game's gradient, in C: zeros between two games.
        self._buffers = [np.zeros((rows, hidden), np.float32) for rows in (PIXELS, 1, 1)]

    def add_game(self, game: Rollout | Eye, coefficients: Floats) -> None:
        """Add one game's gradient, rounded to the grid.

        Args:
            game: the record of the game.
            coefficients: see `reference.Eye.gradient`.

        Raises:
            DivergedError: an entry is not finite or too large; nothing must be added any more.
        """
        if isinstance(game, Rollout):
            sums = self._W1, self._W2, self._touched
            add_gradient = game.c.pong_pg_reinforce_gradient
            _check(add_gradient(game.address, coefficients.astype(np.float32), *sums, *self._buffers))
            return
        W1, W2 = game.gradient(coefficients)
        rows = np.flatnonzero(W1.any(axis=1))
        self.add(GradientSum(rows, to_grid(W1[rows]), to_grid(W2)))

    def add(self, other: GradientSum) -> None:
        """Add a sum."""
        self._touched[other.rows] = 1
        self._W1[other.rows] += other.W1
        self._W2 += other.W2

    def total(self) -> GradientSum:
        """Return the sum of all, and begin a new one."""
        rows = np.flatnonzero(self._touched)
        total = GradientSum(rows, self._W1[rows], self._W2.copy())
        self._W1[rows] = self._W2[...] = self._touched[...] = 0
        return total


def to_grid(values: Floats) -> Ints:
    """Return `values` rounded to the grid, as int64 multiples of `GRID`.

    Raises:
        DivergedError: a value is not finite, or so large that a whole batch of them could not be added up exactly.
    """
    _check(float(np.abs(values).max(initial=0.0)))
    steps: Ints = np.rint(values.astype(np.float64) / GRID).astype(np.int64)
    return steps


def _check(entry: float) -> None:
    if not abs(entry) <= LARGEST_ENTRY:
        raise DivergedError(
            f"a game's gradient has an entry of {abs(entry):.3g}, over {LARGEST_ENTRY:.0f}: the weights have "
            "diverged; begin a new run with a lower --learning-rate"
        )
