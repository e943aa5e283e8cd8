"""What ends a run: updates, steps, seconds, a return; and the greedy games that it is evaluated by."""

from __future__ import annotations

import dataclasses
import itertools
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.errors import ConfigError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_seed
from pong_pg.reinforce.algorithm import ALGORITHM
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training import loop
from pong_pg.training.checkpoint import read_checkpoint
from pong_pg.training.observers import Observer


class Evaluations(Observer):
    """Remembers the evaluations."""

    def __init__(self) -> None:
        self.told: list[tuple[int, Evaluation]] = []

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        self.told.append((update, evaluation))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluation games after every second update, however few points the training games had."""
    monkeypatch.setattr(ALGORITHM, "updates_between_evaluations", 2)
    monkeypatch.setattr(loop, "_EVALUATION_MARGIN", 100.0)


def toy(config: ReinforceConfig, *observers: Observer, **changes: Any) -> pong_pg.TrainResult:
    return pong_pg.train(dataclasses.replace(config, **changes), env_factory=FallingBall, observers=observers)


def resume(path: Path, *observers: Observer, **changes: Any) -> pong_pg.TrainResult:
    return pong_pg.resume(path, env_factory=FallingBall, observers=observers, **changes)


def test_a_run_ends_after_so_many_agent_steps_and_goes_on_for_so_many_more(
    small_config: ReinforceConfig, tmp_path: Path
) -> None:
    # An update is 240 steps.
    result = toy(small_config, iterations=None, total_timesteps=500, run_dir=str(tmp_path))
    assert (result.progress.update, result.progress.agent_steps) == (3, 720)
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 3 updates"):
        resume(tmp_path)
    assert resume(tmp_path, total_timesteps=240).progress.update == 4
    resumed = resume(tmp_path, iterations=2)
    assert resumed.progress.update == 6
    assert resumed.progress.target_steps is None


@pytest.mark.parametrize(
    "goals", [{"iterations": 2, "total_timesteps": 10_000}, {"iterations": 9, "total_timesteps": 241}], ids=str
)
def test_the_first_of_several_goals_ends_a_run(goals: dict[str, int], small_config: ReinforceConfig) -> None:
    assert toy(small_config, **goals).progress.update == 2


def test_a_run_ends_after_so_many_seconds_and_was_not_stopped(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = itertools.count(1000.0)
    monkeypatch.setattr(loop, "time", types.SimpleNamespace(monotonic=lambda: next(seconds)))
    result = toy(small_config, iterations=None, seconds=180, run_dir=str(tmp_path))
    # The time was looked at from second 1000 on, once a second until it was up.
    assert next(seconds) == 1000 + 60 * 3 + 1
    assert not result.stopped
    assert result.progress.update > 3
    # What was under way when time was up is not lost: the run goes on from the last update.
    assert read_checkpoint(tmp_path).progress.update == result.progress.update


@pytest.mark.usefixtures("often")
def test_a_run_ends_when_evaluation_games_say_so(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    returns: Iterator[float] = iter([-1.0, -0.5, 3.0])
    observer = Evaluations()

    def scripted(*_: Any, **__: Any) -> Evaluation:
        return Evaluation([GameResult(0, 0, next(returns), 80, False)])

    monkeypatch.setattr(loop, "evaluate", scripted)
    result = toy(small_config, observer, iterations=None, until_return=2.0, run_dir=str(tmp_path))
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 6 updates"):
        resume(tmp_path)
    assert resume(tmp_path, iterations=1).progress.update == 7
    assert [update for update, _ in observer.told] == [2, 4, 6]
    assert result.evaluation is not None
    assert result.evaluation.mean == 3
    assert not result.stopped


def test_training_games_far_below_the_goal_are_not_evaluated(small_config: ReinforceConfig) -> None:
    observer = Evaluations()
    toy(small_config, observer, iterations=25, until_return=21.0)
    assert observer.told == []


def test_a_run_may_end_with_an_evaluation(small_config: ReinforceConfig) -> None:
    observer = Evaluations()
    result = toy(small_config, observer, n_eval_episodes=4)
    ((update, evaluation),) = observer.told
    assert update == 2
    assert evaluation == result.evaluation
    assert len(evaluation.games) == 4
    seed = evaluation_seed(small_config.seed, 2)
    assert evaluation == evaluate(result.policy, FallingBall(), 4, seed=seed, greedy=True)


@pytest.mark.usefixtures("often")
def test_a_run_is_evaluated_on_other_games_each_time_and_training_goes_on_the_same(
    small_config: ReinforceConfig, tmp_path: Path
) -> None:
    # A return of 12 is out of reach: this toy gives 10 at most.
    goals: dict[str, Any] = {"until_return": 12.0, "n_eval_episodes": 10}
    observer, again, other, last = Evaluations(), Evaluations(), Evaluations(), Evaluations()
    result = toy(small_config, observer, iterations=5, **goals)
    assert [update for update, _ in observer.told] == [2, 4, 5]
    seeds = [game.env_seed for _, evaluation in observer.told for game in evaluation.games]
    assert len(seeds) == len(set(seeds)) == 30
    assert result.policy.digest() == toy(small_config, iterations=5).policy.digest()
    toy(small_config, again, iterations=3, run_dir=str(tmp_path), until_return=12.0)
    resume(tmp_path, again, iterations=2, **goals)
    assert again.told == observer.told, "the same games after a resume"
    toy(small_config, other, iterations=5, seed=99, **goals)
    assert not set(seeds) & {game.env_seed for _, evaluation in other.told for game in evaluation.games}
    toy(small_config, last, iterations=2, until_return=12.0)
    assert last.told == [], "after the last update nobody asks"
