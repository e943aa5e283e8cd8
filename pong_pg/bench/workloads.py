"""The workloads that are measured in one process: functions that play for a while and return their agent steps."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np

from pong_pg.bench import published
from pong_pg.compat.emulator import load_pong
from pong_pg.compat.native import make_gymnasium
from pong_pg.reinforce.workers import GamePool, WeightArrays

Workload = Callable[[], int]

_FRAMES_PER_STEP = 4


def rate(play: Workload, seconds: float = 0.0) -> float:
    """Repeat a workload for at least `seconds`, at least once; return its agent steps per second."""
    began = time.perf_counter()
    steps = play()
    while (took := time.perf_counter() - began) < seconds:
        steps += play()
    return steps / took


def raw_emulator(steps: int) -> Workload:
    """Return the workload of ALE alone: four frames per step, without reading the screen.

    Raises:
        MissingPackageError: no emulator, or no ROM of Pong, is installed.
    """
    pong = load_pong("ale")
    ale = pong.ale
    up, down = pong.actions[2:4]
    ale.reset_game()

    def play() -> int:
        for step in range(steps):
            action = up if step & 4 else down
            for _ in range(_FRAMES_PER_STEP):
                ale.act(action)
            if ale.game_over():
                ale.reset_game()
        return steps

    return play


def published_example(games: int) -> Workload:
    """Return the workload of the published example: `games` rollouts and gradients on Gymnasium's `ALE/Pong-v5`.

    Raises:
        MissingPackageError: Gymnasium, or what its Pong needs, is not installed.
        EnvError: the environment can't be made.
    """
    env = make_gymnasium("ALE/Pong-v5", {})
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    model = published.Model(rng)

    def play() -> int:
        return sum(published.rollout_and_gradient(model, env, rng)[0] for _ in range(games))

    return play


def rollouts_and_gradients(pool: GamePool, weights: WeightArrays) -> Workload:
    """Return the workload of a worker of `pong-pg train`: rollouts and gradients, of another batch each time."""
    updates = itertools.count()

    def play() -> int:
        batch = pool.play(next(updates), weights, lambda _: None, lambda: False)
        return sum(result.steps for result in batch.results)

    return play
