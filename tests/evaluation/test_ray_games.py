from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from falling import FallingBall, Mortal

import pong_pg
from pong_pg.evaluation import ray_games
from pong_pg.game.player import Player
from pong_pg.game.results import GameResult
from pong_pg.ppo.network import Weights
from pong_pg.ppo.policy import ActorCritic
from pong_pg.registry import make_config
from pong_pg.reinforce.policy import Policy

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("local_ray")]


POLICIES: dict[str, Callable[[], Player]] = {
    "reinforce": lambda: Policy.initial(8, np.random.default_rng(0)),
    "ppo": lambda: ActorCritic(Weights.initial(8, np.random.default_rng(1))),
}


class ByFrames:
    """A player of one's own, which can't play whole games."""

    def reset(self, seed: Any = None) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, _observation: Any, *, greedy: bool = False) -> int:
        return 2 if greedy else int(self._rng.integers(2, 4))

    def digest(self) -> str:
        return "none"


@pytest.mark.parametrize(
    ("make", "greedy"), [*((make, False) for make in POLICIES.values()), (ByFrames, True)], ids=[*POLICIES, "own"]
)
def test_workers_play_the_games_of_one_process_and_tell_them_in_order(make: Any, greedy: bool) -> None:
    told: list[GameResult] = []
    settings: dict[str, Any] = {"seed": 5, "greedy": greedy, "env_factory": FallingBall}
    alone = pong_pg.evaluate(make(), pong_pg.ReinforceConfig(), 7, **settings)
    assert pong_pg.evaluate(make(), pong_pg.ReinforceConfig(), 7, workers=2, on_game=told.append, **settings) == alone
    assert told == alone.games
    assert [game.game for game in told] == list(range(7))
    assert len({game.env_seed for game in told}) == 7


def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(tmp_path: Path) -> None:
    policy, config = POLICIES["ppo"](), pong_pg.ReinforceConfig()
    alone = pong_pg.evaluate(policy, config, 6, env_factory=FallingBall)
    found = pong_pg.evaluate(policy, config, 6, env_factory=functools.partial(Mortal, tmp_path / "grave"), workers=2)
    assert (tmp_path / "grave").exists(), "nobody died"
    assert found == alone


def test_no_actor_is_left_where_the_caller_stops() -> None:
    class EnoughError(Exception):
        pass

    def stop(_game: GameResult) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        pong_pg.evaluate(
            POLICIES["ppo"](), pong_pg.ReinforceConfig(), 40, env_factory=FallingBall, workers=1, on_game=stop
        )
    deadline = time.monotonic() + 10
    while any("Evaluation" in name for name in names()):
        assert time.monotonic() < deadline, names()
        time.sleep(0.1)


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_the_evaluation_at_the_end_of_a_run_is_played_by_workers(algorithm: str) -> None:
    settings: dict[str, Any] = {"algorithm": algorithm, "hidden": 4, "iterations": 1, "eval_episodes": 3}
    settings |= {"num_envs": 2, "rollout_steps": 8} if algorithm == "ppo" else {"batch_size": 2}

    class Watching(pong_pg.Observer):
        def __init__(self) -> None:
            self.told: list[Any] = []

        def on_evaluation_begin(self, update: int, games: int) -> None:
            self.told.append((update, games))

        def on_evaluation_game(self, result: GameResult) -> None:
            self.told.append((result.game, any("Evaluation" in name for name in names())))

        def on_evaluation(self, update: int, evaluation: pong_pg.Evaluation) -> None:
            self.told.append((update, len(evaluation.games)))

    watching = Watching()
    result = pong_pg.train(make_config({"workers": 2, **settings}), env_factory=FallingBall, observers=[watching])
    alone = pong_pg.train(make_config({"workers": 0, **settings}), env_factory=FallingBall)
    assert result.evaluation == alone.evaluation
    assert watching.told == [(1, 3), (0, True), (1, True), (2, True), (1, 3)]


def test_an_evaluation_that_workers_can_not_play_is_played_in_this_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(_pool: ray_games.EvaluationPool, _episodes: int) -> None:
        raise pong_pg.ClusterLostError("too many workers died")

    monkeypatch.setattr(ray_games.EvaluationPool, "play", lost)
    config = pong_pg.ReinforceConfig(hidden=4, iterations=1, batch_size=2, eval_episodes=3, workers=1)
    result = pong_pg.train(config, env_factory=FallingBall)
    alone = pong_pg.train(dataclasses.replace(config, workers=0), env_factory=FallingBall)
    assert result.evaluation is not None
    assert result.evaluation == alone.evaluation
    assert "because workers can't play it: too many workers died" in caplog.text


def names() -> list[str]:
    """The command lines of the processes that this one has started."""
    found = []
    for process in psutil.Process(os.getpid()).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            found.append(" ".join(process.cmdline()))
    return found
