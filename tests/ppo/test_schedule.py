from __future__ import annotations

import dataclasses

import pytest

from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.schedule import Schedule

CONFIG = PPOConfig(
    learning_rate=0.01,
    final_learning_rate=0.002,
    entropy_coef=0.4,
    rollout_steps=100,
    final_rollout_steps=300,
    anneal_steps=1000,
    entropy_anneal_steps=500,
)

SQUARED = dataclasses.replace(CONFIG, anneal_power=2.0)


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


def test_the_learning_rate_alone_is_annealed_by_a_power() -> None:
    """0.002 + 0.008 left^2, with left = 1, 3/4, 1/2, 0."""
    steps = (0, 250, 500, 1000)
    linear, squared = ([Schedule(config, n) for n in steps] for config in (CONFIG, SQUARED))
    assert [now.learning_rate for now in squared] == pytest.approx([0.01, 0.0065, 0.004, 0.002])
    assert [now.entropy_coef for now in squared] == [now.entropy_coef for now in linear]
    assert [now.rollout_steps for now in squared] == [now.rollout_steps for now in linear]
