"""The rollout and gradient of the published example, after its last version: dense, float64, on Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

HIDDEN = 200
INPUTS = 80 * 80
GAMMA = 0.99


def preprocess(image: npt.NDArray[np.uint8]) -> Floats:
    """Return a (210, 160, 3) frame as a (6400,) array of zeros and ones."""
    image = image[35:195][::2, ::2, 0]
    image[image == 144] = 0
    image[image == 109] = 0
    image[image != 0] = 1
    return image.astype(float).ravel()


def process_rewards(rewards: Floats) -> Floats:
    """Return the discounted returns, which restart at each point."""
    discounted = np.zeros_like(rewards)
    running = 0.0
    for t in reversed(range(rewards.size)):
        if rewards[t] != 0:
            running = 0
        running = running * GAMMA + rewards[t]
        discounted[t] = running
    return discounted


class Model:
    """A policy network with the weights W1 (200, 6400) and W2 (200,), both float64."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.W1 = rng.standard_normal((HIDDEN, INPUTS)) / np.sqrt(INPUTS)
        self.W2 = rng.standard_normal(HIDDEN) / np.sqrt(HIDDEN)

    def forward(self, x: Floats) -> tuple[float, Floats]:
        """Return the probability of going up, and the (200,) hidden layer."""
        hidden = np.dot(self.W1, x)
        hidden[hidden < 0] = 0
        return 1.0 / (1.0 + np.exp(-np.dot(self.W2, hidden))), hidden

    def backward(self, hiddens: Floats, inputs: Floats, dlogps: Floats) -> tuple[Floats, Floats]:
        """Return the gradients of W1 and W2."""
        d_hidden = np.outer(dlogps, self.W2)
        d_hidden[hiddens <= 0] = 0
        return np.dot(d_hidden.T, inputs), np.dot(hiddens.T, dlogps).ravel()


def rollout_and_gradient(model: Model, env: Any, rng: np.random.Generator) -> tuple[int, tuple[Floats, Floats]]:
    """Play one game; return its length in agent steps and its gradient."""
    observation, _ = env.reset()
    previous = None
    xs, hiddens, dlogps, rewards = [], [], [], []
    terminated = truncated = False
    while not (terminated or truncated):
        current = preprocess(observation)
        x = current - previous if previous is not None else np.zeros(INPUTS)
        previous = current
        p, hidden = model.forward(x)
        action = 2 if rng.uniform() < p else 3
        xs.append(x)
        hiddens.append(hidden)
        dlogps.append((1 if action == 2 else 0) - p)
        observation, reward, terminated, truncated, _ = env.step(action)
        rewards.append(reward)
    discounted = process_rewards(np.vstack(rewards).astype(float))
    discounted -= np.mean(discounted)
    discounted /= np.std(discounted)
    gradient = model.backward(np.vstack(hiddens), np.vstack(xs), np.vstack(dlogps) * discounted)
    return len(rewards), gradient
