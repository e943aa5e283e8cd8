from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from falling import FallingBall
from states import state_in

import pong_pg
from pong_pg.errors import ConfigError, DivergedError, RunDirError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.results import GameResult
from pong_pg.registry import make_config
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.trainer import ReinforceTrainer
from pong_pg.reinforce.workers import ReinforcePool
from pong_pg.training import loop
from pong_pg.training.checkpoint import read_checkpoint, save
from pong_pg.training.directory import held, read_metrics
from pong_pg.training.observers import Observer


@pytest.fixture
def config(small_config: ReinforceConfig, tmp_path: Path) -> ReinforceConfig:
    """A run of three updates in a directory."""
    return dataclasses.replace(small_config, iterations=3, run_dir=str(tmp_path / "run"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run"


def train(config: ReinforceConfig, **kwargs: Any) -> pong_pg.TrainResult:
    return pong_pg.train(config, env_factory=FallingBall, **kwargs)


def resume(path: Path, **kwargs: Any) -> pong_pg.TrainResult:
    return pong_pg.resume(path, env_factory=FallingBall, **kwargs)


class OnGame(Observer):
    """Calls a function after each game."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._function = function
        self.games = self.closed = 0

    def on_game(self, result: GameResult) -> None:
        self.games += 1
        self._function()

    def close(self) -> None:
        self.closed += 1


def test_three_updates_and_three_more_are_six(config: ReinforceConfig, path: Path, tmp_path: Path) -> None:
    six = tmp_path / "six"
    at_once = train(dataclasses.replace(config, iterations=6, run_dir=str(six)))
    three = train(config)
    state = state_in(path, ReinforceState)
    resumed = resume(path, iterations=3)
    assert resumed.policy.digest() == at_once.policy.digest() != three.policy.digest()
    states = [state_in(folder / "checkpoints" / "update-000006.npz", ReinforceState) for folder in (six, path)]
    assert states[0].progress == states[1].progress
    for ours, theirs in zip(states[0].memory, states[1].memory, strict=True):
        assert ours.tobytes() == theirs.tobytes()
    assert [row.update for row in resumed.history] == [1, 2, 3, 4, 5, 6]
    for row, expected in zip(resumed.history, at_once.history, strict=True):
        assert dataclasses.replace(row, seconds=0, steps_per_second=0) == dataclasses.replace(
            expected, seconds=0, steps_per_second=0
        )
    # The negative control: without RMSProp's memory, it would go on otherwise.
    fresh = ReinforceState(state.config, state.weights, None, state.progress)
    pool = ReinforcePool(state.config, FallingBall)
    trainer = ReinforceTrainer(fresh, pool)
    for _ in range(3):
        trainer.update(lambda _: None, lambda: False)
    pool.close()
    assert fresh.policy().digest() != at_once.policy.digest()


@pytest.mark.parametrize("games", [0, 1, 4, 7])
def test_a_run_that_is_stopped_anywhere_goes_on_exactly(config: ReinforceConfig, path: Path, games: int) -> None:
    config = dataclasses.replace(config, iterations=4, checkpoint_every=3)
    expected = train(dataclasses.replace(config, run_dir=None)).policy.digest()
    counting = OnGame(lambda: None)
    stopped = train(config, observers=[counting], should_stop=lambda: counting.games >= games)
    assert stopped.stopped
    assert stopped.progress.update == games // 3
    assert counting.closed == 1
    resumed = resume(path)
    assert not resumed.stopped
    assert resumed.progress.update == 4, "a resumed run goes on to where it was to end"
    assert resumed.policy.digest() == expected


def test_a_crash_leaves_what_a_resume_needs(config: ReinforceConfig, path: Path) -> None:
    expected = train(dataclasses.replace(config, run_dir=None)).policy.digest()

    class Crash(Observer):
        def on_update(self, metrics: UpdateMetrics) -> None:
            if metrics.update == 2:
                raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError, match="power"):
        train(dataclasses.replace(config, checkpoint_every=1), observers=[Crash()])
    # As after a kill: the last checkpoint is older than the last row.
    (path / "checkpoints" / "update-000002.npz").unlink()
    assert resume(path).policy.digest() == expected
    rows = (path / "metrics.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["update", "1", "2", "3"]
    lines = (path / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["update"] for line in lines] == [1, 2, 3]


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_a_run_can_be_resumed_from_its_first_game_on(algorithm: str, path: Path) -> None:
    def end() -> None:
        # Whatever ends the process now.
        assert read_checkpoint(path).progress.update == 0
        raise KeyboardInterrupt

    config = make_config({"algorithm": algorithm, "workers": 0, "hidden": 4, "iterations": 2, "run_dir": str(path)})
    with pytest.raises(KeyboardInterrupt):
        pong_pg.train(config, env_factory=FallingBall, observers=[OnGame(end)])
    assert resume(path).progress.update == 2


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        *(
            ({name: value}, rf"{name} contradicts the run in .*; got {value!r}: leave it out")
            for name, value in {
                "env": "Pong-v0",
                "batch_size": 4,
                "hidden": 9,
                "learning_rate": 0.5,
                "gamma": 0.5,
                "decay_rate": 0.5,
                "seed": 99,
                "algorithm": "ppo",
            }.items()
        ),
        ({"clip_range": 0.1}, "clip_range belongs to algorithm ppo, not to reinforce; got 0.1"),
        ({"batchsize": 3}, "batchsize is not a setting of pong_pg; did you mean batch_size"),
        ({"run_dir": "x"}, "run_dir is not a setting that a resumed run can be given"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_setting_that_does_not_fit_the_run_is_refused(
    changes: dict[str, Any], complaint: str, config: ReinforceConfig, path: Path
) -> None:
    train(dataclasses.replace(config, iterations=1))
    with pytest.raises(ConfigError, match=complaint):
        resume(path, iterations=1, **changes)
    same = {name: getattr(config, name) for name in changes.keys() & {"env", "hidden", "seed", "algorithm"}}
    assert resume(path, iterations=1, **same).progress.update == 2


def test_a_run_of_a_cluster_goes_on_without_it(config: ReinforceConfig, path: Path) -> None:
    elsewhere = dataclasses.replace(config, workers=2, address="10.0.0.2:6379")
    changed = loop._changed(elsewhere, path, {"workers": 0})
    assert (changed.workers, changed.address) == (0, None)
    assert loop._changed(elsewhere, path, {"workers": 1}).address == "10.0.0.2:6379"


def test_a_run_that_has_reached_its_end_asks_how_many_more(config: ReinforceConfig, path: Path) -> None:
    train(config)
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 3 updates"):
        pong_pg.resume(path)


def test_nothing_is_read_before_the_directory_is_held(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who held it until now may have made more updates just before."""

    def late(*arguments: Any) -> Any:
        monkeypatch.setattr(loop, "held", held)
        resume(path, iterations=3)
        return held(*arguments)

    train(config)
    monkeypatch.setattr(loop, "held", late)
    assert resume(path, iterations=1).progress.update == 7
    assert [row.update for row in read_metrics(path)] == [1, 2, 3, 4, 5, 6, 7]


def test_a_directory_in_use_is_refused(config: ReinforceConfig, path: Path) -> None:
    refusals: list[str] = []

    def intrude() -> None:
        with pytest.raises(RunDirError, match="in use by another pong-pg") as caught:
            pong_pg.resume(path, iterations=1)
        refusals.append(str(caught.value))

    train(config)
    resume(path, iterations=1, observers=[OnGame(intrude)])
    assert len(refusals) == 3


def test_weights_that_diverge_are_told_and_the_last_good_ones_kept(config: ReinforceConfig, path: Path) -> None:
    train(config)
    newest = path / "checkpoints" / "update-000003.npz"
    state = state_in(newest, ReinforceState)
    state.weights[0][:] *= 1e8
    state.weights[1][:] *= 1e-8
    save(newest, state)
    with pytest.raises(DivergedError, match="lower --learning-rate"):
        resume(path, iterations=1)
    assert read_checkpoint(path).progress.update == 3
