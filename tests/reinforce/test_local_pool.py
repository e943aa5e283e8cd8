from __future__ import annotations

import dataclasses
import os
import threading
from typing import Any

import numpy as np
import pytest
from batches import CONFIG, batch_of, never, same, weights
from falling import FallingBall, Unsound
from stack import on_ale

from pong_pg.errors import DivergedError, FailedGame, RewardError, Stopped
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.reinforce.exact_sum import Adder
from pong_pg.reinforce.reference import coefficients
from pong_pg.reinforce.workers import Batch, LearnedGame, ReinforcePool, Worker, mean_entropy

SHORT = dataclasses.replace(CONFIG, env_kwargs={"max_num_frames_per_episode": 4_000}, batch_size=7)


@pytest.mark.parametrize("factory", [FallingBall, None], ids=["here", "in threads"])
def test_a_batch_is_the_sum_of_its_games_played_one_by_one(factory: Any) -> None:
    pool = ReinforcePool(CONFIG, factory)
    told: list[GameResult] = []
    batch = pool.play(4, weights(), told.append, never)
    pool.close()
    assert [result.game for result in batch.results] == [0, 1, 2, 3, 4]
    assert sorted(told, key=lambda result: result.game) == batch.results
    worker, adder = Worker(CONFIG, factory), Adder(8)
    worker.prepare()
    for result in batch.results:
        episode = worker.games.play(weights(), *training_game(3, 4, result.game))
        factors = coefficients(episode, CONFIG.gamma)
        assert factors is not None
        adder.add_game(worker.games.record, factors)
        assert (result.total_reward, result.steps) == (episode.rewards.sum(), len(episode.rewards))
        assert result.entropy == mean_entropy(episode.p_up)
    assert same(batch, Batch(batch.results, adder.total()))
    assert batch.gradient.W1.any()
    assert not same(batch, Batch(batch.results, adder.total()))


@pytest.fixture(scope="module")
def of_ale() -> Batch:
    """The second batch, played on ALE: in the thread of the caller."""
    pool = on_ale(ReinforcePool, SHORT)
    batch = batch_of(pool, 1)
    pool.close()
    return batch


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_gives_the_bits_of_ale(
    threads: int, of_ale: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = ReinforcePool(SHORT, None, threads)
    used = set()
    play_game = Worker.play_game

    def noted(*args: Any) -> LearnedGame:
        used.add(threading.get_ident())
        return play_game(*args)

    monkeypatch.setattr(Worker, "play_game", noted)
    batches = [batch_of(pool, update) for update in range(3)]
    pool.close()
    assert len(used) == max(2, threads)
    assert {result.truncated for batch in batches for result in batch.results} == {False, True}
    assert [same(batch, of_ale) for batch in batches] == [False, True, False]


def test_environments_of_a_factory_are_played_in_the_callers_thread() -> None:
    class Threaded(FallingBall):
        def step(self, action: int) -> Any:
            assert threading.current_thread() is threading.main_thread()
            return super().step(action)

    pool = ReinforcePool(CONFIG, Threaded)
    batch_of(pool)
    pool.close()


@pytest.mark.parametrize(("end", "learned"), [("terminated", True), ("truncated", False)])
def test_a_truncated_game_adds_nothing_and_is_marked(end: str, learned: bool) -> None:
    pool = ReinforcePool(CONFIG, lambda: FallingBall(end))
    batch = batch_of(pool)
    pool.close()
    assert [(result.learned, result.truncated) for result in batch.results] == [(learned, not learned)] * 5
    assert batch.gradient.W1.any() == learned


class Points(FallingBall):
    """Every step is a point: every return is 1, so no advantage differs."""

    def step(self, action: int) -> Any:
        observation, _, terminated, truncated, info = super().step(action)
        return observation, 1.0, terminated, truncated, info


def test_a_game_of_equal_advantages_adds_nothing_and_is_counted() -> None:
    pool = ReinforcePool(CONFIG, Points)
    batch = batch_of(pool)
    pool.close()
    assert not any(result.learned or result.truncated for result in batch.results)
    assert not batch.gradient.W1.any()


def test_native_threads_are_one_while_a_pool_is_open_and_as_before_after() -> None:
    from threadpoolctl import threadpool_info, threadpool_limits

    def threads() -> set[int]:
        return {library["num_threads"] for library in threadpool_info()}

    with threadpool_limits(2):
        assert threads() == {2}
        pool = ReinforcePool(CONFIG, FallingBall)
        assert threads() == {1}
        pool.close()
        pool.close()
        assert threads() == {2}


def test_entropy_is_that_of_a_fair_coin_at_one_half() -> None:
    assert mean_entropy(np.full(9, 0.5)) == pytest.approx(np.log(2))
    assert mean_entropy(np.array([0.0, 1.0])) == pytest.approx(0, abs=1e-10)


@pytest.mark.parametrize("factory", [FallingBall, None], ids=["here", "in threads"])
def test_a_batch_that_is_stopped_between_games_leaves_nothing_over(factory: Any) -> None:
    pool, fresh = ReinforcePool(CONFIG, factory), ReinforcePool(CONFIG, factory)
    told: list[GameResult] = []
    with pytest.raises(Stopped):
        pool.play(0, weights(), told.append, lambda: len(told) >= 2)
    assert 2 <= len(told) < 5
    assert same(batch_of(pool), batch_of(fresh))
    pool.close()
    fresh.close()


def test_a_wish_to_stop_is_heard_within_a_game() -> None:
    asked = []

    def on_the_second_look() -> bool:
        asked.append(True)
        return len(asked) == 2

    # It is asked before each game's first step, and 64 steps later.
    pool = ReinforcePool(CONFIG, FallingBall)
    told: list[GameResult] = []
    with pytest.raises(Stopped):
        pool.play(0, weights(), told.append, on_the_second_look)
    pool.close()
    assert not told, "the first game has 80 steps, and the second look is after 64"


def test_a_reward_that_is_not_finite_is_told_with_its_game() -> None:
    """Of seed 2's third batch, the first game is sound and the second is not."""
    pool = ReinforcePool(dataclasses.replace(CONFIG, seed=2), Unsound)
    with pytest.raises(RewardError) as caught:
        batch_of(pool, 2)
    pool.close()
    assert caught.value.game == FailedGame(2, 1, training_game(2, 2, 1)[0])


def test_a_game_that_fails_in_a_thread_is_told_and_the_next_batch_is_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    add_game = Adder.add_game

    def failing(self: Adder, *args: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise DivergedError("too large")
        add_game(self, *args)

    pool, fresh = (ReinforcePool(dataclasses.replace(SHORT, batch_size=20), None, 2) for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(Adder, "add_game", failing)
        with pytest.raises(DivergedError, match=r"^update 1, game \d+, environment seed"):
            batch_of(pool)
    assert same(batch_of(pool), batch_of(fresh))
    pool.close()
    fresh.close()


def test_a_forked_child_can_play() -> None:
    pool = ReinforcePool(SHORT)
    expected = batch_of(pool)
    pool.close()
    child = os.fork()
    if not child:
        forked = ReinforcePool(SHORT)
        os._exit(0 if same(batch_of(forked), expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_other_numbers_than_float32_are_refused() -> None:
    W1, W2 = weights()
    for wrong in ((W1.astype(np.float64), W2), (W1[:, :-1].copy(), W2)):
        pool = ReinforcePool(CONFIG, FallingBall)
        with pytest.raises(ValueError, match="W1 must be a float32 array of shape"):
            pool.play(0, wrong, lambda _: None, never)
        pool.close()
