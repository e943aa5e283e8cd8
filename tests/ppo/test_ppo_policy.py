from __future__ import annotations

import copy
import itertools
import math
import pickle
from typing import Any

import numpy as np
import pytest
from inputs import whole_game
from ppo_games import weights
from wrong_arrays import WRONG

from pong_pg.errors import ArgumentError
from pong_pg.game.actions import STAY, UP
from pong_pg.game.frames import mask
from pong_pg.ppo.network import ACTIONS, Weights, observation, reflected_rows
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.ppo.reference import forward


@pytest.fixture(scope="module")
def frames() -> list[Any]:
    return whole_game("rgb")[:150]


def policy() -> PPOPolicy:
    return PPOPolicy(weights(16, seed=1))


def expected(net: Weights, frames: list[Any], seed: int | None) -> list[int]:
    """The actions from the inputs of each frame by itself; the most probable ones without a seed."""
    rng = np.random.default_rng(seed)
    masks = [mask(frame) for frame in frames]
    X = np.stack([observation(now, before) for before, now in zip([masks[0], *masks], masks, strict=False)])
    odds = np.exp(forward(net, X)[1][:, :-1])
    if seed is None:
        return [ACTIONS[each.argmax()] for each in odds]
    return [ACTIONS[int(np.searchsorted(each.cumsum()[:-1], rng.random() * each.sum(), "right"))] for each in odds]


@pytest.mark.parametrize("seed", [None, 5])
def test_actions_are_those_of_the_networks_outputs(seed: int | None, frames: list[Any], both_ways: str) -> None:
    del both_ways
    player = policy()
    player.reset(seed)
    played = [player.act(frame, greedy=seed is None) for frame in frames]
    assert played == expected(player.weights, frames, seed)
    assert set(played) == set(ACTIONS)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("duplicate", [copy.deepcopy, copy.copy, lambda player: pickle.loads(pickle.dumps(player))])
@pytest.mark.parametrize("steps", [0, 1, 70])
def test_a_copy_goes_on_with_the_same_game(duplicate: Any, steps: int, frames: list[Any]) -> None:
    player = policy()
    player.reset(seed=5)
    for frame in frames[:steps]:
        player.act(frame)
    other = duplicate(player)
    if duplicate is copy.copy:
        # A shallow copy shares the generator.
        other._rng = copy.deepcopy(player._rng)
    actions = [player.act(frame) for frame in frames[steps:]]
    assert [other.act(frame) for frame in frames[steps:]] == actions
    assert other.digest() == player.digest()


def test_a_reset_forgets_the_last_frame(frames: list[Any]) -> None:
    player = policy()
    net = player.weights
    # It stays where pixels have lit up, and goes up in a first frame, in which none have changed.
    net.W1[:], net.heads[:], net.biases[:] = 0, 0, 0
    net.W1[6400:-1], net.heads[0], net.biases[0] = 1, 1, -1
    lit = np.full_like(frames[0], 236)
    assert [player.act(frame, greedy=True) for frame in (np.zeros_like(lit), lit)] == [UP, STAY]
    player.reset()
    assert player.act(lit, greedy=True) == UP


def test_the_value_is_of_the_present_frame(frames: list[Any]) -> None:
    player = policy()
    assert player.value is None
    for before, now in itertools.pairwise(frames[:3]):
        player.reset()
        player.act(before)
        assert player.value == player.inspect(mask(before), mask(before)).value
        player.predict(now)
        assert player.value == player.inspect(mask(now), mask(before)).value
    player.predict(np.stack(frames[:2]))
    assert player.value is None


@pytest.mark.parametrize("observation", [np.zeros((84, 84), np.uint8), np.zeros((210, 160, 3)), [1, 2], [[1], [2, 3]]])
def test_act_refuses_what_is_no_frame(observation: Any) -> None:
    with pytest.raises(ArgumentError, match="must be a uint8 array"):
        policy().act(observation)


@pytest.mark.parametrize("seed", ["x", -1, 1.5])
def test_reset_refuses_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ArgumentError, match=r"seed must be an integer of at least 0, .* or None; got"):
        policy().reset(seed)


def test_weights_of_wrong_shapes_are_refused() -> None:
    net = weights()
    PPOPolicy(net)
    for wrong in (
        net._replace(W1=net.W1[:-1]),
        net._replace(heads=net.heads[:, :-1]),
        net._replace(biases=np.zeros(7, np.float32)),
        net._replace(heads=np.zeros((5, 9), np.float32), biases=np.zeros(5, np.float32)),
    ):
        with pytest.raises(ValueError, match="must be a float32 array of shape"):
            PPOPolicy(wrong)


def test_what_is_shown_of_a_decision_is_what_the_network_computes(frames: list[Any]) -> None:
    """The probabilities, the value, the hidden layers of both views; and the slope of up against down."""
    player, masks = policy(), [mask(frame) for frame in frames[60:64]]
    for before, now in itertools.pairwise(masks):
        shown = player.inspect(now, before)
        hidden_layers, (outputs,) = forward(player.weights, observation(now, before)[np.newaxis])
        odds = np.exp(outputs[:-1].astype(float))
        np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-4)
        assert shown.value == pytest.approx(math.tanh(outputs[-1] / 2), rel=1e-4, abs=1e-6)
        np.testing.assert_allclose(shown.hidden, hidden_layers.ravel(), rtol=1e-4, atol=1e-4)
        x, net = observation(now, before), player.weights
        view = x[reflected_rows()]
        pull = [(net.heads[1] - net.heads[2]) * (layer[0] > 0) for layer in hidden_layers]
        terms = x * (net.W1 @ pull[0]) - (view * (net.W1 @ pull[1]))[reflected_rows()]
        influence = terms[:6400] + terms[6400:12_800]
        np.testing.assert_allclose(shown.influence.ravel(), influence, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("way", ["float64", "other byte order", "Fortran order", "not contiguous"])
def test_a_policy_converts_weights_of_another_type(way: str) -> None:
    converted = PPOPolicy(Weights(*(WRONG[way](array) for array in policy().weights)))
    assert converted.digest() == PPOPolicy(policy().weights).digest()
    frame = np.random.default_rng(1).integers(0, 255, (210, 160), np.uint8)
    assert converted.act(frame, greedy=True) == PPOPolicy(policy().weights).act(frame, greedy=True)


def test_a_policy_refuses_weights_that_are_no_real_numbers() -> None:
    for dtype in (np.complex64, np.object_, np.str_):
        arrays: list[Any] = [array.astype(dtype) for array in (np.zeros((12_801, 2)), np.zeros((4, 2)), np.zeros(4))]
        with pytest.raises(ValueError, match="must be arrays of real numbers; got"):
            PPOPolicy(Weights(*arrays))
