from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pong_pg.config import TrainConfig
from pong_pg.policy import Policy


@pytest.fixture(autouse=True)
def _surroundings_of_the_user_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # A developer's own cluster must not become the one that the tests use.
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture(scope="session")
def local_ray() -> Iterator[None]:
    """One Ray session for all tests of a process that need no more than actors; `cluster.connected` uses it."""
    from pong_pg import cluster

    # The workers unpickle what the tests hand them by the name of its module.
    here = str(Path(__file__).parent)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    # Ray sets this to 1 in its workers unless it is set; the limit that the tests look for is to be the package's.
    os.environ["OMP_NUM_THREADS"] = "2"
    with cluster.connected(None):
        yield


@pytest.fixture
def small_config() -> TrainConfig:
    return TrainConfig(batch_size=3, iterations=2, workers=0, hidden=8, seed=5)


@pytest.fixture(scope="session")
def policy() -> Policy:
    return Policy.initial(200, np.random.default_rng(1), np.float64)
