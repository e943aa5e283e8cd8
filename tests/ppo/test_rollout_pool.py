"""Playing in threads of this process, and what a worker holds."""

from __future__ import annotations

import functools
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from batches import never
from falling import FallingBall
from ppo_games import bits, played, pong

from pong_pg.errors import Stopped
from pong_pg.game.seeding import env_game
from pong_pg.ppo import workers
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.rollout import Position, Rollout, Runner
from pong_pg.ppo.workers import LocalRolloutPool, RolloutWorker

CONFIG = PPOConfig(num_envs=5, n_steps=40, final_n_steps=40, num_minibatches=2, n_epochs=2, hidden=8, seed=7, workers=0)
# Two games and more in each rollout: a player needs the seeds of another game in the middle of one.
SHORT_GAMES = {"max_num_frames_per_episode": 60}
LONG = 20_000


def alone(number: int, *lengths: int, **kwargs: Any) -> list[Rollout]:
    runner = Runner(pong(**kwargs), functools.partial(env_game, CONFIG.seed, number))
    return [runner.rollout(played(), steps) for steps in lengths]


@pytest.mark.parametrize("cores", [1, 2, 3, 9])
@pytest.mark.parametrize("kwargs", [{}, SHORT_GAMES])
def test_rollouts_are_those_of_each_environment_by_itself(
    cores: int, kwargs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "available_cores", lambda: cores)
    config = PPOConfig(num_envs=5, seed=CONFIG.seed, env_kwargs=kwargs)
    pool = LocalRolloutPool(config)
    pool.place([Position()] * 5)
    for steps in (50, 0, 90):
        pool.begin(played(), steps)
    batches = [pool.finish(never) for _ in range(3)]
    pool.close()
    for number in range(5):
        expected = alone(number, 50, 0, 90, **kwargs)
        assert [bits(batch[number]) for batch in batches] == [bits(rollout) for rollout in expected]


@pytest.mark.parametrize("by_closing", [True, False])
def test_threads_that_play_stop_soon(by_closing: bool) -> None:
    """The batch would take ten seconds at least."""
    interval = sys.getswitchinterval()
    pool = LocalRolloutPool(PPOConfig(num_envs=32))
    assert sys.getswitchinterval() < interval
    pool.place([Position()] * 32)
    pool.begin(played(64), LONG)
    time.sleep(0.1)
    began = time.monotonic()
    if not by_closing:
        with pytest.raises(Stopped):
            pool.finish(lambda: True)
    pool.close()
    assert time.monotonic() - began < 5
    assert not [thread for thread in threading.enumerate() if "pong_pg plays" in thread.name]
    pool.close()
    assert sys.getswitchinterval() == interval


def test_environments_of_a_factory_are_played_a_step_at_a_time_each_in_its_own() -> None:
    made: list[FallingBall] = []

    def factory() -> FallingBall:
        made.append(FallingBall())
        return made[-1]

    pool = LocalRolloutPool(CONFIG, factory)
    pool.place([Position()] * 5)
    pool.begin(played(), 30)
    pool.begin(played(), 100)
    batches = [pool.finish(never) for _ in range(2)]
    pool.close()
    assert len(made) == 5
    for number in range(5):
        runner = Runner(FallingBall(), functools.partial(env_game, CONFIG.seed, number))
        for batch, steps in zip(batches, (30, 100), strict=True):
            assert bits(batch[number]) == bits(runner.rollout(played(), steps))


@pytest.mark.parametrize("env_factory", [None, FallingBall])
def test_a_worker_that_holds_a_game_elsewhere_brings_it_where_it_should_be(env_factory: Any) -> None:
    worker = RolloutWorker(CONFIG, env_factory)
    _, first = worker.play(played(), 30, {1: Position()})
    _, second = worker.play(played(), 30, {1: None})
    # Abandoned: the driver asks for the same again.
    _, again = worker.play(played(), 30, {1: first[1].position})
    assert bits(again[1]) == bits(second[1])
    assert not np.array_equal(first[1].mask, second[1].mask)
    worker.close()
