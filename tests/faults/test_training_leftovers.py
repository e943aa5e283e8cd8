"""Training on Ray that is killed leaves no process of Ray."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from leftovers import Program

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Ray ends its processes otherwise"),
]


def test_nothing_is_left_of_training_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pong_pg", "train", "--workers", "1", "--batch-size", "1", "--hidden", "8"]
    with Program(command, tmp_path) as driver:
        driver.wait_for("Batch 1 ")
        driver.send(signal.SIGKILL)
        assert driver.process.wait(60) == -signal.SIGKILL
        # Two agents of Ray try for a minute to report that its servers are gone.
        assert driver.left_after(90) == []
