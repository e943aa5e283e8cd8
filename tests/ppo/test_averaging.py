from __future__ import annotations

import numpy as np

from pong_pg.ppo.averaging import move_average
from pong_pg.ppo.network import Weights


def constant(value: float) -> Weights:
    fresh = Weights.initial(3, 2, np.random.default_rng(0))
    return Weights(*(np.full_like(array, value) for array in fresh))


def test_it_goes_a_share_of_the_way_everywhere() -> None:
    average = constant(1.0)
    move_average(average, constant(3.0), 0.25)
    for array in average:
        assert (array == 1.5).all()


def test_it_is_the_weighted_sum_of_all_weights_so_far() -> None:
    """The closed form: what was there n updates ago counts by share * (1 - share)^n."""
    values = [4.0, -2.0, 7.0, 1.0]
    average = constant(0.0)
    for value in values:
        move_average(average, constant(value), 0.3)
    expected = sum(0.3 * 0.7 ** (3 - index) * value for index, value in enumerate(values))
    for array in average:
        np.testing.assert_allclose(array, expected, rtol=1e-6)


def test_a_share_of_all_is_the_present_weights() -> None:
    average, weights = constant(0.1), Weights.initial(3, 2, np.random.default_rng(1))
    move_average(average, weights, 1.0)
    for array, present in zip(average, weights, strict=True):
        np.testing.assert_array_equal(array, present)
        assert not np.shares_memory(array, present)
