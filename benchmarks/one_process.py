"""Agent steps a second in one process: raw emulator, the published example's form, and ours, in one run.

    python benchmarks/one_process.py [--rounds 5] [--games 4] [--checkpoint CHECKPOINT]

The three take turns, so that a machine that changes its speed changes it for all; the ratios are medians over the
rounds. Ours plays whole games and computes their gradients, as a worker of `pong-pg train` does.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable

import ale_py
import gymnasium
import numpy as np
import seed_form
from rich.console import Console
from rich.table import Table

import pong_pg
from pong_pg.compat import make
from pong_pg.config import TrainConfig
from pong_pg.state import TrainState
from pong_pg.workers import LocalPool, limit_native_threads


def raw_emulator(steps: int) -> Callable[[], float]:
    """Nothing but the emulator: four frames of a step, and no look at the screen."""
    env = make("PongDeterministic-v4", backend="direct")
    ale, actions = env.ale, env.ale.getMinimalActionSet()
    up, down = actions[2], actions[3]

    def measure() -> float:
        ale.reset_game()
        began = time.perf_counter()
        for step in range(steps):
            action = up if step & 4 else down
            for _ in range(4):
                ale.act(action)
            if ale.game_over():
                ale.reset_game()
        return steps / (time.perf_counter() - began)

    return measure


def published_form(games: int) -> Callable[[], float]:
    """The published example's rollouts and gradients on `gymnasium.make("ALE/Pong-v5")`."""
    gymnasium.register_envs(ale_py)
    env = gymnasium.make("ALE/Pong-v5")
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    model = seed_form.Model(rng)

    def measure() -> float:
        began = time.perf_counter()
        steps = sum(seed_form.rollout_and_gradient(model, env, rng)[0] for _ in range(games))
        return steps / (time.perf_counter() - began)

    return measure


def ours(games: int, checkpoint: str | None) -> Callable[[], float]:
    """Games and gradients as a worker of `pong-pg train` makes them."""
    pool = LocalPool(TrainConfig(batch_size=games))
    if checkpoint is None:
        weights = TrainState.initial(TrainConfig()).weights
    else:
        policy = pong_pg.load(checkpoint)
        weights = policy.W1_T, policy.W2
    updates = iter(range(1_000_000))

    def measure() -> float:
        began = time.perf_counter()
        results = pool.play(next(updates), weights, lambda _: None, lambda: False).results
        return sum(result.steps for result in results) / (time.perf_counter() - began)

    return measure


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4, help="games of each side in a round")
    parser.add_argument("--checkpoint", help="policy that ours plays with (default: a random one)")
    options = parser.parse_args()
    contenders = {
        "raw emulator": raw_emulator(1000 * options.games),
        "published form": published_form(options.games),
        "pong_pg": ours(options.games, options.checkpoint),
    }
    console = Console()
    figures: dict[str, list[float]] = {name: [] for name in contenders}
    with limit_native_threads(), console.status("measuring") as status:
        for contender in contenders.values():
            contender()
        for round_number in range(options.rounds):
            for name, measure in contenders.items():
                status.update(f"round {round_number + 1} of {options.rounds}: {name}")
                figures[name].append(measure())
    table = Table(title=f"{options.rounds} rounds of {options.games} games on {platform.machine()}, one process")
    for column in ("", "steps/s", "of raw emulator", "times published form"):
        table.add_column(column, justify="right" if column else "left")
    for name, values in figures.items():
        shares = [
            statistics.median(ours / other for ours, other in zip(values, figures[base], strict=True))
            for base in ("raw emulator", "published form")
        ]
        table.add_row(name, f"{statistics.median(values):,.0f}", f"{shares[0]:.3f}", f"{shares[1]:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
