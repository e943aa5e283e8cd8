"""The page that students read: hand values and finite differences. All else is tested against it."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import pong_pg
from pong_pg.reinforce.reference import (
    EPSILON,
    Episode,
    Eye,
    advantages,
    coefficients,
    discounted_returns,
    forward,
    initial_weights,
    play,
    rmsprop,
    sigmoid,
)

Array = npt.NDArray[Any]


def floats(*values: float) -> Array:
    return np.array(values, np.float64)


def input_of(**signs: int) -> npt.NDArray[np.int8]:
    """The input of a network: `input_of(p10=1, p20=-1)`."""
    x = np.zeros(6400, np.int8)
    for name, sign in signs.items():
        x[int(name[1:])] = sign
    return x


class TestReturns:
    def test_hand_values_with_gamma_one_half(self) -> None:
        rewards = floats(0, 0, 1, 0, 0, 0, -1, 0)
        np.testing.assert_array_equal(discounted_returns(rewards, 0.5), [0.25, 0.5, 1, -0.125, -0.25, -0.5, -1, 0])

    @pytest.mark.parametrize(
        ("rewards", "gamma", "expected"),
        [((1, 1, -1), 0.9, (1, 1, -1)), ((0, 0, -1, 0, 1), 1.0, (-1, -1, -1, 1, 1)), ((0, -1, 0), 0.0, (0, -1, 0))],
    )
    def test_a_point_ends_the_rally(self, rewards: Any, gamma: float, expected: Any) -> None:
        np.testing.assert_array_equal(discounted_returns(floats(*rewards), gamma), expected)

    def test_the_sum_of_a_long_rally_is_the_closed_form(self) -> None:
        returns = discounted_returns(floats(*[0.0] * 999, 1.0), 0.99)
        assert returns.sum() == pytest.approx((1 - 0.99**1000) / (1 - 0.99), rel=1e-12)

    def test_advantages_have_mean_0_and_population_deviation_1(self) -> None:
        values = advantages(np.random.default_rng(3).choice([-1.0, 0.0, 1.0], 300), 0.9)
        assert values is not None
        assert abs(values.mean()) < 1e-14
        assert values.std() == pytest.approx(1, rel=1e-14)

    @pytest.mark.parametrize("rewards", [(), (0, 0, 0), (1, 1), (-1,)])
    def test_a_game_without_difference_has_no_advantages(self, rewards: tuple[float, ...]) -> None:
        assert advantages(floats(*rewards), 0.99) is None

    @pytest.mark.parametrize("truncated", [False, True])
    def test_coefficients_are_y_minus_p_times_the_advantage(self, truncated: bool) -> None:
        episode = Episode(floats(0.25, 0.75), np.array([True, True]), floats(1, -1), truncated)
        found = coefficients(episode, 0.9)
        if truncated:
            assert found is None
        else:
            np.testing.assert_allclose(found, [0.75, -0.25])  # type: ignore[arg-type]  # it is not None


class TestNetwork:
    def test_hand_values_of_two_units(self) -> None:
        W1, W2 = np.zeros((6400, 2)), floats(0.5, 2.0)
        W1[10], W1[20] = (3, -4), (1, 0)
        hidden, p_up = forward(W1, W2, input_of(p10=1, p20=-1))
        np.testing.assert_array_equal(hidden, [2, 0])
        assert p_up == pytest.approx(1 / (1 + np.exp(-1)), rel=1e-15)
        hidden, p_up = forward(W1, W2, input_of(p10=-1))
        np.testing.assert_array_equal(hidden, [0, 4])
        assert p_up == pytest.approx(1 / (1 + np.exp(-8)), rel=1e-15)
        assert forward(W1, W2, input_of())[1] == 0.5

    @pytest.mark.parametrize("logit", [-1e6, -745.2, -1.0, 0.0, 1.0, 745.2, 1e6])
    def test_sigmoid_is_symmetric_and_does_not_overflow(self, logit: float) -> None:
        assert sigmoid(logit) + sigmoid(-logit) == pytest.approx(1)
        assert 0 <= sigmoid(logit) <= 1

    def test_initial_weights_have_the_published_scale(self) -> None:
        W1, W2 = initial_weights(200, np.random.default_rng(0))
        assert (W1.shape, W2.shape) == ((6400, 200), (200,))
        assert W1.std() * 80 == pytest.approx(1, abs=0.01)
        assert W2.std() * np.sqrt(200) == pytest.approx(1, abs=0.15)

    def test_finite_differences_of_the_surrogate_objective(self) -> None:
        """The gradient is that of sum_t advantage[t] * log pi(action[t]), weight by weight."""
        rng = np.random.default_rng(9)
        weights = rng.standard_normal((6400, 3)), rng.standard_normal(3)
        masks = [np.zeros((80, 80), np.int8) for _ in range(10)]
        for seen in masks:
            seen.ravel()[:12] = rng.integers(0, 2, 12)
        went_up, rewards = rng.random(10) < 0.5, floats(0, 0, 1, 0, 0, -1, 0, 0, 0, 1)

        def seen_with(W1: Array, W2: Array) -> tuple[Eye, Episode]:
            eye = Eye()
            eye.begin(W1, W2)
            return eye, Episode(floats(*map(eye.look, masks)), went_up, rewards, False)

        def objective(W1: Array, W2: Array) -> float:
            p_up = seen_with(W1, W2)[1].p_up
            return float((advantages(rewards, 0.9) * np.log(np.where(went_up, p_up, 1 - p_up))).sum())

        eye, episode = seen_with(*weights)
        factors = coefficients(episode, 0.9)
        assert factors is not None
        gradients, eps = eye.gradient(factors), 1e-6
        assert not gradients[0][12:].any()
        for layer, places in (
            (0, [(pixel, unit) for pixel in range(12) for unit in range(3)]),
            (1, [(0,), (1,), (2,)]),
        ):
            for place in places:
                slopes = []
                for sign in (1, -1):
                    moved = [array.copy() for array in weights]
                    moved[layer][place] += sign * eps
                    slopes.append(objective(*moved) / (2 * eps))
                assert gradients[layer][place] == pytest.approx(slopes[0] - slopes[1], rel=1e-6, abs=1e-8)


class TestRMSProp:
    def test_hand_values_of_two_steps(self) -> None:
        weights, memory = rmsprop(floats(1, -1), floats(0, 0), floats(2, 0), 0.1, 0.75)
        np.testing.assert_allclose(memory, [1, 0])
        np.testing.assert_allclose(weights, [1 + 0.2 / (1 + 1e-5), -1])
        weights, memory = rmsprop(weights, memory, floats(-1, 4), 0.1, 0.75)
        np.testing.assert_allclose(memory, [1, 4])
        np.testing.assert_allclose(weights, [1 + 0.1 / (1 + 1e-5), -1 + 0.4 / (2 + 1e-5)])

    def test_a_lasting_gradient_takes_steps_of_the_learning_rate(self) -> None:
        weights, memory = floats(0), floats(0)
        for _ in range(60):
            before = weights
            weights, memory = rmsprop(weights, memory, floats(3), 0.01, 0.5)
        assert (weights - before)[0] == pytest.approx(0.01, rel=2 * EPSILON)


@pytest.mark.parametrize("greedy", [False, True])
def test_a_games_actions_follow_the_probabilities(greedy: bool) -> None:
    env, eye = pong_pg.make("ALE/Pong-v5", backend="direct", max_num_frames_per_episode=600), Eye()
    eye.begin(*initial_weights(8, np.random.default_rng(1)))
    episode = play(env, eye.look, np.random.default_rng(2), seed=3, greedy=greedy)
    steps = len(episode.rewards)
    assert steps == len(eye.xs) == len(eye.hidden_layers) == 150
    assert episode.truncated
    expected = episode.p_up >= 0.5 if greedy else np.random.default_rng(2).random(steps) < episode.p_up
    np.testing.assert_array_equal(episode.went_up, expected)
    assert not eye.xs[0].any(), "a game's first input is zero"


def test_it_runs_by_itself() -> None:
    command = [sys.executable, "-m", "pong_pg.reinforce.reference", "--games", "2"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [re.sub(r"-?\d+(\.\d+)?", "N", line) for line in lines] == [
        "game N: return N in N steps, running mean N"
    ] * 2
