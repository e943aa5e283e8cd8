"""Short runs on real games, for tests that need the directory of some run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pong_pg

_SMALL: dict[str, Any] = {"iterations": 3, "workers": 0, "hidden": 4, "checkpoint_every": 2}


def sample_run(path: Path, algorithm: str) -> Path:
    """Train for three updates in a directory named like the algorithm; return the directory."""
    run_dir = path / algorithm
    config: pong_pg.TrainConfig
    if algorithm == "ppo":
        config = pong_pg.PPOConfig(num_envs=2, n_steps=64, num_minibatches=2, run_dir=str(run_dir), **_SMALL)
    else:
        config = pong_pg.ReinforceConfig(batch_size=1, run_dir=str(run_dir), **_SMALL)
    pong_pg.train(config)
    return run_dir
