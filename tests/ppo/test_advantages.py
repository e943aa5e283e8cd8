from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import ppo_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pong_pg.ppo.advantages import GOES_ON, TERMINATED, TRUNCATED, generalised_advantages


def advantages(
    rewards: Sequence[float], values: Sequence[float], over: list[int], gamma: float = 0.5, gae_lambda: float = 0.5
) -> list[float]:
    arrays = np.array([rewards]), np.array([values]), np.array([over], np.uint8)
    result: list[float] = generalised_advantages(*arrays, gamma, gae_lambda)[0].tolist()
    return result


def test_by_hand() -> None:
    # delta = [.5 * 2 - 1, .5 * 3 - 2, .5 * 4 - 3] = [0, -.5, -1]; each takes a quarter of the one after it.
    assert advantages([0, 0, 0], [1, 2, 3, 4], [0, 0, 0]) == [-0.1875, -0.75, -1.0]


def test_a_point_ends_a_rally() -> None:
    # Nothing after the point counts: not the next value, nor the next advantage.
    assert advantages([0, 1, 0], [1, 2, 3, 4], [0, 0, 0]) == [0 + 0.25 * -1, 1 - 2, -1.0]


def test_the_end_of_a_game_without_a_point_does_too() -> None:
    assert advantages([0, 0, 0], [1, 2, 3, 4], [0, TERMINATED, 0]) == [0 + 0.25 * -2, -2.0, -1.0]


def test_a_game_that_was_cut_off_would_have_gone_on_from_where_it_was() -> None:
    assert advantages([0, 0, 0], [1, 2, 3, 4], [0, TRUNCATED, 0]) == [0 + 0.25 * -1, 0.5 * 2 - 2, -1.0]


def test_without_discount_the_whole_rally_counts_alike() -> None:
    """The closed form: with gamma and lambda 1 an advantage is the rally's outcome less the value."""
    rewards, values = [0, 0, -1, 0, 0, 1], [0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 9.0]
    outcomes = [-1, -1, -1, 1, 1, 1]
    expected = [outcome - value for outcome, value in zip(outcomes, values, strict=False)]
    assert advantages(rewards, values, [0] * 6, 1, 1) == pytest.approx(expected, abs=1e-12)


@given(st.data())
def test_they_are_the_sums_that_define_them(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 12))
    rewards = data.draw(st.lists(st.sampled_from([0.0, 0.0, 0.0, 1.0, -1.0, 0.5]), min_size=n, max_size=n))
    over = data.draw(st.lists(st.sampled_from([GOES_ON, GOES_ON, TERMINATED, TRUNCATED]), min_size=n, max_size=n))
    values = data.draw(st.lists(st.floats(-3, 3), min_size=n + 1, max_size=n + 1))
    gamma, gae_lambda = data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1))
    expected = ppo_oracle.advantages_of(rewards, values, over, gamma, gae_lambda)
    assert advantages(rewards, values, over, gamma, gae_lambda) == pytest.approx(expected, abs=1e-9)


def test_streams_have_nothing_to_do_with_each_other() -> None:
    rng = np.random.default_rng(0)
    rewards, values = rng.integers(-1, 2, (3, 20)).astype(float), rng.standard_normal((3, 21))
    over = np.zeros((3, 20), np.uint8)
    together = generalised_advantages(rewards, values, over, 0.99, 0.95)
    for stream in range(3):
        one = slice(stream, stream + 1)
        alone = generalised_advantages(rewards[one], values[one], over[one], 0.99, 0.95)
        np.testing.assert_array_equal(alone[0], together[stream])
