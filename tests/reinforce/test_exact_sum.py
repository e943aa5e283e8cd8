from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pong_pg.reinforce.gradient import Gradient

from pong_pg.errors import DivergedError
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.exact_sum import GRID, LARGEST_ENTRY, GradientSum, to_grid


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


def round_trip(total: GradientSum) -> GradientSum:
    back = GradientSum(len(total.W2))
    back.add_sum(total.packed())
    return back


def equal(first: GradientSum, second: GradientSum) -> bool:
    return bool((first.W1 == second.W1).all() and (first.W2 == second.W2).all())


def sum_of(hidden: int, entries: dict[tuple[int, int], int]) -> GradientSum:
    """A sum with these entries of W1, in steps of the grid."""
    total = GradientSum(hidden)
    pixels = np.array(sorted({pixel for pixel, _ in entries}), np.intp)
    # Of zeros, so that the sum knows which rows there are.
    total.add_game(Gradient(pixels, np.zeros((len(pixels), hidden)), np.zeros(hidden)))
    for where, entry in entries.items():
        total.W1[where] = entry
    return total


EDGES = [sign * (2**power + more) for sign in (1, -1) for power in (0, 31, 32, 33, 61, 62) for more in (-1, 0, 1)]


@pytest.mark.parametrize("entry", EDGES)
def test_a_packed_entry_of_any_size_comes_back(entry: int) -> None:
    total = sum_of(3, {(0, 0): entry, (7, 2): -5, (6399, 1): entry})
    back = round_trip(total)
    assert equal(total, back)
    assert back.W1[6399, 1] == entry
    assert len(total.packed().far) == (0 if -(2**31) <= entry < 2**31 else 2)


@given(
    st.dictionaries(
        st.tuples(st.sampled_from([0, 1, 9, 80, 6398, 6399]), st.integers(0, 4)),
        st.integers(-(2**62), 2**62) | st.integers(-(2**34), 2**34) | st.sampled_from(EDGES),
        max_size=12,
    ),
    st.lists(st.integers(-(2**62), 2**62), min_size=5, max_size=5),
)
def test_packing_loses_nothing(entries: dict[tuple[int, int], int], W2: list[int]) -> None:
    total = sum_of(5, entries)
    total.W2[:] = W2
    assert equal(total, round_trip(total))
    twice = round_trip(total)
    assert equal(round_trip(twice), total), "what was added can be packed again"


def test_the_far_entries_are_needed() -> None:
    total = sum_of(3, {(4, 1): 2**32 + 1})
    packed = total.packed()
    back = GradientSum(3)
    back.add_sum(dataclasses.replace(packed, far=packed.far[:0], high=packed.high[:0]))
    assert not equal(total, back)


def test_a_dense_sum_of_many_blocks_comes_back_and_is_small() -> None:
    rng = np.random.default_rng(2)
    total = GradientSum(200)
    total.add_game(Gradient(np.arange(PIXELS), rng.standard_normal((PIXELS, 200)), rng.standard_normal(200)))
    assert equal(total, round_trip(total))
    packed = total.packed()
    assert len(packed.far) > 1000, "beyond a standard deviation of 2 there is more than 32 bits"
    assert packed.nbytes < 6e6
    assert total.W1.nbytes > 10e6
    parts = (packed.rows, packed.low, packed.far, packed.high, packed.W2)
    assert packed.nbytes == sum(part.nbytes for part in parts)


def test_a_sum_of_nothing_packs_to_nothing() -> None:
    packed = GradientSum(200).packed()
    assert packed.nbytes == 200 * 8
    assert equal(round_trip(GradientSum(200)), GradientSum(200))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_value_in_blocks_is_the_plain_one(dtype: type) -> None:
    rng = np.random.default_rng(3)
    total = GradientSum(200)
    total.W1[...] = rng.integers(-(2**62), 2**62, total.W1.shape) >> rng.integers(0, 62, total.W1.shape)
    total.W2[...] = rng.integers(-(2**62), 2**62, 200)
    W1, W2 = total.value(dtype)
    assert W1.dtype == W2.dtype == dtype
    assert W1.tobytes() == (total.W1.astype(np.float64) * GRID).astype(dtype).tobytes()
    assert W2.tobytes() == (total.W2.astype(np.float64) * GRID).astype(dtype).tobytes()


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
