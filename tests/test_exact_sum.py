from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pong_pg.errors import DivergedError
from pong_pg.exact_sum import GRID, LARGEST_ENTRY, GradientSum, to_grid
from pong_pg.gradient import Gradient
from pong_pg.pixels import PIXELS


def random_gradient(rng: np.random.Generator, scale: float = 10) -> Gradient:
    pixels = np.sort(rng.choice(PIXELS, 50, replace=False))
    rows = (rng.standard_normal((50, 4)) * scale).astype(np.float32)
    return Gradient(pixels, rows, rng.standard_normal(4).astype(np.float32))


def test_any_order_and_any_grouping_give_the_same_bits() -> None:
    rng = np.random.default_rng(0)
    games = [random_gradient(rng, 10.0**k) for k in range(-5, 4) for _ in range(3)]
    alone = GradientSum(4)
    for game in games:
        alone.add_game(game)
    for parts in (2, 3, 7):
        order = rng.permutation(len(games))
        total = GradientSum(4)
        for part in np.array_split(order, parts):
            worker = GradientSum(4)
            for index in part:
                worker.add_game(games[index])
            total.add_sum(worker.packed())
        for ours, theirs in zip(total.value(), alone.value(), strict=True):
            assert ours.tobytes() == theirs.tobytes()


def test_without_the_grid_the_order_would_matter() -> None:
    """The negative control: the same games, added as they are in float64, differ from order to order."""
    rng = np.random.default_rng(0)
    values = rng.standard_normal((27, 1000)).astype(np.float32).astype(np.float64) * 10.0 ** rng.integers(
        -5, 4, (27, 1)
    )
    forward = np.add.reduce(values, axis=0)
    backward = np.add.reduce(values[::-1], axis=0)
    assert (forward != backward).any()


@given(st.lists(st.floats(-60_000, 60_000, width=32), min_size=1, max_size=30))
def test_the_sum_is_within_half_a_grid_step_a_game_of_the_true_one(values: list[float]) -> None:
    steps = sum(int(to_grid(np.array([value]))[0]) for value in values)
    assert abs(steps * GRID - math.fsum(values)) <= len(values) * GRID / 2 + 1e-9 * abs(math.fsum(values))


def test_the_largest_batch_of_the_largest_entries_does_not_overflow() -> None:
    assert int(to_grid(np.array([LARGEST_ENTRY]))[0]) * 65_536 < 2**63


@pytest.mark.parametrize("entry", [LARGEST_ENTRY * 1.01, -2 * LARGEST_ENTRY, np.inf, np.nan])
def test_an_entry_beyond_the_exact_range_is_told_and_not_added(entry: float) -> None:
    with pytest.raises(DivergedError, match="lower --learning-rate"):
        to_grid(np.array([1.0, entry]))


def test_the_value_is_the_sum_in_the_shape_of_the_weights() -> None:
    total = GradientSum(2)
    rows = np.array([[1.5, -2.25]], np.float32)
    total.add_game(Gradient(np.array([7]), rows, np.array([0.5, 0.25], np.float32)))
    total.add_game(Gradient(np.array([7]), rows, np.array([0.5, 0.25], np.float32)))
    W1, W2 = total.value()
    assert W1.dtype == np.float32
    np.testing.assert_array_equal(W1[7], [3, -4.5])
    assert np.count_nonzero(W1) == 2
    np.testing.assert_array_equal(W2, [1, 0.5])
