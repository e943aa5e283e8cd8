from __future__ import annotations

import subprocess
import sys

import pytest

_CODE = """
import os, sys
from pathlib import Path
from pong_pg.config import TrainConfig
from pong_pg.game.progress import Progress
from pong_pg.training.notice import NoticeOfDeath
from pong_pg.training.observers import RunStart

how, workers = sys.argv[1], int(sys.argv[2])
notice = NoticeOfDeath()
notice.on_start(RunStart(TrainConfig(), Path("my run"), workers, Progress(), None))
if how == "dies":
    os._exit(1)
notice.close()
"""


@pytest.mark.parametrize(("how", "workers", "told"), [("dies", 2, True), ("ends", 2, False), ("dies", 0, False)])
def test_a_process_that_is_ended_in_the_middle_of_a_run_on_ray_says_how_to_go_on(
    how: str, workers: int, told: bool
) -> None:
    command = [sys.executable, "-c", _CODE, how, str(workers)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.startswith("pong-pg: error: this process was ended from outside, or by Ray, ") is told
    assert done.stderr.endswith("go on with  pong-pg train --resume 'my run'\n") is told
    assert len(done.stderr.splitlines()) == told
