from __future__ import annotations

import numpy as np
import pytest
import reference
from pong_pg.reinforce.returns import advantages, discounted_returns


def test_hand_values_with_gamma_one_half() -> None:
    rewards = [0, 0, 1, 0, 0, 0, -1, 0]
    np.testing.assert_array_equal(discounted_returns(rewards, 0.5), [0.25, 0.5, 1, -0.125, -0.25, -0.5, -1, 0])


def test_a_point_ends_the_rally_so_that_nothing_later_counts() -> None:
    np.testing.assert_array_equal(discounted_returns([1, 1, -1], 0.9), [1, 1, -1])


def test_without_discount_every_step_of_a_rally_has_its_outcome() -> None:
    np.testing.assert_array_equal(discounted_returns([0, 0, -1, 0, 1], 1.0), [-1, -1, -1, 1, 1])
    np.testing.assert_array_equal(discounted_returns([0, 0, -1, 0, 1], 0.0), [0, 0, -1, 0, 1])


@pytest.mark.parametrize("gamma", [0.0, 0.5, 0.99, 1.0])
def test_random_games_agree_with_the_reference(gamma: float) -> None:
    rewards = np.random.default_rng(2).choice([-1.0, 0.0, 0.0, 0.0, 1.0], 500)
    np.testing.assert_allclose(
        discounted_returns(rewards, gamma), reference.discount(rewards, gamma), rtol=1e-14, atol=1e-15
    )


def test_the_sum_of_a_long_rally_is_the_closed_form() -> None:
    returns = discounted_returns([0.0] * 999 + [1.0], 0.99)
    assert returns.sum() == pytest.approx((1 - 0.99**1000) / (1 - 0.99), rel=1e-12)


def test_advantages_have_mean_0_and_population_deviation_1() -> None:
    values = advantages(np.random.default_rng(3).choice([-1.0, 0.0, 1.0], 300), 0.9)
    assert values is not None
    assert abs(values.mean()) < 1e-14
    assert values.std() == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize("rewards", [[], [0, 0, 0], [1, 1], [-1]])
def test_a_game_without_difference_has_no_advantages(rewards: list[float]) -> None:
    assert advantages(rewards, 0.99) is None
