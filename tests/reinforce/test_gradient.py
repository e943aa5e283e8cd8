from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import reference
from inputs import differences_of, inputs_of
from pong_pg.reinforce.gradient import Gradient, episode_gradient
from pong_pg.reinforce.network import sigmoid
from stack import BACKENDS

import pong_pg
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.rollout import Episode, play_episode


def dense(gradient: Gradient | None, hidden: int) -> npt.NDArray[np.floating]:
    assert gradient is not None
    W1 = np.zeros((PIXELS, hidden), gradient.W2.dtype)
    W1[gradient.pixels] = gradient.W1_rows
    transposed: npt.NDArray[np.floating] = W1.T
    return transposed


def relative_error(actual: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    return float(np.abs(actual - expected).max() / np.abs(expected).max())


def real_game(policy: Policy) -> Episode:
    env = pong_pg.make("ALE/Pong-v5", backend="direct", obs_type="palette")
    return play_episode(env, policy, env_seed=11, rng=np.random.default_rng(12))


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-12), (np.float32, 1e-5)])
def test_a_real_games_gradient_is_the_references(policy: Policy, dtype: Any, tolerance: float) -> None:
    player = Policy(policy.W1, policy.W2, dtype)
    episode = real_game(player)
    assert episode.steps > 700
    W1, W2 = (np.array(array, np.float64) for array in (policy.W1, policy.W2))
    expected_W1, expected_W2 = reference.gradient(
        W1, W2, inputs_of(episode), episode.went_up, episode.rewards, gamma=0.99
    )
    gradient = episode_gradient(player, episode, 0.99)
    assert relative_error(dense(gradient, 200), expected_W1) < tolerance
    assert gradient is not None
    assert relative_error(gradient.W2, expected_W2) < tolerance


def test_the_recorded_game_is_the_one_that_the_reference_plays_on_the_native_environment(
    policy: Policy,
) -> None:
    """Same frames, probabilities, draws, actions and rewards: rollout and reference differ in nothing."""
    episode = play_episode(
        pong_pg.make("PongDeterministic-v4", backend="direct", obs_type="palette"),
        policy,
        env_seed=0,
        rng=np.random.default_rng(12),
    )
    native = pong_pg.make("PongDeterministic-v4", backend=BACKENDS[0])
    W1, W2 = (np.array(array, np.float64) for array in (policy.W1, policy.W2))
    xs, ups, rewards = reference.play(native, W1, W2, np.random.default_rng(12))
    np.testing.assert_array_equal(inputs_of(episode), xs)
    np.testing.assert_array_equal(episode.went_up, ups)
    np.testing.assert_array_equal(episode.rewards, rewards)


def tiny_episode(policy: Policy, choices: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]) -> Episode:
    rng = np.random.default_rng(5)
    xs = np.zeros((len(choices), PIXELS))
    for x in xs:
        x[rng.choice(12, 4, replace=False)] = np.where(rng.random(4) < 0.5, -1, 1)
    steps = differences_of(list(xs))
    hidden, logits = policy.forward(steps)
    return Episode(
        pixels=steps.pixels,
        signs=steps.signs,
        change_counts=np.full(len(choices), 4),
        hidden=hidden,
        p_up=np.array([sigmoid(logit) for logit in logits]),
        went_up=choices,
        rewards=rewards,
        truncated=False,
    )


def test_finite_differences_of_the_surrogate_objective() -> None:
    """The gradient is that of sum_t advantage[t] * log pi(action[t]), weight by weight."""
    rng = np.random.default_rng(9)
    W1, W2 = rng.standard_normal((3, PIXELS)), rng.standard_normal(3)
    choices = rng.random(10) < 0.5
    rewards = np.array([0, 0, 1, 0, 0, -1, 0, 0, 0, 1.0])
    advantage = reference.discount(rewards, 0.9)
    advantage = (advantage - advantage.mean()) / advantage.std()

    def objective(W1: npt.NDArray[np.float64], W2: npt.NDArray[np.float64]) -> float:
        p = tiny_episode(Policy(W1, W2, np.float64), choices, rewards).p_up
        return float((advantage * np.log(np.where(choices, p, 1 - p))).sum())

    policy = Policy(W1, W2, np.float64)
    gradient = episode_gradient(policy, tiny_episode(policy, choices, rewards), 0.9)
    assert gradient is not None
    eps = 1e-6
    for unit in range(3):
        shift = np.zeros(3)
        shift[unit] = eps
        slope = (objective(W1, W2 + shift) - objective(W1, W2 - shift)) / (2 * eps)
        assert gradient.W2[unit] == pytest.approx(slope, rel=1e-6, abs=1e-8)
        for pixel in range(12):
            step = np.zeros_like(W1)
            step[unit, pixel] = eps
            slope = (objective(W1 + step, W2) - objective(W1 - step, W2)) / (2 * eps)
            assert dense(gradient, 3)[unit, pixel] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def test_pixels_that_never_changed_have_no_row() -> None:
    policy = Policy.initial(3, np.random.default_rng(0), np.float64)
    gradient = episode_gradient(policy, tiny_episode(policy, np.ones(4, np.bool_), np.array([0, 1, 0, -1.0])), 0.9)
    assert gradient is not None
    assert gradient.pixels.max() < 12
    assert (np.diff(gradient.pixels) > 0).all()


@pytest.mark.parametrize("case", ["truncated", "flat"])
def test_a_truncated_game_and_one_of_equal_advantages_have_no_gradient(case: str) -> None:
    policy = Policy.initial(3, np.random.default_rng(0), np.float64)
    rewards = np.array([0, 1, 0, -1.0]) if case == "truncated" else np.zeros(4)
    episode = tiny_episode(policy, np.ones(4, np.bool_), rewards)
    assert episode_gradient(policy, Episode(**{**vars(episode), "truncated": case == "truncated"}), 0.9) is None
