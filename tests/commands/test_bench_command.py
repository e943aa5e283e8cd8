"""`pong-pg bench` measures what it says."""

from __future__ import annotations

import itertools
import re
import time
import types
from typing import Any

import pytest

from pong_pg.cli import main
from pong_pg.commands import bench
from pong_pg.ppo.config import PPOConfig
from pong_pg.training import loop

SMALL = PPOConfig(num_envs=2, n_steps=20, final_n_steps=20, n_epochs=1, num_minibatches=1, hidden=8, workers=0)


def test_the_table_has_speeds_and_their_fractions_of_the_raw_emulator(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "_configs", lambda _workers: {"PPO, small": SMALL})
    monkeypatch.setattr(bench, "_SECONDS", 0.1)
    assert main(["bench"]) == 0
    rows = [re.split(r" *[│┃] *", line) for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    raw, trained = (float(speed.replace(",", "")) for _, _, speed, *_ in rows)
    assert [row[1] for row in rows] == ["raw emulator, one process", "PPO, small"]
    assert float(rows[1][3]) == pytest.approx(trained / raw, rel=0.9)


def test_the_time_between_two_updates_counts_since_workers_play_on_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(now))

    def train(_config: object, *, observers: Any) -> None:
        """Updates of half a second each, by their own account, and one begins each second."""
        steps = itertools.count(step=100)
        while observers[0].on_update(types.SimpleNamespace(agent_steps=next(steps), seconds=0.5)):
            pass

    monkeypatch.setattr(loop, "train", train)
    assert bench.training_speed(SMALL, 5) == 100
