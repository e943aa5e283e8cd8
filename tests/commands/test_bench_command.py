"""`pong-pg bench` measures what it says."""

from __future__ import annotations

import json

import pytest

from pong_pg.cli import main
from pong_pg.commands import bench
from pong_pg.ppo.config import PPOConfig

SMALL = PPOConfig(
    num_envs=2, rollout_steps=20, final_rollout_steps=20, epochs=1, num_minibatches=1, hidden=8, workers=0
)


def test_a_table_and_a_document_have_the_same_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "_configs", lambda _workers: {"PPO, small": SMALL})
    monkeypatch.setattr(bench, "_SECONDS", 0.1)
    assert main(["bench"]) == 0
    shown = capsys.readouterr().out
    assert main(["bench", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    raw, trained = document["speeds"]
    assert raw["name"] in shown
    assert trained["name"] == "PPO, small"
    assert trained["name"] in shown
    assert trained["of_raw"] == pytest.approx(trained["steps_per_second"] / raw["steps_per_second"], rel=0.9)
    assert int(document["machine"]["cores"]) >= 1
