from __future__ import annotations

import itertools

import numpy as np
import ppo_oracle
import pytest
from ppo_frames import frame_with, listed, touched_by

from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.kernels import Inputs
from pong_pg.ppo.network import LAYOUTS, PIXEL_LAYOUT, Weights, inputs_of
from pong_pg.ppo.symmetry import backward, forward, reflected, swap_up_and_down, with_reflections


def weights(actions: int) -> Weights:
    rng = np.random.default_rng(actions)
    fresh = Weights.initial(10, actions, rng)
    return fresh._replace(biases=rng.standard_normal(actions + 1).astype(np.float32))


def pictures(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The mask of a frame and of the one before."""
    lit = np.random.default_rng(seed).random((2, 80, 80)) < 0.01
    return lit[0], lit[1]


def rows_of(inputs: Inputs, observation: int) -> list[int]:
    """The rows of W1 that an observation stands for, ascending; complements for those that are subtracted."""
    rows, ends = inputs.rows
    found: list[int] = []
    for index in inputs.groups[inputs.begins[observation] : inputs.ends[observation]].tolist():
        group = index if index >= 0 else ~index
        members = rows[ends[group - 1] if group else 0 : ends[group]].tolist()
        found += [row if index >= 0 else ~row for row in members]
    return sorted(found)


def test_pixels_are_turned_over_and_the_bias_stays() -> None:
    first, second = [0, 79, 80 + 5], [6400, ~(6400 + 2 * 80 + 7), 12_800, ~6399]
    inputs = with_reflections(*listed([first, second]), PIXEL_LAYOUT)
    images = [79 * 80, 79 * 80 + 79, 78 * 80 + 5], [6400 + 79 * 80, ~(6400 + 77 * 80 + 7), 12_800, ~79]
    found = [rows_of(inputs, number) for number in range(4)]
    assert found == [sorted(rows) for rows in (first, second, *images)]


@pytest.mark.parametrize("inputs", INPUTS)
def test_reflections_of_groups_are_groups_of_reflections(inputs: str) -> None:
    """Of a ball that flies past paddles that move, which are the same ones in many frames."""
    layout = LAYOUTS[inputs]
    masks = [frame_with(range(20 + n % 7, 28 + n % 7), (n % 40, n), (n % 40 + 1, n)) for n in range(60)]
    seen = [inputs_of(now, before, layout) for before, now in itertools.pairwise(masks)]
    both = with_reflections(*listed(seen), layout)
    assert len(both.ends) == 2 * len(seen)
    for number, rows in enumerate([*seen, *(reflected(rows, layout) for rows in seen)]):
        assert rows_of(both, number) == sorted(rows.tolist())
    if layout.pixels:
        groups = [tuple(part.tolist()) for part in np.split(both.rows.items, both.rows.ends[:-1])]
        assert len(set(groups)) == len(groups)
        # What they are for: several times fewer sums.
        assert len(both.groups) < sum(map(len, seen)) / 2


@pytest.mark.parametrize(("outputs", "expected"), [([1, 2, 3], [2, 1, 3]), ([1, 2, 3, 4], [1, 3, 2, 4])])
def test_up_and_down_change_places(outputs: list[float], expected: list[float]) -> None:
    assert swap_up_and_down(np.array([outputs], np.float32)).tolist() == [expected]


@pytest.mark.parametrize("actions", [2, 3])
def test_what_is_said_of_the_image_is_the_image_of_what_is_said(actions: int) -> None:
    net, (mask, before) = weights(actions), pictures(1)
    outputs, images = (
        forward(net, touched_by(inputs_of(mask[order].ravel(), before[order].ravel())))[1].copy()
        for order in (slice(None), slice(None, None, -1))
    )
    np.testing.assert_allclose(images, swap_up_and_down(outputs), rtol=1e-5, atol=1e-6)
    assert np.abs(outputs[:, -3] - outputs[:, -2]).max() > 1e-3


@pytest.mark.parametrize("actions", [2, 3])
def test_outputs_are_the_oracles(actions: int) -> None:
    net, (mask, before) = weights(actions), pictures(2)
    rows = inputs_of(mask.ravel(), before.ravel())
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    (expected,) = (ppo_oracle.outputs(wide, x) for x in ppo_oracle.dense([rows]))
    np.testing.assert_allclose(forward(net, touched_by(rows))[1][0], expected, rtol=1e-4, atol=1e-5)


def test_the_gradient_is_the_slope_of_the_outputs() -> None:
    net, (mask, before) = weights(3), pictures(3)
    inputs = touched_by(inputs_of(mask.ravel(), before.ravel()))
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
