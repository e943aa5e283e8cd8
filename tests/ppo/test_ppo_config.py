from __future__ import annotations

import pytest

from pong_pg.errors import ConfigError
from pong_pg.ppo.config import PPOConfig, Schedule

CONFIG = PPOConfig(
    learning_rate=0.01,
    ent_coef=0.4,
    n_steps=100,
    final_n_steps=300,
    anneal_steps=1000,
    entropy_anneal_steps=500,
)


@pytest.mark.parametrize(
    ("agent_steps", "learning_rate", "ent_coef", "n_steps"),
    [(0, 0.01, 0.4, 100), (250, 0.0075, 0.2, 150), (500, 0.005, 0, 200), (1000, 0, 0, 300), (9999, 0, 0, 300)],
)
def test_settings_change_and_then_stay(agent_steps: int, learning_rate: float, ent_coef: float, n_steps: int) -> None:
    now = Schedule(CONFIG, agent_steps)
    assert now.learning_rate == pytest.approx(learning_rate)
    assert now.ent_coef == pytest.approx(ent_coef)
    assert now.n_steps == n_steps


def test_there_are_at_least_as_many_samples_as_minibatches() -> None:
    PPOConfig(num_envs=2, n_steps=5, num_minibatches=10)
    with pytest.raises(ConfigError, match="num_minibatches must be at most 10, the number of samples in a batch"):
        PPOConfig(num_envs=2, n_steps=5, num_minibatches=11)
