from __future__ import annotations

import numpy as np
import ppo_oracle
import pytest

from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import PIXEL_LAYOUT, Inputs, Weights, inputs_of
from pong_pg.ppo.symmetry import backward, forward, swap_up_and_down, with_reflections


def weights(actions: int) -> Weights:
    rng = np.random.default_rng(actions)
    fresh = Weights.initial(10, actions, rng)
    return fresh._replace(biases=rng.standard_normal(actions + 1).astype(np.float32))


def pictures(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The mask of a frame and of the one before."""
    lit = np.random.default_rng(seed).random((2, 80, 80)) < 0.01
    return lit[0], lit[1]


def test_pixels_are_turned_over_and_the_bias_stays() -> None:
    rows = np.array([0, 79, 80 + 5, 6400, ~(6400 + 2 * 80 + 7), 12_800, ~6399], np.int16)
    inputs = with_reflections(Inputs(rows, np.array([0, 3]), np.array([3, 7])), PIXEL_LAYOUT)
    image = [79 * 80, 79 * 80 + 79, 78 * 80 + 5, 6400 + 79 * 80, ~(6400 + 77 * 80 + 7), 12_800, ~79]
    assert inputs.rows.tolist() == [*rows.tolist(), *image]
    assert inputs.begins.tolist() == [0, 3, 7, 10]
    assert inputs.ends.tolist() == [3, 7, 10, 14]
    assert inputs.rows.dtype == np.int32


def test_every_inputs_image_is_that_of_the_picture_turned_over() -> None:
    mask, before = pictures(0)
    rows = with_reflections(Inputs.one(inputs_of(mask.ravel(), before.ravel())), PIXEL_LAYOUT).rows
    count = len(rows) // 2
    expected = inputs_of(mask[::-1].ravel(), before[::-1].ravel())
    assert sorted(rows[count:].tolist()) == sorted(expected.tolist())
    assert sorted(rows[:count].tolist()) != sorted(expected.tolist())


@pytest.mark.parametrize(("outputs", "expected"), [([1, 2, 3], [2, 1, 3]), ([1, 2, 3, 4], [1, 3, 2, 4])])
def test_up_and_down_change_places(outputs: list[float], expected: list[float]) -> None:
    assert swap_up_and_down(np.array([outputs], np.float32)).tolist() == [expected]


@pytest.mark.parametrize("actions", [2, 3])
def test_what_is_said_of_the_image_is_the_image_of_what_is_said(actions: int) -> None:
    net, (mask, before) = weights(actions), pictures(1)
    given, turned = (
        Inputs.one(inputs_of(mask[order].ravel(), before[order].ravel()))
        for order in (slice(None), slice(None, None, -1))
    )
    outputs, images = (forward(net, with_reflections(inputs, PIXEL_LAYOUT))[1].copy() for inputs in (given, turned))
    np.testing.assert_allclose(images, swap_up_and_down(outputs), rtol=1e-5, atol=1e-6)
    # The control: half of the network alone does not know that.
    one, other = (kernels().forward(net, inputs)[1].copy() for inputs in (given, turned))
    assert np.abs(other - swap_up_and_down(one)).max() > 1e-2


@pytest.mark.parametrize("actions", [2, 3])
def test_outputs_are_the_oracles(actions: int) -> None:
    net, (mask, before) = weights(actions), pictures(2)
    rows = inputs_of(mask.ravel(), before.ravel())
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    (expected,) = (ppo_oracle.outputs(wide, x) for x in ppo_oracle.dense([rows]))
    np.testing.assert_allclose(
        forward(net, with_reflections(Inputs.one(rows), PIXEL_LAYOUT))[1][0], expected, rtol=1e-4, atol=1e-5
    )


def test_the_gradient_is_the_slope_of_the_outputs() -> None:
    net, (mask, before) = weights(3), pictures(3)
    inputs = with_reflections(Inputs.one(inputs_of(mask.ravel(), before.ravel())), PIXEL_LAYOUT)
    states, _ = (array.copy() for array in forward(net, inputs))
    pulls = np.array([[0.3, -1.0, 2.0, 0.7]], np.float32)
    gradient = backward(net, inputs, states, pulls)
    row = int(gradient.rows[5])
    for name, place in (("W1", (row, 3)), ("heads", (1, 3)), ("biases", (2,))):
        sums = []
        for nudge in (1e-2, -1e-2):
            moved = getattr(net, name).copy()
            moved[place] += nudge
            sums.append(float((forward(net._replace(**{name: moved}), inputs)[1] * pulls).sum()))
        assert getattr(gradient, name)[place] == pytest.approx((sums[0] - sums[1]) / 2e-2, rel=2e-2, abs=1e-3), name
