from __future__ import annotations

import math

import numpy as np
import pytest
from falling import FallingBall

import pong_pg
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.trainer import _norm
from pong_pg.reinforce.workers import LocalPool


@pytest.mark.parametrize("rows", [1, 255, 256, 257, 600])
def test_the_norm_is_that_of_exact_sums(rows: int) -> None:
    rng = np.random.default_rng(rows)
    first, second = (rng.standard_normal(shape).astype(np.float32) * 1e3 for shape in ((rows, 200), 200))
    expected = math.sqrt(math.fsum(float(number) ** 2 for array in (first, second) for number in array.flat))
    # A sum in float32, as BLAS takes it, is off by some 1e-7.
    assert _norm((first, second)) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("goal", [{"iterations": 3}, {"steps": 1200}])
def test_no_batch_is_begun_after_the_last_update(goal: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games would be played during the evaluation at the end, by workers that this needs."""
    begun: list[int] = []
    monkeypatch.setattr(LocalPool, "begin", lambda _pool, update, _weights: begun.append(update))
    config = ReinforceConfig(hidden=4, batch_size=5, workers=0, **goal)  # type: ignore[arg-type]  # numbers only
    result = pong_pg.train(config, env_factory=FallingBall)
    assert result.progress.update == 3
    assert begun == [1, 2]
