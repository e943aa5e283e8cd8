"""The published example with its own Ray actors, in the form of its last version: one actor for each game of a batch.

    python benchmarks/reference_with_ray.py --batch-size 4 --iterations 3

`benchmarks/training.py` compares `pong-pg train` with it. Prints one line per update.
"""

from __future__ import annotations

import os

# As the published example does it: before NumPy is loaded, and for the workers, too.
for _name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"

import argparse  # noqa: E402 - after the variables
import time  # noqa: E402 - as above
from typing import Any  # noqa: E402 - as above

import numpy as np  # noqa: E402 - as above
import ray  # noqa: E402 - as above
from published_example import HIDDEN, INPUTS, Floats, Model, rollout_and_gradient  # noqa: E402 - as above

LEARNING_RATE = 1e-4
DECAY = 0.99


class RolloutWorker:
    """Plays one game at a time and computes its gradient."""

    def __init__(self) -> None:
        import ale_py
        import gymnasium

        gymnasium.register_envs(ale_py)
        self.env = gymnasium.make("ALE/Pong-v5")
        self.rng = np.random.default_rng()

    def compute_gradient(self, model: Model) -> tuple[tuple[Floats, Floats], int]:
        """Return the gradient of a game and its length."""
        steps, gradient = rollout_and_gradient(model, self.env, self.rng)
        return gradient, steps


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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--iterations", type=int, default=3)
    options = parser.parse_args()
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
            gradient, steps = ray.get(ready)
            updater.add(gradient)
            total += steps
        updater.step()
        seconds = time.perf_counter() - began
        print(
            f"Batch {update} computed {options.batch_size} rollouts in {seconds:.2f} seconds, {total} steps", flush=True
        )


if __name__ == "__main__":
    main()
