"""The pool of Ray actors: hands games out, gathers what comes back, replaces who dies."""

from __future__ import annotations

import contextlib
import itertools
import logging
import math
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from pong_pg.config import TrainConfig
from pong_pg.errors import ClusterError, PongPGError
from pong_pg.exact_sum import GradientSum
from pong_pg.rollout import Stopped
from pong_pg.workers import EnvFactory, GameResult, Weights, Worker, limit_native_threads

log = logging.getLogger(__name__)

# Seconds between two looks at whether the user wants to stop.
_PATIENCE = 0.2
# Seconds without a sign of life from any worker.
_WORTH_TELLING = 15
# A worker that dies is replaced; a machine on which so many die in one update is beyond help.
_MOST_DEATHS = 3


class RayPool:
    """Hands games to Ray actors as they become free; each returns its sum once.

    An actor that dies is replaced, and the games whose gradients died with it are played again: the same
    games, so the result does not change. Games go only to actors that have answered, so that one which Ray
    has no CPU for yet, or no more since a node was lost, holds nobody up.

    Args:
        config: the run's settings.
        env_factory: makes the environment in each worker; travels there by pickle.
        size: number of actors.
        cpus_each: CPUs that each of them reserves.
    """

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        self.size = size
        self._config = config
        self._env_factory = env_factory
        self._cpus_each = cpus_each
        self._batches = itertools.count()
        self._actors: dict[int, Any] = {}
        # The first call to each actor, until it comes back.
        self.starting: dict[Any, int] = {}
        for worker in range(size):
            self.start(worker)

    def start(self, worker: int) -> None:
        """Start an actor, in the place of the one that was there."""
        self._actors[worker] = actor = self._new_actor()
        self.starting[actor.prepare.remote()] = worker

    def _new_actor(self) -> Any:
        import ray

        remote = ray.remote(_RayWorker).options(num_cpus=self._cpus_each, scheduling_strategy="SPREAD")
        return remote.remote(self._config, self._env_factory)

    def ready(self) -> list[int]:
        """Return the workers that have answered."""
        starting = set(self.starting.values())
        return [worker for worker in self._actors if worker not in starting]

    def actor(self, worker: int) -> Any:
        """Return the handle of an actor, 0 to size - 1."""
        return self._actors[worker]

    def play(
        self,
        update: int,
        weights: Weights,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> tuple[list[GameResult], GradientSum]:
        """Play the batch of one update; see `Pool`.

        Raises:
            Stopped: `should_stop` said so.
            ClusterError: workers keep dying.
        """
        import ray

        batch = _RayBatch(self, self._config, (ray.put(weights), update, next(self._batches)), on_game)
        batch.give_idle_work()
        heard = time.monotonic()
        while not batch.complete:
            if should_stop():
                raise Stopped
            ready, _ = ray.wait([*batch.under_way, *self.starting], num_returns=1, timeout=_PATIENCE)
            for reference in ready:
                batch.take(reference)
            if ready or batch.under_way:
                heard = time.monotonic()
            elif time.monotonic() - heard > _WORTH_TELLING:
                heard = time.monotonic()
                log.warning("no worker has answered for %d s: the cluster may have no CPU free", _WORTH_TELLING)
        return [batch.results[game] for game in sorted(batch.results)], batch.total

    def close(self) -> None:
        """End the actors."""
        import ray

        while self._actors:
            with contextlib.suppress(Exception):
                ray.kill(self._actors.popitem()[1])


class _RayBatch:
    """One batch on its way through the actors of a pool.

    Attributes:
        under_way: the calls that have not come back, each with its worker and its game; None for a collection.
        results: what has come back of each game.
        total: the sum of the gradients collected so far.
    """

    def __init__(
        self, pool: RayPool, config: TrainConfig, call: tuple[Any, int, int], on_game: Callable[[GameResult], None]
    ) -> None:
        self.under_way: dict[Any, tuple[int, int | None]] = {}
        self.results: dict[int, GameResult] = {}
        self.total = GradientSum(config.hidden)
        self._pool = pool
        self._weights, self._update, self._number = call
        self._on_game = on_game
        self._todo = deque(range(config.batch_size))
        # The games whose gradients each actor holds and has not given up yet.
        self._held: dict[int, list[int]] = {worker: [] for worker in range(pool.size)}
        self._deaths = 0

    @property
    def complete(self) -> bool:
        """Whether every game is played and every gradient is collected."""
        return not (self.under_way or self._todo)

    def give_idle_work(self) -> None:
        """Give every actor that is ready and has nothing to do something to do."""
        busy = {worker for worker, _ in self.under_way.values()}
        for worker in self._pool.ready():
            if worker not in busy:
                self._give_work(worker)

    def _give_work(self, worker: int) -> None:
        actor = self._pool.actor(worker)
        if self._todo:
            game = self._todo.popleft()
            reference = actor.play.remote(self._weights, self._update, game, self._number)
            self.under_way[reference] = worker, game
        elif self._held[worker]:
            self.under_way[actor.collect.remote()] = worker, None

    def take(self, reference: Any) -> None:
        """Take in what a call has come back with, and give its actor the next.

        Raises:
            ClusterError: actors keep dying.
        """
        import ray
        from ray.exceptions import RayError, RayTaskError

        starting = self._pool.starting.pop(reference, None)
        worker, game = self.under_way.pop(reference) if starting is None else (starting, None)
        try:
            outcome = ray.get(reference)
        except RayTaskError as error:
            if isinstance(error.cause, PongPGError):
                raise error.cause from error
            raise
        except RayError as error:
            # The actor died, or its node did and took what the call gave with it.
            self._bury(worker, game, error)
            return
        if game is not None:
            self._held[worker].append(game)
            if game not in self.results:
                self.results[game] = outcome
                self._on_game(outcome)
        elif starting is None:
            self.total.add_sum(outcome)
            self._held[worker] = []
        self._give_work(worker)

    def _bury(self, worker: int, game: int | None, error: Exception) -> None:
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            raise ClusterError(
                f"{self._deaths} workers died in one update; the last said: {_first_line(error)}"
            ) from error
        lost = self._held[worker] if game is None else [*self._held[worker], game]
        log.warning("a worker died (%s); games to play again: %d", _first_line(error), len(lost))
        self._todo.extend(lost)
        self._held[worker] = []
        self._pool.start(worker)
        self.give_idle_work()


class _RayWorker(Worker):
    """A worker in a process of its own, where the native threads are the package's to limit."""

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None) -> None:
        self._threads = limit_native_threads()
        super().__init__(config, env_factory)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def share_of_cpu(workers: int, cpus: float) -> float:
    """Return the CPUs that each worker reserves: one, or none where there are more workers than CPUs."""
    return 1.0 if workers <= math.floor(cpus) else 0.0
