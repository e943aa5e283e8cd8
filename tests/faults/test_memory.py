"""Workers that Ray kills for want of memory, for real."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from falling import FallingBall

import pong_pg

pytestmark = pytest.mark.ray

_CODE = """
import pathlib, sys, time
import numpy as np
import pong_pg
from falling import FallingBall
from test_memory import CONFIGS

# In a worker, `sys.argv` is the worker's.
GRAVE, HOARD = pathlib.Path(sys.argv[2]), int(sys.argv[3])

class Greedy(FallingBall):
    def step(self, action):
        if not GRAVE.exists():
            GRAVE.touch()
            self.hoard = np.ones(HOARD, np.uint8)
            time.sleep(60)
        return super().step(action)

result = pong_pg.train(CONFIGS[sys.argv[1]], env_factory=Greedy)
print(result.policy.digest())
print(*result.faults, sep="\\n")
"""

CONFIGS: dict[str, pong_pg.TrainConfig] = {
    "reinforce": pong_pg.ReinforceConfig(batch_size=4, hidden=8, iterations=2, workers=1),
    "ppo": pong_pg.PPOConfig(num_envs=2, n_steps=50, final_n_steps=50, hidden=8, iterations=3, workers=1),
}


@pytest.mark.parametrize("algorithm", list(CONFIGS))
def test_a_worker_that_is_killed_for_want_of_memory_says_so(algorithm: str, tmp_path: Path) -> None:
    memory = psutil.virtual_memory()
    hoard = 2_000_000_000
    assert memory.available > 2 * hoard
    # What Ray allows beyond what is used now: half of what the worker takes.
    threshold = (memory.total - memory.available + hoard // 2) / memory.total
    here = [str(folder) for folder in Path(__file__).parents[:2]]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(here),
        "RAY_memory_usage_threshold": f"{threshold:.4f}",
        "RAY_memory_monitor_refresh_ms": "100",
    }
    command = [sys.executable, "-c", _CODE, algorithm, str(tmp_path / "grave"), str(hoard)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    digest, *faults = done.stdout.splitlines()
    control = pong_pg.train(dataclasses.replace(CONFIGS[algorithm], workers=0), env_factory=FallingBall)
    assert digest == control.policy.digest()
    assert any("ran out of memory" in fault for fault in faults), faults
