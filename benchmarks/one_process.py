"""Agent steps per second in one process: pong_pg, the published example and the raw emulator, in one run.

    python benchmarks/one_process.py --rounds 5 --games 4

pong_pg plays whole games by REINFORCE and computes their gradients, as `pong-pg train --preset reference` does, in a
thread for each CPU. The published example does the same in its way, and the raw emulator only plays frames, in one
thread each. The three take turns, so that changes of the machine's speed affect all of them, and the ratios are medians
over the rounds.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

import numpy as np
from published_example import Model, rollout_and_gradient

from pong_pg.commands.bench import raw_speed
from pong_pg.compat.native import make_gymnasium
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.workers import ReinforcePool


def published_example(games: int) -> Callable[[], int]:
    """Return a function that plays some games by the published example and returns their agent steps."""
    env = make_gymnasium("ALE/Pong-v5", {})
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    model = Model(rng)
    return lambda: sum(rollout_and_gradient(model, env, rng)[0] for _ in range(games))


def ours(games: int) -> Callable[[], int]:
    """Return a function that plays some games as a worker of `pong-pg train` does and returns their agent steps."""
    weights = ReinforceState.initial(ReinforceConfig()).weights
    pool = ReinforcePool(ReinforceConfig(batch_size=games))
    updates = itertools.count()

    def play() -> int:
        batch = pool.play(next(updates), weights, lambda _: None, lambda: False)
        return sum(result.steps for result in batch.results)

    return play


def speed(play: Callable[[], int]) -> float:
    """Return the agent steps per second of one call."""
    began = time.perf_counter()
    steps = play()
    return steps / (time.perf_counter() - began)


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4, help="games of each side in a round")
    options = parser.parse_args()
    players = {"published example": published_example(options.games), "pong_pg": ours(options.games)}
    rounds: list[dict[str, float]] = []
    with limit_native_threads():
        for play in players.values():
            play()
        for _ in range(options.rounds):
            raw = raw_speed(seconds=2.0)
            rounds.append({"raw emulator": raw, **{name: speed(play) for name, play in players.items()}})
    print(f"{'':20}{'steps/s':>10}{'of raw emulator':>18}{'times published example':>26}")
    for name in rounds[0]:
        rate = statistics.median(row[name] for row in rounds)
        of_raw = statistics.median(row[name] / row["raw emulator"] for row in rounds)
        of_example = statistics.median(row[name] / row["published example"] for row in rounds)
        print(f"{name:20}{rate:10,.0f}{of_raw:18.3f}{of_example:26.2f}")


if __name__ == "__main__":
    main()
