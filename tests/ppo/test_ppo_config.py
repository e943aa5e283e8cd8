from __future__ import annotations

import pytest

from pong_pg.errors import ConfigError
from pong_pg.ppo.config import PPOConfig, Schedule

CONFIG = PPOConfig(
    learning_rate=0.01,
    entropy_coef=0.4,
    rollout_steps=100,
    final_rollout_steps=300,
    anneal_steps=1000,
    entropy_anneal_steps=500,
)


@pytest.mark.parametrize(
    ("agent_steps", "learning_rate", "entropy_coef", "rollout_steps"),
    [(0, 0.01, 0.4, 100), (250, 0.0075, 0.2, 150), (500, 0.005, 0, 200), (1000, 0, 0, 300), (9999, 0, 0, 300)],
)
def test_settings_change_and_then_stay(
    agent_steps: int, learning_rate: float, entropy_coef: float, rollout_steps: int
) -> None:
    now = Schedule(CONFIG, agent_steps)
    assert now.learning_rate == pytest.approx(learning_rate)
    assert now.entropy_coef == pytest.approx(entropy_coef)
    assert now.rollout_steps == rollout_steps


def test_there_are_at_least_as_many_samples_as_minibatches() -> None:
    PPOConfig(num_envs=2, rollout_steps=5, num_minibatches=10)
    with pytest.raises(ConfigError, match="num_minibatches must be at most 10, the number of samples in a batch"):
        PPOConfig(num_envs=2, rollout_steps=5, num_minibatches=11)
