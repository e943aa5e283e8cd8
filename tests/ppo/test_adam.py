from __future__ import annotations

import math

import numpy as np

from pong_pg.ppo.adam import Adam
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.network import ROWS, Weights

# The weights that blocks share don't move by so little: what is left is plain Adam.
NOTHING_SHARED = 1e-30


def gradient(weights: Weights, rows: list[int], seed: int = 0, scale: float = 1.0) -> Gradient:
    rng = np.random.default_rng(seed)
    W1 = np.full_like(weights.W1, np.nan)
    W1[rows] = scale * rng.standard_normal((len(rows), weights.hidden))
    heads, biases = (scale * rng.standard_normal(array.shape).astype(np.float32) for array in weights[1:])
    return Gradient(np.array(rows, np.int32), W1, heads, biases)


def test_steps_are_those_of_the_paper() -> None:
    """Against a transcription in float64, over five gradients that touch all rows."""
    weights = Weights.initial(3, 2, np.random.default_rng(0))
    expected = [array.astype(np.float64) for array in weights]
    means, squares = ([np.zeros(array.shape) for array in weights] for _ in range(2))
    adam = Adam(weights, NOTHING_SHARED)
    for step in range(1, 6):
        parts = gradient(weights, list(range(ROWS)), seed=step)
        adam.step(parts, 0.01, math.inf)
        adam.finish()
        for w, m, v, g in zip(expected, means, squares, parts[1:], strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g.astype(np.float64) ** 2 - v)
            w -= 0.01 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-5)
    for found, wanted in zip(weights, expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_the_first_step_is_the_learning_rate_against_the_gradients_sign() -> None:
    """The closed form, since m' / sqrt(v') is then the sign."""
    weights = Weights.initial(3, 2, np.random.default_rng(0))
    before = weights.copy()
    parts = gradient(weights, [4, 12_800])
    adam = Adam(weights, NOTHING_SHARED)
    adam.step(parts, 0.01, math.inf)
    adam.finish()
    np.testing.assert_allclose(
        weights.W1[parts.rows] - before.W1[parts.rows], -0.01 * np.sign(parts.W1[parts.rows]), rtol=1e-2
    )


def test_rows_that_the_minibatch_says_nothing_of_stay() -> None:
    weights = Weights.initial(3, 2, np.random.default_rng(0))
    before = weights.copy()
    adam = Adam(weights, NOTHING_SHARED)
    adam.step(gradient(weights, [5, 7]), 0.01, 1.0)
    adam.finish()
    moved = np.flatnonzero((weights.W1 != before.W1).any(axis=1))
    assert moved.tolist() == [5, 7]
    assert np.flatnonzero(adam.square.W1.any(axis=1)).tolist() == [5, 7]
