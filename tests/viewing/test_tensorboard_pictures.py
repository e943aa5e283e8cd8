"""Pictures in TensorBoard's events: when they come, what they are, and that no run fails by them."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

import pong_pg
from pong_pg.errors import MissingPackageError
from pong_pg.game.progress import Progress
from pong_pg.ppo.network import Weights
from pong_pg.training.observers import RunStart
from pong_pg.viewing import tensorboard_pictures
from pong_pg.viewing.tensorboard_pictures import TensorBoardPictures, add_pictures


@pytest.mark.needs("tensorboard", "pillow", "imageio-ffmpeg")
def test_the_events_have_the_units_and_a_game_that_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tensorboard.backend.event_processing import event_accumulator

    from pong_pg.training.tensorboard_file import TensorBoardFile

    monkeypatch.setattr(tensorboard_pictures, "STEPS", 25)
    network = pong_pg.ActorCritic(Weights.initial(20, 3, np.random.default_rng(0)))
    file = TensorBoardFile(tmp_path)
    add_pictures(file.add_image, 7, network, pong_pg.ReinforceConfig())
    events = event_accumulator.EventAccumulator(str(tmp_path))
    events.Reload()
    (units,), (game,) = events.Images("weights/hidden_units"), events.Images("game/greedy")
    assert (units.step, game.step) == (7, 7)
    assert units.encoded_image_string.startswith(b"\x89PNG")
    # Four columns of two planes, four rows, each pixel twice as large.
    assert (units.width, units.height) == (2 * 4 * (80 + 4 + 80 + 8), 2 * 4 * 88)
    assert game.encoded_image_string.startswith(b"GIF89a")
    assert (game.width, game.height) == (320, 420)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def _started(clock: Clock, *, events: bool = True) -> TensorBoardPictures:
    pictures = TensorBoardPictures(clock=clock)
    add_image = (lambda *_: None) if events else None
    pictures.on_start(RunStart(pong_pg.ReinforceConfig(), Path("run"), 0, Progress(), None, add_image))
    return pictures


def _updates(monkeypatch: pytest.MonkeyPatch, seconds: float, hours: float, *, events: bool = True) -> list[float]:
    """The times of the pictures, if they take so many seconds, in a run with a checkpoint every ten seconds."""
    clock, times = Clock(), []

    def add(*_: object) -> None:
        times.append(clock.now - 1000)
        clock.now += seconds

    monkeypatch.setattr(tensorboard_pictures, "add_pictures", add)
    pictures = _started(clock, events=events)
    while clock.now < 1000 + hours * 3600:
        clock.now += 10
        pictures.on_checkpoint(1, lambda: pong_pg.Policy.initial(2, np.random.default_rng(0)))
    return times


def test_they_take_a_hundredth_of_the_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    quick, slow = _updates(monkeypatch, 0.5, 1), _updates(monkeypatch, 30.0, 10)
    assert quick[0] == 60
    assert 120 <= min(np.diff(quick)) <= 135
    assert 30 * len(slow[:-1]) <= 0.01 * slow[-1]
    assert 20 < len(_updates(monkeypatch, 0.5, 24)) < 120
    assert _updates(monkeypatch, 0.5, 0.01) == []
    assert _updates(monkeypatch, 0.5, 1, events=False) == []


@pytest.mark.parametrize("error", [MissingPackageError("run  pip install"), RuntimeError("boom")])
def test_a_failure_is_one_warning_and_fails_no_run(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(tensorboard_pictures, "add_pictures", fail)
    clock = Clock()
    pictures = _started(clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            clock.now += 10_000
            pictures.on_checkpoint(1, lambda: pong_pg.Policy.initial(2, np.random.default_rng(0)))
    (message,) = caplog.messages
    assert "TensorBoard gets no" in message
    assert str(error) in message
