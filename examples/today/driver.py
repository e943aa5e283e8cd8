"""Learning to Play Pong, today: the same training with the package that this repository is."""

from __future__ import annotations

import argparse

import pong_pg
from pong_pg.training.display import progress_display


def main() -> None:
    """Train, and print one line an update."""
    parser = argparse.ArgumentParser(description="Train an agent to play Pong.")
    parser.add_argument("--batch-size", default=10, type=int, help="games of an update")
    parser.add_argument("--iterations", default=20, type=int, help="updates")
    parser.add_argument("--address", help="a Ray cluster to play on (default: this machine)")
    options = parser.parse_args()
    config = pong_pg.ReinforceConfig(
        batch_size=options.batch_size,
        iterations=options.iterations,
        address=options.address,
        learning_rate=1e-3,
    )
    # Observers are told of every game and update; this one shows them, live on a terminal.
    result = pong_pg.train(config, observers=[progress_display()])
    print(f"After {result.history[-1].games} games the running mean is {result.history[-1].running_mean:.2f}")


if __name__ == "__main__":
    main()
