from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pong_pg.ppo.reference import Minibatch, Settings, log_softmax, objective

SETTINGS = Settings(clip_range=0.2, vf_coef=0.5, ent_coef=0.05)


def case(samples: int = 40, seed: int = 0) -> tuple[Any, Minibatch]:
    """Outputs, and a batch whose ratios lie on both sides of the clip."""
    rng = np.random.default_rng(seed)
    outputs = rng.standard_normal((samples, 4))
    chosen = rng.integers(3, size=samples)
    old = log_softmax(outputs[:, :-1])[np.arange(samples), chosen] + rng.normal(0, 0.3, samples)
    return outputs, Minibatch(chosen, old, rng.standard_normal(samples), rng.uniform(-1, 1, samples))


def loss(outputs: Any, batch: Minibatch, settings: Settings) -> float:
    terms, _ = objective(outputs, batch, settings)
    return terms.policy + settings.vf_coef * terms.value - settings.ent_coef * terms.entropy


def finite_differences(outputs: Any, batch: Minibatch, settings: Settings = SETTINGS) -> Any:
    slopes = np.empty_like(outputs)
    for index in np.ndindex(*outputs.shape):
        nudge = np.zeros_like(outputs)
        nudge[index] = 1e-6
        up, down = (loss(outputs + sign * nudge, batch, settings) for sign in (1, -1))
        slopes[index] = (up - down) / 2e-6
    return slopes


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    outputs, batch = case()
    terms, gradient = objective(outputs, batch, SETTINGS)
    assert 0.1 < terms.clipped < 0.9, "the case must have samples on both sides of the clip"
    np.testing.assert_allclose(gradient, finite_differences(outputs, batch), atol=1e-8)


@pytest.mark.parametrize("without", ["clip_range", "vf_coef", "ent_coef"])
def test_each_term_has_its_part_in_the_gradient(without: str) -> None:
    """The control: the slope of a loss without the term is another one."""
    changed = SETTINGS._replace(**{without: 1e9 if without == "clip_range" else 0.0})
    outputs, batch = case()
    others = finite_differences(outputs, batch, changed)
    assert np.abs(objective(outputs, batch, SETTINGS)[1] - others).max() > 1e-4
    np.testing.assert_allclose(objective(outputs, batch, changed)[1], others, atol=1e-8)


@pytest.mark.parametrize(
    ("advantage", "ratio", "moves"),
    [(1, 1.1, True), (1, 1.3, False), (1, 0.5, True), (-1, 0.9, True), (-1, 0.7, False), (-1, 1.5, True)],
)
def test_a_sample_has_no_gradient_where_its_ratio_has_gone_far_enough(
    advantage: float, ratio: float, moves: bool
) -> None:
    """By hand. The second sample is there to give the advantages their deviation, and does not move."""
    old = math.log(1 / 3) - math.log(ratio)
    batch = Minibatch(np.array([0, 0]), np.array([old, old]), np.array([advantage, -advantage]), np.zeros(2))
    gradient = objective(np.zeros((2, 4)), batch, Settings(0.2, 0.0, 0.0))[1]
    pull = ratio * advantage / 2 if moves else 0.0
    assert gradient[0] == pytest.approx([-pull * 2 / 3, pull / 3, pull / 3, 0])


def test_the_values_loss_by_hand() -> None:
    """An output of 0 is an even chance, and one of log 3 is three to one."""
    batch = Minibatch(np.array([0, 1]), np.full(2, math.log(1 / 3)), np.array([3.0, 1.0]), np.array([1.0, 0.0]))
    outputs = np.array([[0, 0, 0, 0], [0, 0, 0, math.log(3)]])
    terms, gradient = objective(outputs, batch, Settings(0.2, 4.0, 0.0))
    assert terms.value == pytest.approx((-math.log(1 / 2) - math.log(3 / 4) / 2 - math.log(1 / 4) / 2) / 2)
    assert gradient[:, -1] == pytest.approx([4 * (1 / 2 - 1) / 2, 4 * (3 / 4 - 1 / 2) / 2])


def test_nothing_overflows() -> None:
    """Neither a probability that was nearly none, nor large logits, nor values that are all but certain."""
    batch = Minibatch(np.array([0, 1]), np.array([-5000.0, 0.0]), np.array([1.0, -1.0]), np.array([-1.0, -1.0]))
    terms, gradient = objective(np.zeros((2, 4)), batch, SETTINGS)
    assert math.isfinite(terms.kl)
    assert np.isfinite(gradient).all()
    assert log_softmax(np.array([[1000.0, 0.0, -1000.0]])).tolist() == [[0.0, -1000.0, -2000.0]]
    outputs = np.array([[0, 0, 0, 1e4], [0, 0, 0, -1e4]])
    terms, gradient = objective(outputs, batch, Settings(0.2, 1.0, 0.0))
    assert terms.value == 1e4 / 2
    assert gradient[:, -1].tolist() == [1 / 2, 0.0]
