"""The published example in the form of its last version: dense, float64, on Gymnasium, one Ray actor for each game.

    python benchmarks/published_example.py --batch-size 4 --iterations 3

Trains for some updates and prints a line for each. `one_process.py` and `training.py` compare pong_pg with it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import limit_native_threads

Floats = npt.NDArray[np.float64]

HIDDEN = 200
INPUTS = 80 * 80
GAMMA = 0.99
LEARNING_RATE = 1e-4
DECAY = 0.99


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


class RolloutWorker:
    """A Ray actor that plays one game at a time and computes its gradient."""

    def __init__(self) -> None:
        import ale_py
        import gymnasium

        limit_native_threads()
        gymnasium.register_envs(ale_py)
        self.env = gymnasium.make("ALE/Pong-v5")
        self.rng = np.random.default_rng()

    def compute_gradient(self, model: Model) -> tuple[int, tuple[Floats, Floats]]:
        """Return the length of a game and its gradient."""
        return rollout_and_gradient(model, self.env, self.rng)


class Updater:
    """RMSProp as in the published example, in float64."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.buffers = [np.zeros((HIDDEN, INPUTS)), np.zeros(HIDDEN)]
        self.memory = [np.zeros((HIDDEN, INPUTS)), np.zeros(HIDDEN)]

    def add(self, gradient: tuple[Floats, Floats]) -> None:
        """Add a game's gradient."""
        for buffer, part in zip(self.buffers, gradient, strict=True):
            buffer += part

    def step(self) -> None:
        """Make an update with the gradients added so far, and forget them."""
        for weights, buffer, memory in zip((self.model.W1, self.model.W2), self.buffers, self.memory, strict=True):
            memory *= DECAY
            memory += (1 - DECAY) * buffer**2
            weights += LEARNING_RATE * buffer / (np.sqrt(memory) + 1e-5)
            buffer[...] = 0


def main() -> None:
    """Train for some updates and print a line for each."""
    import ray

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch-size", type=int, default=4, help="games of an update, and number of actors")
    parser.add_argument("--iterations", type=int, default=3, help="number of updates")
    options = parser.parse_args()
    limit_native_threads()
    ray.init()
    actors: list[Any] = [ray.remote(RolloutWorker).remote() for _ in range(options.batch_size)]
    model = Model(np.random.default_rng(0))
    updater = Updater(model)
    for update in range(1, options.iterations + 1):
        began = time.perf_counter()
        model_id = ray.put(model)
        waiting = [actor.compute_gradient.remote(model_id) for actor in actors]
        total = 0
        while waiting:
            [ready], waiting = ray.wait(waiting)
            steps, gradient = ray.get(ready)
            updater.add(gradient)
            total += steps
        updater.step()
        seconds = time.perf_counter() - began
        print(
            f"Batch {update} computed {options.batch_size} rollouts in {seconds:.2f} seconds, {total / seconds:.0f} "
            "steps/s",
            flush=True,
        )


if __name__ == "__main__":
    main()
