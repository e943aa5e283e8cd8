from __future__ import annotations

from dataclasses import replace

import pytest
from falling import BALLS, FallingBall

import pong_pg
from pong_pg.reinforce.exact_sum import GradientSum
from pong_pg.reinforce.state import ReinforceState

# About 11 s on one core.
CONFIG = pong_pg.ReinforceConfig(workers=0, hidden=32, batch_size=10, iterations=150, learning_rate=2e-3, seed=0)


def catches(result: pong_pg.TrainResult) -> float:
    """Share of balls caught in the last ten updates."""
    last = [row.mean_return or 0 for row in result.history[-10:]]
    return (sum(last) / len(last) / BALLS + 1) / 2


def test_a_falling_ball_is_learned_to_better_than_9_catches_in_10() -> None:
    result = pong_pg.train(CONFIG, env_factory=FallingBall)
    assert catches(result) > 0.9
    assert (result.history[0].mean_return or 0) < 0


def test_with_the_sign_of_the_gradient_flipped_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    ascend = ReinforceState.ascend

    def flipped(self: ReinforceState, gradient: GradientSum) -> float:
        return ascend(self, GradientSum(gradient.rows, -gradient.W1, -gradient.W2))

    monkeypatch.setattr(ReinforceState, "ascend", flipped)
    assert catches(pong_pg.train(replace(CONFIG, iterations=50), env_factory=FallingBall)) < 0.3
