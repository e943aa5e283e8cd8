from __future__ import annotations

import pytest

from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.schedule import Schedule

pytestmark = pytest.mark.any_stack

CONFIG = PPOConfig(
    learning_rate=0.01,
    final_learning_rate=0.002,
    entropy_coef=0.4,
    rollout_steps=100,
    final_rollout_steps=300,
    anneal_steps=1000,
    entropy_anneal_steps=500,
)


@pytest.mark.parametrize(
    ("agent_steps", "learning_rate", "entropy_coef", "rollout_steps"),
    [
        (0, 0.01, 0.4, 100),
        (250, 0.008, 0.2, 150),
        (500, 0.006, 0, 200),
        (1000, 0.002, 0, 300),
        (9999, 0.002, 0, 300),
    ],
)
def test_settings_change_and_then_stay(
    agent_steps: int, learning_rate: float, entropy_coef: float, rollout_steps: int
) -> None:
    now = Schedule(CONFIG, agent_steps)
    assert now.learning_rate == pytest.approx(learning_rate)
    assert now.entropy_coef == pytest.approx(entropy_coef)
    assert now.rollout_steps == rollout_steps
