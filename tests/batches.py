"""What the tests of both pools share: a configuration, weights, and when two batches are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.workers import Batch, GamePool

CONFIG = ReinforceConfig(batch_size=5, hidden=8, seed=3)


def weights() -> tuple[Any, Any]:
    policy = Policy.initial(8, np.random.default_rng(0))
    return policy.W1_T, policy.W2


def same(first: Batch, second: Batch) -> bool:
    return first.results == second.results and all(
        np.array_equal(ours, theirs) for ours, theirs in zip(first.gradient, second.gradient, strict=True)
    )


def never() -> bool:
    return False


def batch_of(pool: GamePool, update: int = 0) -> Batch:
    return pool.play(update, weights(), lambda _: None, never)
