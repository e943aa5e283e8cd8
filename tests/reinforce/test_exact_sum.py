from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pong_pg.errors import DivergedError
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.exact_sum import GRID, LARGEST_ENTRY, Adder, GradientSum, to_grid
from pong_pg.reinforce.reference import Eye


def random_game(rng: np.random.Generator, hidden: int = 4) -> Eye:
    """The record of a game of a few steps, in which nothing goes as it does in Pong."""
    game = Eye()
    game.begin(rng.standard_normal((PIXELS, hidden)), rng.standard_normal(hidden))
    for _ in range(5):
        game.look((rng.random((80, 80)) < 0.003).astype(np.int8))
    return game


def equal(first: GradientSum, second: GradientSum) -> bool:
    return all(np.array_equal(ours, theirs) for ours, theirs in zip(first, second, strict=True))


def test_any_order_and_any_grouping_give_the_same_bits() -> None:
    rng = np.random.default_rng(0)
    games = [(random_game(rng), rng.standard_normal(5) * 10.0**k) for k in range(-5, 3) for _ in range(3)]
    alone = Adder(4)
    for game in games:
        alone.add_game(*game)
    expected = alone.total()
    assert expected.W1.any()
    for parts in (2, 3, 7):
        total = Adder(4)
        for part in np.array_split(rng.permutation(len(games)), parts):
            worker = Adder(4)
            for index in part:
                worker.add_game(*games[index])
            total.add(pickle.loads(pickle.dumps(worker.total())))
        assert equal(total.total(), expected)
    assert not alone.total().rows.size, "a total begins a new sum"


EDGES = [sign * (2**power + more) for sign in (1, -1) for power in (0, 31, 32, 33, 61, 62) for more in (-1, 0, 1)]


@given(
    st.lists(
        st.lists(
            st.integers(-(2**62), 2**62) | st.integers(-(2**34), 2**34) | st.sampled_from(EDGES), min_size=3, max_size=3
        ),
        max_size=4,
    )
)
def test_pickling_loses_nothing(entries: list[list[int]]) -> None:
    W1 = np.array(entries, np.int64).reshape(-1, 3)
    total = GradientSum(np.array([0, 7, 80, 6399])[: len(W1)], W1, np.array([1, -(2**62), 3]))
    back = pickle.loads(pickle.dumps(total))
    assert equal(back, total)
    assert [array.dtype for array in back] == [np.int64] * 3


def test_pickled_sums_have_little_more_than_32_bits_an_entry() -> None:
    rng = np.random.default_rng(2)
    W1 = np.rint(rng.standard_normal((PIXELS, 200)) / GRID).astype(np.int64)
    total = GradientSum(np.arange(PIXELS), W1, W1[0])
    assert (np.abs(W1) >= 2**31).any(), "beyond 2 there is more"
    assert len(pickle.dumps(total, protocol=5)) < 0.6 * W1.nbytes


@given(st.lists(st.floats(-60_000, 60_000, width=32), min_size=1, max_size=30))
def test_the_sum_is_within_half_a_grid_step_a_game_of_the_true_one(values: list[float]) -> None:
    steps = sum(int(to_grid(np.array([value]))[0]) for value in values)
    assert abs(steps * GRID - math.fsum(values)) <= len(values) * GRID / 2 + 1e-9 * abs(math.fsum(values))


def test_the_largest_batch_of_the_largest_entries_does_not_overflow() -> None:
    assert int(to_grid(np.array([LARGEST_ENTRY]))[0]) * 65_536 < 2**63


@pytest.mark.parametrize("entry", [LARGEST_ENTRY * 1.01, -2 * LARGEST_ENTRY, np.inf, np.nan])
def test_an_entry_beyond_the_exact_range_is_told(entry: float) -> None:
    with pytest.raises(DivergedError, match="lower --learning-rate"):
        to_grid(np.array([1.0, entry]))
