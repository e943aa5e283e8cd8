"""The reference mathematics in float64, written out plainly: slow, dense, and with none of the package's code.

The tests compare with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SIDE = 80
INPUTS = SIDE * SIDE


def preprocess(rgb: npt.NDArray[np.uint8]) -> Floats:
    """(210, 160, 3) frame to 6,400 zeros and ones."""
    image = rgb[35:195][::2, ::2, 0].copy()
    image[image == 144] = 0
    image[image == 109] = 0
    image[image != 0] = 1
    flat: Floats = image.astype(np.float64).ravel()
    return flat


def discount(rewards: Floats, gamma: float) -> Floats:
    discounted = np.zeros_like(rewards, dtype=np.float64)
    running = 0.0
    for t in reversed(range(len(rewards))):
        if rewards[t] != 0:
            running = 0.0
        running = running * gamma + rewards[t]
        discounted[t] = running
    return discounted


def forward(W1: Floats, W2: Floats, x: Floats) -> tuple[Floats, float]:
    hidden = W1 @ x
    hidden[hidden < 0] = 0
    return hidden, float(1.0 / (1.0 + np.exp(-(W2 @ hidden))))


def gradient(
    W1: Floats, W2: Floats, xs: Floats, ups: npt.NDArray[np.bool_], rewards: Floats, gamma: float
) -> tuple[Floats, Floats]:
    """Gradient of one game: xs (steps, 6400), ups (steps,), rewards (steps,) to W1's and W2's gradients."""
    advantages = discount(rewards, gamma)
    advantages -= advantages.mean()
    advantages /= advantages.std()
    hiddens, coefficients = [], []
    for x, up, advantage in zip(xs, ups, advantages, strict=True):
        hidden, p = forward(W1, W2, x)
        hiddens.append(hidden)
        coefficients.append((float(up) - p) * advantage)
    hidden_rows, column = np.vstack(hiddens), np.array(coefficients)[:, np.newaxis]
    d_hidden = column * W2
    d_hidden[hidden_rows <= 0] = 0
    return d_hidden.T @ xs, (hidden_rows * column).sum(axis=0)


def play(env: Any, W1: Floats, W2: Floats, rng: np.random.Generator) -> tuple[Floats, npt.NDArray[np.bool_], Floats]:
    """One game on an environment with RGB frames: the inputs, the choices and the rewards."""
    observation, _ = env.reset()
    previous: Floats | None = None
    xs, ups, rewards = [], [], []
    over = False
    while not over:
        current = preprocess(observation)
        x = current - previous if previous is not None else np.zeros(INPUTS)
        previous = current
        _, p = forward(W1, W2, x)
        up = bool(rng.uniform() < p)
        observation, reward, terminated, truncated, _ = env.step(2 if up else 3)
        xs.append(x)
        ups.append(up)
        rewards.append(float(reward))
        over = terminated or truncated
    return np.vstack(xs), np.array(ups), np.array(rewards)
