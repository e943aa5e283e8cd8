"""A few kills of the process of a run; tests/faults/test_driver_kills.py has a hundred of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from driver_kills import Killing


@pytest.mark.parametrize(("algorithm", "updates"), [("reinforce", 2), ("ppo", 12)])
def test_a_run_that_is_killed_resumes_to_the_same_bits(algorithm: str, updates: int, tmp_path: Path) -> None:
    killing = Killing(algorithm, 0, tmp_path, seed=1, updates=updates)
    killing.kill(2)
    assert killing.problems == []
    assert killing.injected == 2
    assert killing.runs > 0
