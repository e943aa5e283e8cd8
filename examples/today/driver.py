"""Learning to Play Pong on Ray: actors play whole games and compute gradients, the driver takes the steps.

    python driver.py --batch-size 10 --iterations 20
    python driver.py --address auto --workers 64 --batch-size 64

The network, its gradient and RMSProp are in `pong_pg/reinforce/reference.py`. This page is about Ray: actors that keep
an environment, weights that are stored once for all of them, games that are handed out as actors become free, and
actors that are lost.
"""

from __future__ import annotations

import argparse
import itertools
import time

import numpy as np
import ray

import pong_pg
from pong_pg.reinforce import reference


# Ray starts an actor again if its process or its node is lost (`max_restarts`), and calls it once more for the games
# that were lost with it (`max_task_retries`). A game depends on the weights and its seed only, so it is the same game.
@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)
class Player:
    """Plays games, and returns their gradients."""

    def __init__(self) -> None:
        self.env = pong_pg.make("ALE/Pong-v5")
        self.eye = reference.Eye()

    def play(
        self, weights: tuple[reference.Floats, reference.Floats], seed: int
    ) -> tuple[float, int, tuple[reference.Floats, reference.Floats] | None]:
        """Return a game's return, its length in agent steps, and its gradient, None if it has none.

        Args:
            weights: W1 and W2. Ray replaces the reference that the driver passes by the arrays, which the actors of a
                node read in shared memory, without a copy.
            seed: decides the game.
        """
        self.eye.begin(*weights)
        episode = reference.play(self.env, self.eye.look, np.random.default_rng(seed), seed=seed)
        factors = reference.coefficients(episode, reference.GAMMA)
        gradient = None if factors is None else self.eye.gradient(factors)
        return float(episode.rewards.sum()), len(episode.rewards), gradient


def main() -> None:
    """Train, and print a line for each batch."""
    parser = argparse.ArgumentParser(description="Train a network to play Pong on Ray.")
    parser.add_argument("--address", help="a Ray cluster, HOST:PORT or auto (default: start Ray on this machine)")
    parser.add_argument("--workers", type=int, help="actors that play (default: one for each CPU)")
    parser.add_argument("--batch-size", type=int, default=reference.BATCH_SIZE, help="games of a batch")
    parser.add_argument("--iterations", type=int, default=20, help="batches")
    parser.add_argument("--learning-rate", type=float, default=reference.LEARNING_RATE)
    options = parser.parse_args()

    ray.init(address=options.address)
    workers = options.workers or int(ray.cluster_resources()["CPU"])
    idle = [Player.remote() for _ in range(min(workers, options.batch_size))]
    weights = reference.initial_weights(reference.HIDDEN, np.random.default_rng(0))
    memory = tuple(np.zeros_like(array) for array in weights)
    seeds = itertools.count()
    running_mean = None
    for batch in range(1, options.iterations + 1):
        began = time.perf_counter()
        # Stored once, and sent to each node once, however many actors use it.
        stored = ray.put(weights)
        games = [next(seeds) for _ in range(options.batch_size)]
        playing, total, steps = {}, tuple(np.zeros_like(array) for array in weights), 0
        while games or playing:
            while games and idle:
                player = idle.pop()
                playing[player.play.remote(stored, games.pop())] = player
            [done], _ = ray.wait(list(playing))
            idle.append(playing.pop(done))
            score, length, gradient = ray.get(done)
            if gradient is not None:
                # As games end, so that few gradients wait in memory. The last bits of the sum depend on this order.
                total = total[0] + gradient[0], total[1] + gradient[1]
            steps += length
            running_mean = score if running_mean is None else 0.99 * running_mean + 0.01 * score
        updated = [
            reference.rmsprop(*layer, options.learning_rate, reference.DECAY_RATE)
            for layer in zip(weights, memory, total, strict=True)
        ]
        weights, memory = zip(*updated, strict=True)
        seconds = time.perf_counter() - began
        print(
            f"Batch {batch} computed {options.batch_size} rollouts in {seconds:.2f} seconds, {steps / seconds:.0f} "
            f"steps/s, running mean is {running_mean:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
