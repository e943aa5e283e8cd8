"""REINFORCE as published in "Pong from Pixels", on one page of NumPy.

    python -m pong_pg.reinforce.reference --games 20

A network of two layers looks at the difference of two frames and decides whether the paddle goes up or down. It plays
whole games; every action of a rally that was won becomes likelier, and every action of one that was lost less likely.

`kernels.c` computes the same, fast, and is tested against this page. Without a C compiler, this page is what trains.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]
Doubles = npt.NDArray[np.float64]
Mask = npt.NDArray[np.int8]

HIDDEN = 200
BATCH_SIZE = 10  # games for each step of RMSProp
LEARNING_RATE = 1e-4
GAMMA = 0.99  # discount of rewards
DECAY_RATE = 0.99  # of RMSProp's memory
EPSILON = 1e-5  # RMSProp divides by no less
UP, DOWN = 2, 3  # actions of the environment


def preprocess(frame: npt.NDArray[np.uint8]) -> Mask:
    """Return the court in a (210, 160, 3) frame: (80, 80), 1 for paddles and ball, 0 for the background."""
    court = frame[35:195:2, ::2, 0]
    mask: Mask = ((court != 0) & (court != 144) & (court != 109)).astype(np.int8)
    return mask


def initial_weights(hidden: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return W1, (6400, hidden), one row for each pixel, and W2, (hidden,). There are no biases."""
    W1 = rng.standard_normal((hidden, 6400)) / math.sqrt(6400)
    return np.ascontiguousarray(W1.T), rng.standard_normal(hidden) / math.sqrt(hidden)


def sigmoid(logit: float) -> float:
    """Return 1 / (1 + exp(-logit)), without overflow."""
    odds = math.exp(-abs(logit))
    return 1.0 / (1.0 + odds) if logit >= 0 else odds / (1.0 + odds)


def forward(W1: Floats, W2: Floats, x: Mask) -> tuple[Floats, float]:
    """Return the hidden layer, (hidden,), and the probability of going up.

    Args:
        W1: see `initial_weights`.
        W2: see `initial_weights`.
        x: (6400,), the difference of two masks. Only some twenty of its pixels are not zero.
    """
    pixels = np.flatnonzero(x)
    hidden = np.maximum(x[pixels].astype(W1.dtype) @ W1[pixels], 0)
    return hidden, sigmoid(float(hidden @ W2))


class Eye:
    """A network that looks at one frame of a game after another, and remembers what its gradient needs.

    Attributes:
        xs: its inputs so far, (6400,) each.
        hidden_layers: what they made of its hidden layer, (hidden,) each.
    """

    def begin(self, W1: Floats, W2: Floats) -> None:
        """Forget the last game, and play the next with these weights; see `initial_weights`."""
        self.W1, self.W2 = W1, W2
        self.xs: list[Mask] = []
        self.hidden_layers: list[Floats] = []
        self._before: Mask | None = None

    def look(self, mask: Mask) -> float:
        """Return the probability of going up for the next frame's mask, (80, 80); the first input is zero."""
        x = (mask - (mask if self._before is None else self._before)).ravel()
        self._before = mask
        hidden, p_up = forward(self.W1, self.W2, x)
        self.xs.append(x)
        self.hidden_layers.append(hidden)
        return p_up

    def gradient(self, coefficients: Floats) -> tuple[Floats, Floats]:
        """Return the gradient of the game: backpropagation, added up over its steps.

        Args:
            coefficients: (steps,), each step's derivative of the objective with respect to the logit.
        """
        coefficients = coefficients.astype(self.W2.dtype)
        hidden = np.array(self.hidden_layers)
        d_hidden = np.outer(coefficients, self.W2) * (hidden > 0)
        dW1 = np.zeros_like(self.W1)
        for x, d in zip(self.xs, d_hidden, strict=True):
            pixels = np.flatnonzero(x)
            dW1[pixels] += np.outer(x[pixels], d)
        return dW1, coefficients @ hidden


class Episode(NamedTuple):
    """What happened in a game.

    Attributes:
        p_up: (steps,), the probability of going up.
        went_up: (steps,), whether it did.
        rewards: (steps,), 1 for a point, -1 for one of the opponent.
        truncated: the game was cut off instead of being played to its end.
    """

    p_up: Doubles
    went_up: npt.NDArray[np.bool_]
    rewards: Doubles
    truncated: bool


def play(
    env: Any,
    look: Callable[[Mask], float],
    rng: np.random.Generator,
    *,
    seed: int | None = None,
    preprocess: Callable[[Any], Mask] = preprocess,
    greedy: bool = False,
) -> Episode:
    """Play one game.

    Args:
        env: an environment of Pong with Gymnasium's API.
        look: see `Eye.look`.
        rng: draws the actions.
        seed: of the environment's `reset`.
        preprocess: makes the mask of an observation.
        greedy: take the likelier action instead of drawing one.
    """
    p_up, went_up, rewards = [], [], []
    observation, _ = env.reset(seed=seed)
    terminated = truncated = False
    while not (terminated or truncated):
        p = look(preprocess(observation))
        up = p >= 0.5 if greedy else rng.random() < p
        observation, reward, terminated, truncated, _ = env.step(UP if up else DOWN)
        p_up.append(p)
        went_up.append(up)
        rewards.append(float(reward))
    return Episode(np.array(p_up), np.array(went_up, np.bool_), np.array(rewards), not terminated)


def discounted_returns(rewards: Doubles, gamma: float) -> Doubles:
    """Return the discounted sum of the rewards that follow each step, within its rally: a point ends a rally.

    R[t] = r[t] + gamma * R[t+1], and R[t] = r[t] at every reward that is not zero.
    """
    returns, running = [], 0.0
    for reward in reversed(rewards.tolist()):
        running = reward if reward != 0.0 else gamma * running
        returns.append(running)
    return np.array(returns[::-1], np.float64)


def advantages(rewards: Doubles, gamma: float) -> Doubles | None:
    """Return the discounted returns of a game less their mean, over their standard deviation; None if all are equal."""
    returns = discounted_returns(rewards, gamma)
    if returns.size == 0 or returns.min() == returns.max():
        return None
    returns -= returns.mean()
    returns /= returns.std()
    return returns


def coefficients(episode: Episode, gamma: float) -> Doubles | None:
    """Return d log p(action) / d logit, which is y - p, times the advantage of each step.

    It is None where a game has no gradient: the last rally of a truncated game has no outcome, and equal returns have
    no deviation.
    """
    advantage = None if episode.truncated else advantages(episode.rewards, gamma)
    return None if advantage is None else (episode.went_up - episode.p_up) * advantage


def rmsprop(
    weights: Floats, memory: Floats, gradient: Floats, learning_rate: float, decay_rate: float
) -> tuple[Floats, Floats]:
    """Return weights and memory, the running mean of the squared gradient, after a step of gradient ascent."""
    memory = decay_rate * memory + (1 - decay_rate) * gradient**2
    return weights + learning_rate * gradient / (np.sqrt(memory) + EPSILON), memory


def main() -> None:
    """Train, and print a line for each game."""
    parser = argparse.ArgumentParser(description="Train on Pong by REINFORCE, as published.")
    parser.add_argument("--games", type=int, default=10_470)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    import pong_pg

    env, rng = pong_pg.make("ALE/Pong-v5"), np.random.default_rng(options.seed)
    W1, W2 = initial_weights(HIDDEN, rng)
    W1_memory, W2_memory, dW1, dW2 = (np.zeros_like(array) for array in (W1, W2, W1, W2))
    eye, running_mean = Eye(), None
    for game in range(1, options.games + 1):
        eye.begin(W1, W2)
        episode = play(env, eye.look, rng, seed=options.seed if game == 1 else None)
        factors = coefficients(episode, GAMMA)
        if factors is not None:
            for total, gradient in zip((dW1, dW2), eye.gradient(factors), strict=True):
                total += gradient

        score = episode.rewards.sum()
        running_mean = score if running_mean is None else 0.99 * running_mean + 0.01 * score
        line = f"game {game}: return {score:g} in {len(episode.rewards)} steps, running mean {running_mean:.2f}"
        print(line, flush=True)

        if game % BATCH_SIZE == 0:
            W1, W1_memory = rmsprop(W1, W1_memory, dW1, LEARNING_RATE, DECAY_RATE)
            W2, W2_memory = rmsprop(W2, W2_memory, dW2, LEARNING_RATE, DECAY_RATE)
            dW1[...] = dW2[...] = 0


if __name__ == "__main__":
    main()
