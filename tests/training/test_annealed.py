from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pong_pg
from pong_pg.game.progress import Progress
from pong_pg.training.checkpoint import latest, read_checkpoint
from pong_pg.training.loop import _announce_end_of_learning

CONFIG = pong_pg.PPOConfig(anneal_steps=1000)


@pytest.mark.parametrize(
    ("steps", "target_steps", "is_announced"),
    [(0, None, False), (0, 1000, False), (999, 1000, False), (0, 1001, True), (1000, None, True), (1024, 2000, True)],
)
def test_updates_that_change_nothing_are_announced(
    steps: int, target_steps: int | None, is_announced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    _announce_end_of_learning(CONFIG, Progress(agent_steps=steps, target_steps=target_steps))
    told = [f"nothing is learned after 1000 agent steps, where the learning rate is 0, and the run has made {steps}"]
    assert [message.split(";")[0] for message in caplog.messages] == told * is_announced


def test_runs_that_go_on_learning_are_not(caplog: pytest.LogCaptureFixture) -> None:
    _announce_end_of_learning(pong_pg.ReinforceConfig(), Progress(agent_steps=5000, target_steps=9000))
    assert not caplog.messages


def test_a_run_that_is_resumed_after_its_end_says_that_it_learns_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And it is true: the weights stay, to the bit. Only their moving average still comes nearer to them."""
    config = pong_pg.PPOConfig(
        num_envs=2, n_steps=8, final_n_steps=8, num_minibatches=2, hidden=8,
        anneal_steps=32, iterations=2, workers=0, run_dir=str(tmp_path / "run"),
    )  # fmt: skip
    pong_pg.train(config)
    assert not caplog.messages
    before = read_checkpoint(latest(tmp_path / "run")).arrays
    resumed = pong_pg.resume(tmp_path / "run", iterations=2)
    assert ["nothing is learned after 32 agent steps" in message for message in caplog.messages] == [True]
    assert resumed.progress.update == 4
    after = read_checkpoint(latest(tmp_path / "run")).arrays
    for name in ("heads", "biases", "own", "shared"):
        np.testing.assert_array_equal(after[name], before[name], err_msg=name)
