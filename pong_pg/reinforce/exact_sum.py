"""Sums of gradients that come out the same in any order and any grouping.

Each game's gradient is rounded to a fixed grid of 2**-30 and added up in integers, which is exact. So the sum of a
batch does not depend on which worker played which game, or on which game ended first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.kernels import Ints, Rollout, kernels
from pong_pg.reinforce.reference import Eye, Floats

GRID = 2.0**-30
# 2**16 games (the largest batch) of entries up to this add up to 2**62 grid steps: within an int64.
LARGEST_ENTRY = 2.0**16


def to_grid(values: Floats) -> Ints:
    """Return `values` rounded to the grid, as int64 multiples of `GRID`.

    Raises:
        DivergedError: a value is not finite, or so large that a whole batch of them could not be added up exactly.
    """
    _check(float(np.abs(values).max(initial=0.0)))
    return np.rint(values * (1.0 / GRID), dtype=np.float64).astype(np.int64)


def _check(entry: float) -> None:
    if not abs(entry) <= LARGEST_ENTRY:
        raise DivergedError(
            f"a game's gradient has an entry of {abs(entry):.3g}, over {LARGEST_ENTRY:.0f}: the weights have "
            "diverged; begin a new run with a lower --learning-rate"
        )


@dataclass(frozen=True)
class PackedSum:
    """A `GradientSum` in the form that workers send: only the rows of pixels that changed, 32 bits an entry.

    Attributes:
        rows: (k,) uint16, the pixels whose rows these are.
        low: (k, hidden) int32, the low 32 bits of each entry, as a signed number.
        far: (m,) int32, indices into the flattened `low` of the few entries that need more than 32 bits.
        high: (m,) int32, the rest of those entries, in multiples of 2**32.
        W2: (hidden,) int64.
    """

    rows: npt.NDArray[np.uint16]
    low: npt.NDArray[np.int32]
    far: npt.NDArray[np.int32]
    high: npt.NDArray[np.int32]
    W2: Ints

    @property
    def nbytes(self) -> int:
        """Size of all arrays in bytes."""
        return sum(array.nbytes for array in vars(self).values())


class GradientSum:
    """The exact sum of the gradients of some games.

    Attributes:
        W1: (6400, hidden) int64, in multiples of `GRID`.
        W2: (hidden,) int64, in multiples of `GRID`.
        touched: (6400,) uint8, 1 for the rows of W1 to which anything was added.
    """

    def __init__(self, hidden: int) -> None:
        self.W1: Ints = np.zeros((PIXELS, hidden), np.int64)
        self.W2: Ints = np.zeros(hidden, np.int64)
        self.touched = np.zeros(PIXELS, np.uint8)

    def add_game(self, game: Rollout | Eye, coefficients: Floats) -> None:
        """Add one game's gradient, rounded to the grid.

        Args:
            game: the record of the game.
            coefficients: see `reference.Eye.gradient`.

        Raises:
            DivergedError: an entry is not finite or too large; the sum must not be used any more.
        """
        if isinstance(game, Rollout):
            _check(game.add_gradient(coefficients.astype(np.float32), self.W1, self.W2, self.touched))
            return
        W1, W2 = game.gradient(coefficients)
        rows = np.flatnonzero(W1.any(axis=1))
        self.touched[rows] = 1
        self.W1[rows] += to_grid(W1[rows])
        self.W2 += to_grid(W2)

    def add(self, other: GradientSum) -> None:
        """Add another sum."""
        self.W2 += other.W2
        if (compiled := kernels()) is not None:
            compiled.add((self.W1, self.touched), (other.W1, other.touched))
        else:
            self.touched |= other.touched
            self.W1 += other.W1

    def add_packed(self, other: PackedSum) -> None:
        """Add the sum of another worker's games."""
        self.touched[other.rows] = 1
        self.W1[other.rows] += other.low
        rows, columns = np.divmod(other.far, len(self.W2))
        self.W1[other.rows[rows], columns] += other.high.astype(np.int64) << 32
        self.W2 += other.W2

    def packed(self) -> PackedSum:
        """Return the sum in the form that workers send."""
        rows = np.flatnonzero(self.touched)
        entries = self.W1[rows]
        low = entries.astype(np.int32)
        entries -= low
        far = np.flatnonzero(entries)
        high = entries.reshape(-1)[far] >> 32
        return PackedSum(rows.astype(np.uint16), low, far.astype(np.int32), high.astype(np.int32), self.W2)

    def value(self, dtype: npt.DTypeLike = np.float32) -> tuple[Floats, Floats]:
        """Return the sum as (W1, W2) arrays of `dtype`, shapes (6400, hidden) and (hidden,)."""
        return (self.W1 * GRID).astype(dtype), (self.W2 * GRID).astype(dtype)
