from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from pong_pg.reinforce.rmsprop import EPSILON, RMSProp


def test_hand_values_of_two_steps() -> None:
    weight = np.array([1.0, -1.0])
    rmsprop = RMSProp((weight,), learning_rate=0.1, decay_rate=0.75)
    rmsprop.step((np.array([2.0, 0.0]),))
    np.testing.assert_allclose(rmsprop.memory[0], [1.0, 0.0])
    np.testing.assert_allclose(weight, [1 + 0.2 / (1 + 1e-5), -1.0])
    rmsprop.step((np.array([-1.0, 4.0]),))
    np.testing.assert_allclose(rmsprop.memory[0], [1.0, 4.0])
    np.testing.assert_allclose(weight, [1 + 0.1 / (1 + 1e-5), -1 + 0.4 / (2 + 1e-5)])


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-13), (np.float32, 1e-5)])
def test_many_steps_agree_with_the_references_formula(dtype: type, tolerance: float) -> None:
    rng = np.random.default_rng(0)
    start = rng.standard_normal((5, 7))
    weight: npt.NDArray[np.float64] = start.astype(dtype)
    rmsprop = RMSProp((weight,), 1e-3, 0.99)
    expected, cache = start.copy(), np.zeros((5, 7))
    for _ in range(50):
        gradient = rng.standard_normal((5, 7)) * 3
        rmsprop.step((gradient.astype(dtype),))
        cache = 0.99 * cache + (1 - 0.99) * gradient**2
        expected += 1e-3 * gradient / (np.sqrt(cache) + 1e-5)
    np.testing.assert_allclose(weight, expected, rtol=tolerance, atol=tolerance)
    assert weight.dtype == dtype


def test_a_zero_gradient_moves_nothing_and_divides_by_nothing() -> None:
    weight: np.typing.NDArray[np.float32] = np.ones(3, np.float32)
    rmsprop = RMSProp((weight,), 0.5, 0.9)
    rmsprop.step((np.zeros(3, np.float32),))
    np.testing.assert_array_equal(weight, 1)


def test_a_lasting_gradient_takes_steps_of_the_learning_rate() -> None:
    weight = np.zeros(1)
    rmsprop = RMSProp((weight,), 0.01, 0.5)
    for _ in range(60):
        before = weight.copy()
        rmsprop.step((np.array([3.0]),))
    assert (weight - before)[0] == pytest.approx(0.01, rel=2 * EPSILON)


@pytest.mark.parametrize("shape", [(6400, 200), (100_003,), (3, 50_000), (1, 1)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_steps_in_blocks_are_the_plain_ones_bit_for_bit(shape: tuple[int, ...], dtype: type) -> None:
    rng = np.random.default_rng(1)
    start: npt.NDArray[Any] = rng.standard_normal(shape).astype(dtype)
    weight = start.copy()
    expected, memory = start.copy(), np.zeros_like(start)
    rmsprop = RMSProp((weight,), 1e-3, 0.99)
    rate, decay, fresh, epsilon = (dtype(value) for value in (1e-3, 0.99, 1 - 0.99, EPSILON))
    for _ in range(3):
        gradient: npt.NDArray[Any] = (rng.standard_normal(shape) * 3).astype(dtype)
        memory = memory * decay + gradient * gradient * fresh
        expected = expected + gradient * rate / (np.sqrt(memory) + epsilon)
        rmsprop.step((gradient.copy(),))
    assert rmsprop.memory[0].tobytes() == memory.tobytes()
    assert weight.tobytes() == expected.tobytes()
    assert (weight != start).mean() > 0.99
