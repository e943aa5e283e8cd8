from __future__ import annotations

import math

import numpy as np
import pytest

from pong_pg.ppo.value import value_losses, values_of


def test_values_are_twice_the_probability_of_a_win_minus_1() -> None:
    outputs = np.array([[0.0, math.log(3)], [-math.log(3), math.log(99)]])
    assert values_of(outputs) == pytest.approx(np.array([[0, 0.5], [-0.5, 0.98]]))


@pytest.mark.parametrize("wanted", [-0.9, 0.0, 0.3])
def test_the_least_loss_is_where_the_value_is_the_return(wanted: float) -> None:
    outputs = np.linspace(-6, 6, 4801)
    losses, slopes = value_losses(outputs, np.full(len(outputs), wanted))
    best = int(np.argmin(losses))
    assert values_of(outputs)[best] == pytest.approx(wanted, abs=2e-3)
    assert slopes[best] == pytest.approx(0, abs=2e-3)
    assert (slopes[best + 5 :] > 0).all()
    assert (slopes[: best - 5] < 0).all()


def test_slopes_are_those_of_the_losses() -> None:
    rng = np.random.default_rng(0)
    outputs, returns = rng.normal(0, 3, 50), rng.uniform(-1, 1, 50)
    up, down = (value_losses(outputs + nudge, returns)[0] for nudge in (1e-6, -1e-6))
    np.testing.assert_allclose(value_losses(outputs, returns)[1], (up - down) / 2e-6, atol=1e-8)


def test_large_outputs_do_not_overflow() -> None:
    outputs, returns = np.array([1e4, -1e4]), np.array([-1.0, -1.0])
    assert values_of(outputs).tolist() == [1.0, -1.0]
    losses, slopes = value_losses(outputs, returns)
    assert losses.tolist() == [1e4, 0.0]
    assert slopes.tolist() == [1.0, 0.0]
