from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall

import pong_pg
from pong_pg.errors import ArgumentError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.observers import Observer, RunStart


@pytest.mark.parametrize("answer", [False, np.False_])
def test_an_observer_stops_the_run_which_can_be_resumed(
    answer: Any, small_config: pong_pg.ReinforceConfig, tmp_path: Path
) -> None:
    class Stop(Observer):
        def on_update(self, metrics: UpdateMetrics) -> bool | None:
            return answer if metrics.update == 2 else None

    config = pong_pg.ReinforceConfig(**{**small_config.to_dict(), "iterations": 9, "run_dir": str(tmp_path)})
    result = pong_pg.train(config, env_factory=FallingBall, observers=[Stop(), Observer()])
    assert (result.stopped, result.progress.update) == (True, 2)
    assert pong_pg.load(tmp_path).digest() == result.policy.digest()


def test_an_observer_follows_the_policy(small_config: pong_pg.ReinforceConfig) -> None:
    digests: list[str] = []

    class Follow(Observer):
        def on_start(self, start: RunStart) -> None:
            self.policy = start.policy
            digests.append(self.policy().digest())

        def on_update(self, _metrics: UpdateMetrics) -> None:
            digests.append(self.policy().digest())

    result = pong_pg.train(small_config, env_factory=FallingBall, observers=[Follow()])
    assert len(set(digests)) == len(digests) == 1 + len(result.history)
    assert digests[-1] == result.policy.digest()


def test_a_misspelt_method_is_refused_at_once(small_config: pong_pg.ReinforceConfig) -> None:
    class Misspelt(Observer):
        def on_updat(self, metrics: UpdateMetrics) -> None:
            """Is never called."""

    with pytest.raises(ArgumentError, match=r"Misspelt\.on_updat is not a method .*; did you mean on_update\?"):
        pong_pg.train(small_config, observers=[Misspelt()])
