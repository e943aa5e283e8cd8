from __future__ import annotations

import pytest

from pong_pg.config import TrainConfig
from pong_pg.ppo.schedule import Schedule

pytestmark = pytest.mark.any_stack

CONFIG = TrainConfig(
    algorithm="ppo",
    learning_rate=0.01,
    final_learning_rate=0.002,
    entropy_weight=0.4,
    segment_steps=100,
    final_segment_steps=300,
    anneal_steps=1000,
    entropy_steps=500,
)


@pytest.mark.parametrize(
    ("agent_steps", "learning_rate", "entropy_weight", "segment_steps"),
    [
        (0, 0.01, 0.4, 100),
        (250, 0.008, 0.2, 150),
        (500, 0.006, 0, 200),
        (1000, 0.002, 0, 300),
        (9999, 0.002, 0, 300),
    ],
)
def test_settings_change_and_then_stay(
    agent_steps: int, learning_rate: float, entropy_weight: float, segment_steps: int
) -> None:
    now = Schedule(CONFIG, agent_steps)
    assert now.learning_rate == pytest.approx(learning_rate)
    assert now.entropy_weight == pytest.approx(entropy_weight)
    assert now.segment_steps == segment_steps
