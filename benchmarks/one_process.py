"""Agent steps per second in one process: raw emulator, the published example, and pong_pg, in one run.

    python benchmarks/one_process.py [--rounds 5] [--games 4] [--checkpoint CHECKPOINT]

The three take turns, so that changes of the machine's speed affect all of them; the ratios are medians over the rounds.
pong_pg plays whole games and computes their gradients, as a worker of `pong-pg train` does.
"""

from __future__ import annotations

import argparse
import platform
import statistics

from rich.console import Console
from rich.table import Table
from workloads import Workload, published_example, rate, raw_emulator, rollouts_and_gradients

import pong_pg
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.workers import LocalPool


def ours(games: int, checkpoint: str | None) -> Workload:
    """Return what plays games and computes gradients as a worker of `pong-pg train` does."""
    if checkpoint is None:
        weights = TrainState.initial(ReinforceConfig()).weights
    else:
        policy = pong_pg.load(checkpoint)
        if not isinstance(policy, pong_pg.Policy):
            raise SystemExit("one_process.py measures REINFORCE: name one of its checkpoints")
        weights = policy.W1_T, policy.W2
    return rollouts_and_gradients(LocalPool(ReinforceConfig(batch_size=games)), weights)


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4, help="games of each side in a round")
    parser.add_argument("--checkpoint", help="policy that pong_pg plays with (default: a random one)")
    options = parser.parse_args()
    contenders = {
        "raw emulator": raw_emulator(1000 * options.games),
        "published example": published_example(options.games),
        "pong_pg": ours(options.games, options.checkpoint),
    }
    console = Console()
    figures: dict[str, list[float]] = {name: [] for name in contenders}
    with limit_native_threads(), console.status("measuring") as status:
        for play in contenders.values():
            play()
        for round_number in range(options.rounds):
            for name, play in contenders.items():
                status.update(f"round {round_number + 1} of {options.rounds}: {name}")
                figures[name].append(rate(play))
    table = Table(title=f"{options.rounds} rounds of {options.games} games on {platform.machine()}, one process")
    for column in ("", "steps/s", "of raw emulator", "times published example"):
        table.add_column(column, justify="right" if column else "left")
    for name, values in figures.items():
        shares = [
            statistics.median(ours / other for ours, other in zip(values, figures[base], strict=True))
            for base in ("raw emulator", "published example")
        ]
        table.add_row(name, f"{statistics.median(values):,.0f}", f"{shares[0]:.3f}", f"{shares[1]:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
