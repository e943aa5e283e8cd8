"""What policies show of a decision is what they play by."""

from __future__ import annotations

import numpy as np
import pytest

import pong_pg
from pong_pg.game.decision import Decision, Inspector, is_inspectable
from pong_pg.game.frames import mask
from pong_pg.ppo.network import Weights, observation
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.ppo.reference import forward
from pong_pg.reinforce.policy import ReinforcePolicy


def _frames(count: int) -> list[np.ndarray]:
    """Random palette frames in which the right paddle and the ball move."""
    rng = np.random.default_rng(5)
    frames = []
    for _ in range(count):
        frame = np.full((210, 160), 144, np.uint8)
        top, y, x = rng.integers(40, 160, 3)
        frame[top : top + 16, 140:144] = 214
        frame[y : y + 4, x - 20 : x - 18] = 236
        frames.append(frame)
    return frames


def _policies() -> list[PPOPolicy | ReinforcePolicy]:
    rng = np.random.default_rng(3)
    weights = Weights.initial(24, rng)
    weights.heads[...] = rng.standard_normal(weights.heads.shape)
    # Staying is one action among others, and most hidden units are active.
    weights.heads[0] *= 0.1
    weights.W1[-1] = 0.2
    return [PPOPolicy(weights), ReinforcePolicy.initial(24, rng)]


@pytest.mark.parametrize("policy", _policies(), ids=repr)
def test_greedy_actions_are_those_of_the_highest_probability(policy: PPOPolicy | ReinforcePolicy) -> None:
    assert is_inspectable(policy)
    inspector = Inspector(policy)
    seen = set()
    for game in range(2):
        policy.reset(game)
        inspector.reset()
        for frame in _frames(60):
            shown = inspector.look(frame)
            assert shown.probabilities.sum() == pytest.approx(1)
            action = policy.act(frame, greedy=True)
            assert action == shown.actions[int(np.argmax(shown.probabilities))]
            seen.add(action)
    assert len(seen) > 1


def test_outputs_of_ppo_are_those_of_the_network_that_learns() -> None:
    rng = np.random.default_rng(0)
    weights = Weights.initial(16, rng)
    weights.heads[...] = rng.standard_normal(weights.heads.shape)
    before, now = (mask(frame) for frame in _frames(2))
    shown = PPOPolicy(weights).inspect(now, before)
    hidden, outputs = forward(weights, observation(now, before)[np.newaxis])
    odds = np.exp(outputs[0, :-1].astype(float))
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-5)
    assert shown.value == pytest.approx(np.tanh(outputs[0, -1] / 2), rel=1e-4)
    np.testing.assert_allclose(shown.hidden, hidden.ravel(), rtol=1e-4, atol=1e-6)


def _advantage_of_up(shown: Decision) -> float:
    return float(np.log(shown.probability(2)) - np.log(shown.probability(3)))


@pytest.mark.parametrize("policy", _policies(), ids=repr)
def test_influence_is_input_times_gradient(policy: PPOPolicy | ReinforcePolicy) -> None:
    """A pixel's influence is what is missing without it, if no hidden unit switches on or off on the way."""
    before, now = (mask(frame) for frame in _frames(2))
    shown = policy.inspect(now, before)
    used = (now != 0) | (shown.change != 0)
    assert used.any()
    assert not shown.influence[~used].any()
    checked = 0
    for y, x in np.argwhere(shown.change > 0):
        without = now.copy()
        without[y, x] = 0
        then = policy.inspect(without, before)
        if ((then.hidden > 0) == (shown.hidden > 0)).all():
            difference = _advantage_of_up(shown) - _advantage_of_up(then)
            assert shown.influence[y, x] == pytest.approx(difference, rel=1e-3, abs=1e-5)
            checked += 1
    assert checked


def test_looking_does_not_change_the_game() -> None:
    policy = pong_pg.load("fast")
    frames = _frames(20)
    assert is_inspectable(policy)

    def played(*, looks: bool) -> list[int]:
        policy.reset(1)
        actions = []
        for frame in frames:
            if looks:
                policy.inspect(mask(frame), mask(frames[0]))
            actions.append(policy.act(frame))
        return actions

    assert played(looks=True) == played(looks=False)
