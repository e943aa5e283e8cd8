from __future__ import annotations

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import ReinforcePool


@pytest.mark.parametrize("goal", [{"iterations": 3}, {"total_timesteps": 1200}])
def test_no_batch_is_begun_after_the_last_update(goal: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games would be played during the evaluation at the end, by workers that this needs."""
    begun: list[int] = []
    monkeypatch.setattr(ReinforcePool, "begin", lambda _pool, update, _weights: begun.append(update))
    config = ReinforceConfig(hidden=4, batch_size=5, workers=0, **goal)  # type: ignore[arg-type]  # numbers only
    result = pong_pg.train(config, env_factory=FallingBall)
    assert result.progress.update == 3
    assert begun == [1, 2]
