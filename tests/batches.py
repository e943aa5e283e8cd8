"""What the tests of both pools share: a configuration, weights, and when two batches are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GRID, GradientSum
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.reinforce.workers import Batch, GamePool

CONFIG = ReinforceConfig(batch_size=5, hidden=8, seed=3)


def weights() -> tuple[Any, Any]:
    policy = ReinforcePolicy.initial(8, np.random.default_rng(0))
    return policy.W1_T, policy.W2


def same(first: Batch, second: Batch) -> bool:
    return first.results == second.results and all(
        np.array_equal(ours, theirs) for ours, theirs in zip(first.gradient, second.gradient, strict=True)
    )


def dense(total: GradientSum) -> tuple[Any, Any]:
    """A sum as float64 arrays of the weights' shapes."""
    W1 = np.zeros((PIXELS, len(total.W2)))
    W1[total.rows] = total.W1 * GRID
    return W1, total.W2 * GRID


def never() -> bool:
    return False


def batch_of(pool: GamePool, update: int = 0) -> Batch:
    return pool.play(update, weights(), lambda _: None, never)
