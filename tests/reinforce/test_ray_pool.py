from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from batches import CONFIG, batch_of, never, same, weights
from falling import FallingBall

from pong_pg.distributed import actors
from pong_pg.distributed.actors import Call, share_of_cpu
from pong_pg.errors import ClusterError, ClusterLostError, EnvError, Stopped
from pong_pg.game.results import GameResult
from pong_pg.reinforce.kernels import LIBRARY
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.workers import Batch, ReinforcePool, Worker


@pytest.mark.parametrize(
    ("workers_wanted", "cpus", "share"), [(1, 1, 1), (2, 2, 1), (3, 2, 0), (2, 2.5, 1), (1, 0.5, 0)]
)
def test_workers_reserve_a_cpu_each_where_there_are_enough(workers_wanted: int, cpus: float, share: float) -> None:
    assert share_of_cpu(workers_wanted, cpus) == share


class _Idle(RayPool):
    """A pool without Ray, whose actors are all ready and never answer."""

    def _start(self, worker: int) -> None:
        self._actors[worker] = None

    def put(self, value: Any) -> Any:
        return value

    def send(self, call: Call, _method: str, *_arguments: Any) -> None:
        self.calls[object()] = call


@pytest.mark.parametrize(
    ("games", "size", "first", "then"),
    [
        (10, 2, [3, 3], [1, 1, 1, 1]),
        (4, 2, [2, 2], []),
        (5, 3, [2, 2, 1], []),
        (30, 10, [3] * 10, []),
        (600, 200, [3] * 200, []),
        (60, 2, [10, 10], [10, 8, 6, 4, 3, 3, 2, 1, 1, 1, 1]),
        (100, 1, [12], [12, 12, 12, 12, 12, 12, 8, 4, 2, 1, 1]),
    ],
)
def test_hands_become_smaller_as_a_batch_ends(games: int, size: int, first: list[int], then: list[int]) -> None:
    pool = _Idle(dataclasses.replace(CONFIG, batch_size=games), None, size, 0)
    pool.begin(0, weights())
    hands = [call.items for call in pool.calls.values()]
    while pool._todo:
        # The first actor is always the next to be ready.
        pool.calls = {number: Call(number, None, [], 0) for number in range(1, size)}
        pool._give_work()
        hands += [call.items for call in pool.calls.values() if call.items]
    assert [len(hand) for hand in hands[:size]] == first
    assert [len(hand) for hand in hands[size:]] == then
    assert sorted(game for hand in hands for game in hand) == list(range(games))


@pytest.fixture
def opened() -> Iterator[Callable[[Any], Any]]:
    """Closes the pools that it is given at the end of the test."""
    with contextlib.ExitStack() as stack:
        yield lambda pool: stack.enter_context(contextlib.closing(pool))


def expected(update: int) -> Batch:
    """The batch of this process."""
    with contextlib.closing(ReinforcePool(CONFIG, FallingBall)) as local:
        return batch_of(local, update)


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
class TestRayPool:
    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_any_number_of_actors_gives_the_batch_of_the_local_pool(self, size: int, opened: Any) -> None:
        pool = opened(RayPool(CONFIG, FallingBall, size, 0))
        for update in range(2):
            told: list[GameResult] = []
            batch = pool.play(update, weights(), told.append, never)
            assert same(batch, expected(update))
            assert sorted(told, key=lambda result: result.game) == batch.results

    def test_two_actors_that_play_on_the_console_give_the_batch_of_this_process(self, opened: Any) -> None:
        config = dataclasses.replace(CONFIG, batch_size=4)
        local, pool = opened(ReinforcePool(config)), opened(RayPool(config, None, 2, 0))
        for update in range(2):
            assert same(batch_of(pool, update), batch_of(local, update))

    def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture, opened: Any
    ) -> None:
        import ray

        grave = tmp_path / "grave"
        pool = opened(RayPool(CONFIG, lambda: _Mortal(grave), 2, 0))
        # Both are to have games: who is ready long before the other plays them all.
        ray.get(list(pool.starting))
        told: list[GameResult] = []
        batch = pool.play(0, weights(), told.append, never)
        assert grave.exists(), "no worker died"
        assert same(batch, expected(0))
        assert sorted(result.game for result in told) == [0, 1, 2, 3, 4]
        assert re.search(
            r"worker \d is being replaced \(fault 1 of this run\): its process died; games to", caplog.text
        )

    def test_workers_that_keep_dying_end_the_run_in_one_line(
        self, monkeypatch: pytest.MonkeyPatch, opened: Any
    ) -> None:
        monkeypatch.setattr(actors, "_PAUSE", 0.01)
        pool = opened(_Patient(CONFIG, _Doomed, 1, 0))
        with pytest.raises(
            ClusterError, match=r"^a worker and its 4 replacements died in one update: .*; the last error was: ."
        ) as caught:
            batch_of(pool)
        assert "\n" not in str(caught.value)
        assert pool.pauses == [0, 0.01, 0.02, 0.04]

    def test_one_that_died_is_replaced_after_the_pause(self, opened: Any) -> None:
        pool = opened(RayPool(CONFIG, FallingBall, 1, 0))
        batch_of(pool)
        pool.replace(0, 1.5)
        assert pool.ready() == []
        began = time.monotonic()
        with pytest.raises(Stopped):
            pool.play(1, weights(), lambda _: None, lambda: time.monotonic() > began + 1)
        assert not pool.starting, "it was started too early"
        assert same(batch_of(pool, 2), expected(2))
        assert time.monotonic() > began + 1.5

    def test_none_is_started_on_a_cluster_whose_head_is_gone(
        self, monkeypatch: pytest.MonkeyPatch, opened: Any
    ) -> None:
        """Ray would wait for the head a minute, and then end this process; the next look at it is far away."""
        monkeypatch.setattr(actors, "_INTERVAL", 1e9)
        pool = opened(RayPool(CONFIG, FallingBall, 1, 0))
        batch_of(pool)
        monkeypatch.setattr(actors, "socket", Mock(create_connection=Mock(side_effect=ConnectionRefusedError)))
        pool.replace(0, 0)
        with pytest.raises(ClusterLostError, match="resume the run on another one"):
            batch_of(pool, 1)
        assert not pool.starting

    @pytest.mark.parametrize("most", [1, 0])
    def test_the_deaths_of_different_workers_do_not_add_up(
        self, most: int, monkeypatch: pytest.MonkeyPatch, opened: Any
    ) -> None:
        """As when a node is lost with all the workers that it had."""
        import ray

        monkeypatch.setattr(actors, "MAX_FAILURES", most)
        pool = opened(_DoomedAtFirst(CONFIG, FallingBall, 3, 0))
        # Each is to have a game of its own to die in.
        ray.get(list(pool.starting))
        if most == 0:
            with pytest.raises(ClusterError, match="died in one update"):
                batch_of(pool)
        else:
            assert same(batch_of(pool), expected(0))
            assert pool.pauses == [0, 0, 0], "not every worker died once"

    def test_a_batch_begun_early_is_the_same_and_keeps_its_weights(self, opened: Any) -> None:
        pool = opened(RayPool(CONFIG, FallingBall, 2, 0))
        for update in range(2):
            given = tuple(array.copy() for array in weights())
            pool.begin(update, given)
            for array in given:
                array[...] = 0
            assert same(pool.play(update, given, lambda _: None, never), expected(update))
        pool.begin(2, weights())
        assert same(batch_of(pool, 3), expected(3)), "it is not taken for that of another update"
        assert not same(expected(2), expected(3))

    def test_a_batch_begun_early_is_played_meanwhile(self, tmp_path: Path, opened: Any) -> None:
        pool = opened(RayPool(CONFIG, lambda: _Leaves(tmp_path), 1, 0))
        batch_of(pool)
        assert len(list(tmp_path.iterdir())) == 5
        pool.begin(1, weights())
        deadline = time.monotonic() + 30
        while len(list(tmp_path.iterdir())) == 5:
            assert time.monotonic() < deadline, "nobody has begun"
            time.sleep(0.05)
        batch_of(pool, 1)
        assert len(list(tmp_path.iterdir())) == 10, "games were played twice"

    def test_nothing_is_left_over_of_a_batch_that_was_stopped(self, opened: Any) -> None:
        pool = opened(RayPool(CONFIG, FallingBall, 2, 0))
        for games in (2, 0):
            told: list[GameResult] = []
            with pytest.raises(Stopped):
                pool.play(0, weights(), told.append, lambda: len(told) >= games)  # noqa: B023 - called at once
        for update in (0, 1):
            assert same(batch_of(pool, update), expected(update))
        pool.close()

    def test_an_actor_that_ray_has_no_cpu_for_holds_nobody_up(self, opened: Any) -> None:
        """As after the loss of a node: what is asked for is not there."""
        pool = opened(_HalfStarved(CONFIG, FallingBall, 2, 0))
        for update in range(2):
            assert same(batch_of(pool, update), expected(update))
        assert pool.ready() == [0]

    def test_a_batch_that_nobody_can_play_says_so(
        self, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, opened: Any
    ) -> None:
        monkeypatch.setattr(actors, "_SILENCE_SECONDS", 1)
        pool = opened(RayPool(CONFIG, FallingBall, 1, 10_000))
        with pytest.raises(Stopped):
            pool.play(0, weights(), lambda _: None, lambda: "no free CPU" in caplog.text)

    def test_a_mistake_of_the_environment_comes_back_as_our_error(self, opened: Any) -> None:
        with pytest.raises(EnvError, match="got 3 values") as caught:
            batch_of(opened(RayPool(CONFIG, _ThreeTuples, 1, 0)))
        # Ray's own error is an EnvError too, with the worker's whole traceback as its text.
        assert type(caught.value) is EnvError
        assert "\n" not in str(caught.value)

    @pytest.mark.needs("ale-py>=0.12")  # older ones can't do without Gymnasium, and get it
    def test_a_worker_on_the_emulator_imports_nothing_that_it_has_no_use_for(self, opened: Any) -> None:
        import ray

        idle = {"gym", "gymnasium", "matplotlib", "rich", "scipy", "tensorboard", "torch"}
        for backend, unused in (("direct", idle), ("gymnasium", idle - {"gymnasium"})):
            config = dataclasses.replace(CONFIG, batch_size=1, backend=backend)
            pool = opened(_LookingPool(config, None, 1, 0))
            batch_of(pool)
            imported = ray.get(pool._actors[0].imported.remote(sorted(idle)))
            assert imported & unused == set()
            assert imported >= idle - unused

    def test_native_threads_of_a_worker_are_one(self, opened: Any) -> None:
        batch = batch_of(opened(RayPool(CONFIG, _ThreadCounter, 1, 0)))
        assert {result.total_reward for result in batch.results} == {1.0}


class _Mortal(FallingBall):
    """Ends its process in the third game that any worker plays, once."""

    def __init__(self, grave: Path) -> None:
        super().__init__()
        self._grave = grave
        self._games = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._games += 1
        if self._games == 2 and not self._grave.exists():
            self._grave.touch()
            os._exit(1)
        return super().reset(seed=seed)


class _Looking(Worker):
    """Says which modules it has imported."""

    def imported(self, names: list[str]) -> set[str]:
        assert LIBRARY.load() is not None, LIBRARY.about()
        return set(names) & set(sys.modules)


class _LookingPool(RayPool):
    def _new_actor(self) -> Any:
        self._actor = _Looking
        return super()._new_actor()


class _HalfStarved(RayPool):
    """Its second actor asks for more CPUs than there are."""

    def _new_actor(self) -> Any:
        self._cpus_each = 0 if not self._actors else 10_000
        return super()._new_actor()


class _Patient(RayPool):
    """Notes how long it waits before it replaces an actor."""

    def __init__(self, *args: Any) -> None:
        self.pauses: list[float] = []
        super().__init__(*args)

    def replace(self, worker: int, pause: float) -> None:
        self.pauses.append(pause)
        super().replace(worker, pause)


class _DoomedAtFirst(_Patient):
    """Every worker dies in its first game; those that replace them live."""

    def _new_actor(self) -> Any:
        self._arguments = self._config, FallingBall if self.pauses else _Doomed
        return super()._new_actor()


class _Leaves(FallingBall):
    """Leaves a file for each game."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._directory = directory

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        (self._directory / str(len(list(self._directory.iterdir())))).touch()
        return super().reset(seed=seed)


class _Doomed(FallingBall):
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        os._exit(1)


class _ThreeTuples(FallingBall):
    def step(self, action: int) -> Any:
        return super().step(action)[:3]


class _ThreadCounter(FallingBall):
    def step(self, action: int) -> Any:
        from threadpoolctl import threadpool_info

        (threads,) = {library["num_threads"] for library in threadpool_info()}
        observation, _, _, _, info = super().step(action)
        return observation, float(threads), True, False, info
