from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from batches import CONFIG, never, same, weights
from falling import FallingBall, Unsound
from pong_pg.reinforce.gradient import episode_gradient

from pong_pg.errors import FailedGame, RewardError, Stopped
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.reinforce.exact_sum import GradientSum
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.rollout import play_episode
from pong_pg.reinforce.workers import LocalPool, Worker, mean_entropy


def test_a_batch_is_the_sum_of_its_games_played_one_by_one() -> None:
    pool = LocalPool(CONFIG, FallingBall)
    told: list[GameResult] = []
    batch = pool.play(4, weights(), told.append, never)
    pool.close()
    assert told == batch.results
    assert [result.game for result in batch.results] == [0, 1, 2, 3, 4]

    policy, expected = Policy.from_transposed(*weights()), GradientSum(8)
    for result in batch.results:
        env_seed, rng = training_game(3, 4, result.game)
        episode = play_episode(FallingBall(), policy, env_seed=env_seed, rng=rng)
        gradient = episode_gradient(policy, episode, CONFIG.gamma)
        assert gradient is not None
        expected.add_game(gradient)
        assert (result.total_reward, result.steps) == (episode.total_reward, episode.steps)
        assert result.entropy == mean_entropy(episode)
    assert same(batch, dataclasses.replace(batch, gradient=expected))
    assert batch.gradient.W1.any()
    assert not same(batch, dataclasses.replace(batch, gradient=GradientSum(8)))


def test_the_games_of_another_update_are_others() -> None:
    pool = LocalPool(CONFIG, FallingBall)
    batches = [pool.play(update, weights(), lambda _: None, never) for update in (0, 1, 0)]
    pool.close()
    assert same(batches[0], batches[2])
    assert not same(batches[0], batches[1])


@pytest.mark.parametrize(("end", "learned"), [("terminated", True), ("truncated", False)])
def test_a_truncated_game_adds_nothing_and_is_marked(end: str, learned: bool) -> None:
    pool = LocalPool(CONFIG, lambda: FallingBall(end))
    batch = pool.play(0, weights(), lambda _: None, never)
    pool.close()
    assert [(result.learned, result.truncated) for result in batch.results] == [(learned, not learned)] * 5
    assert batch.gradient.W1.any() == learned


class Points(FallingBall):
    """Every step is a point: every return is 1, so no advantage differs."""

    def step(self, action: int) -> Any:
        observation, _, terminated, truncated, info = super().step(action)
        return observation, 1.0, terminated, truncated, info


def test_a_game_of_equal_advantages_adds_nothing_and_is_counted() -> None:
    pool = LocalPool(CONFIG, Points)
    batch = pool.play(0, weights(), lambda _: None, never)
    pool.close()
    assert not any(result.learned or result.truncated for result in batch.results)
    assert not batch.gradient.W1.any()


def test_native_threads_are_one_while_a_pool_is_open_and_as_before_after() -> None:
    from threadpoolctl import threadpool_info, threadpool_limits

    def threads() -> set[int]:
        return {library["num_threads"] for library in threadpool_info()}

    with threadpool_limits(2):
        assert threads() == {2}
        pool = LocalPool(CONFIG, FallingBall)
        assert threads() == {1}
        pool.close()
        pool.close()
        assert threads() == {2}


def test_entropy_is_that_of_a_fair_coin_at_one_half() -> None:
    pool = LocalPool(CONFIG, FallingBall)
    batch = pool.play(0, (np.zeros((6400, 8), np.float32), np.zeros(8, np.float32)), lambda _: None, never)
    pool.close()
    assert batch.results[0].entropy == pytest.approx(np.log(2))


def test_a_wish_to_stop_is_heard_between_games() -> None:
    pool = LocalPool(CONFIG, FallingBall)
    told: list[GameResult] = []
    with pytest.raises(Stopped):
        pool.play(0, weights(), told.append, lambda: len(told) == 2)
    assert len(told) == 2
    expected = pool.play(0, weights(), lambda _: None, never)
    fresh = LocalPool(CONFIG, FallingBall)
    assert same(pool.play(0, weights(), lambda _: None, never), fresh.play(0, weights(), lambda _: None, never))
    assert same(expected, fresh.play(0, weights(), lambda _: None, never)), "games of the stopped batch are left over"
    pool.close()
    fresh.close()


def test_a_wish_to_stop_is_heard_within_a_game() -> None:
    asked = []

    def on_the_second_look() -> bool:
        asked.append(True)
        return len(asked) == 2

    pool = LocalPool(CONFIG, FallingBall)
    told: list[GameResult] = []
    with pytest.raises(Stopped):
        pool.play(0, weights(), told.append, on_the_second_look)
    pool.close()
    assert not told, "the first game has 80 steps, and the second look is after 64"


def test_a_worker_that_fails_keeps_no_part_of_the_games_before() -> None:
    """Of seed 2's third batch, the first game is sound and the second is not."""
    config = dataclasses.replace(CONFIG, seed=2)
    worker = Worker(config, Unsound)
    with pytest.raises(RewardError) as caught:
        worker.play(weights(), 2, [0, 1], batch=0)
    assert caught.value.game == FailedGame(2, 1, training_game(2, 2, 1)[0])
    assert not worker.collect().W2.any()
    worker.play(weights(), 2, [0], batch=0)
    assert worker.collect().W2.any()
    worker.close()
