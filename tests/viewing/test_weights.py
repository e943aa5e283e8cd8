"""The hidden units as pictures, and the order they come in."""

from __future__ import annotations

import numpy as np
import pytest

import pong_pg
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import SIDE
from pong_pg.ppo.network import Weights
from pong_pg.viewing.overlay import COLORS
from pong_pg.viewing.weights import colored, hidden_units


def _policies() -> list[pong_pg.ReinforcePolicy | pong_pg.PPOPolicy]:
    rng = np.random.default_rng(5)
    weights = Weights.initial(6, rng)
    weights.W1[-1] = rng.standard_normal(6)
    return [pong_pg.ReinforcePolicy.initial(7, rng), pong_pg.PPOPolicy(weights)]


def _observations(n: int) -> np.ndarray:
    rng = np.random.default_rng(6)
    now, before = rng.random((2, n, SIDE, SIDE)) < 0.01
    return np.stack([now.astype(np.int8), now.astype(np.int8) - before], axis=1)


@pytest.mark.parametrize("network", _policies(), ids=["reinforce", "ppo"])
def test_units_add_up_to_the_logit_of_going_up_against_going_down(network: pong_pg.PPOPolicy) -> None:
    now, change = _observations(1)[0]
    units = hidden_units(network)
    logit = 0.0
    for picture, upward, number in zip(units.pictures, units.upward, units.numbers, strict=True):
        # Turned upside down, the weights are those of the reflection, whose up is down.
        planes = [change] if len(picture) == 1 else [now, change]
        for sign in (1, -1)[: len(planes)]:
            total = sum((weights * plane[::sign]).sum() for weights, plane in zip(picture, planes, strict=True))
            bias = network.weights.W1[-1, number] if isinstance(network, pong_pg.PPOPolicy) else 0
            logit += sign * max(0.0, float(total + bias)) * upward
    decision = network.inspect(now, now - change)
    assert np.log(decision.probability(2) / decision.probability(3)) == pytest.approx(logit, abs=1e-4)


def test_a_contribution_is_the_product_of_the_norms() -> None:
    W1 = np.zeros((3, SIDE * SIDE))
    W1[0, 1] = 2
    W1[1, :4] = 3, 4, 0, 0
    W1[2, 81] = -9
    units = hidden_units(pong_pg.ReinforcePolicy(W1, np.array([5.0, -1.0, 1.0])))
    assert units.numbers.tolist() == [0, 2, 1]
    assert units.contributions.tolist() == [10, 9, 5]
    assert units.upward.tolist() == [5, 1, -1]
    assert units.pictures.shape == (3, 1, SIDE, SIDE)
    assert units.pictures[1, 0, 1, 1] == -9


def test_what_speaks_for_up_is_orange_and_for_down_blue() -> None:
    W1 = np.zeros((3, SIDE * SIDE))
    W1[:, :200] = 1
    W1[0, 200:300] = -0.5
    # A unit of zeros has a picture too.
    W1[2] = 0
    up, down, nothing = colored(hidden_units(pong_pg.ReinforcePolicy(W1, np.array([2.0, -1.0, 1.0]))))[:, 0].reshape(
        3, -1, 3
    )
    assert up[0].tolist() == list(COLORS[UP])
    # Half the weight has 0.5 ** 1.5 of the brightness, rounded to 6 of 16 shades.
    assert up[250].tolist() == [int(6 / 16 * channel) for channel in COLORS[DOWN]]
    assert down[0].tolist() == list(COLORS[DOWN])
    assert not up[300:].any()
    assert not nothing.any()
