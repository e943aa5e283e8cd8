"""What the tests of both pools share: a configuration, weights, and when two batches are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.workers import PlayedGames

CONFIG = ReinforceConfig(batch_size=5, hidden=8, seed=3)


def weights() -> tuple[Any, Any]:
    policy = Policy.initial(8, np.random.default_rng(0))
    return policy.W1_T, policy.W2


def same(first: PlayedGames, second: PlayedGames) -> bool:
    return (
        first.results == second.results
        and bool((first.gradient.W1 == second.gradient.W1).all())
        and bool((first.gradient.W2 == second.gradient.W2).all())
    )


def never() -> bool:
    return False
