"""The pool of Ray actors for REINFORCE: hands games out and gathers what comes back."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Any

from pong_pg.distributed.actors import RayActors
from pong_pg.distributed.faults import ActorLostError
from pong_pg.game.env import EnvFactory
from pong_pg.game.results import GameResult
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import Adder
from pong_pg.reinforce.workers import Batch, LearnedGame, WeightArrays, Worker

# Most games in one remote call, except with large batches.
_MAX_GAMES_PER_CALL = 10


class RayPool(RayActors):
    """Hands games to Ray actors as they become free.

    An actor that fails is replaced, and the games that were lost with it are played again: the same games, so the
    result does not change.

    Args:
        config: the run's settings.
        env_factory: makes the environment in each worker; travels there by pickle.
        size: number of actors.
        cpus_each: CPUs that each of them reserves.
    """

    def __init__(self, config: ReinforceConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        self._config = config
        self._env_factory = env_factory
        self._batch: _RayBatch | None = None
        super().__init__(size, cpus_each, most=0 if config.workers is not None else config.max_workers)

    def _new_actor(self) -> Any:
        return self._remote(Worker, self._config, self._env_factory, own_process=True)

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Send the weights and hand out the first games of the batch that `play` will be asked for next."""
        self.grow()
        self._batch = _RayBatch(self, self._config, self.put(weights), update)
        self._batch.give_idle_work()

    def play(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> Batch:
        """Play the batch of one update; see `GamePool`.

        Raises:
            Stopped: `should_stop` returned True.
            PongPGError: the games of this batch keep failing, or workers do.
            ClusterLostError: the cluster is lost.
        """
        if self._batch is None or self._batch.update != update:
            self.begin(update, weights)
        batch, self._batch = self._batch, None
        assert batch is not None
        self.begin_update()
        while not batch.complete:
            for reference in self.wait(should_stop):
                batch.take(reference, on_game)
        return Batch([batch.results[game] for game in sorted(batch.results)], batch.adder.total())


class _RayBatch:
    """One batch on its way through the actors of a pool.

    Attributes:
        update: the update that it is of.
        under_way: the calls that have not come back, each with its worker and its games.
        results: what has come back of each game.
        adder: has the gradients of these games.
    """

    def __init__(self, pool: RayPool, config: ReinforceConfig, weights: Any, update: int) -> None:
        self.update = update
        self.under_way: dict[Any, tuple[int, list[int]]] = {}
        self.results: dict[int, LearnedGame] = {}
        self.adder = Adder(config.hidden)
        self._pool = pool
        self._weights = weights
        self._todo = deque(range(config.batch_size))
        # Half is kept back for whoever is ready first, if there are enough games to be worth the driver's time.
        self._keeps_back = config.batch_size > 3 * pool.size
        # Not so few that the driver has much to do with each, nor so many that there is seldom any news.
        self._most = max(_MAX_GAMES_PER_CALL, config.batch_size // (8 * pool.size))

    @property
    def complete(self) -> bool:
        """Whether every game is played."""
        return not (self.under_way or self._todo)

    def give_idle_work(self) -> None:
        """Give every actor that is ready and has nothing to do something to do."""
        busy = {worker for worker, _ in self.under_way.values()}
        share = self._share()
        for worker in self._pool.ready():
            if worker not in busy:
                self._give_work(worker, share)

    def _share(self) -> int:
        """How many games to hand out now: the fewer are left, the fewer, so that all workers end together."""
        share = math.ceil(len(self._todo) / self._pool.size)
        return min(math.ceil(share / 2) if self._keeps_back else share, self._most)

    def _give_work(self, worker: int, share: int) -> None:
        if self._todo:
            games = [self._todo.popleft() for _ in range(min(share, len(self._todo)))]
            call = self._pool.call(worker, "play_share", self._weights, self.update, games, work=len(games))
            self.under_way[call] = worker, games

    def take(self, reference: Any, on_game: Callable[[GameResult], None]) -> None:
        """Take in what a call has come back with, and give its actor the next.

        Raises:
            PongPGError: see `RayActors.handle_loss`.
        """
        starting = self._pool.starting.get(reference)
        if starting is None and reference not in self.under_way:
            # Of a batch that was abandoned.
            self._pool.discard(reference)
            return
        worker, games = self.under_way.pop(reference) if starting is None else (starting, [])
        try:
            outcome = self._pool.outcome(reference)
        except ActorLostError as error:
            self._handle_loss(worker, games, error)
            return
        self._pool.starting.pop(reference, None)
        self._give_work(worker, self._share())
        if starting is None:
            (results, seconds), gradient = outcome
            self._pool.bound.note(len(games), seconds)
            self.adder.add(gradient)
            for result in results:
                self.results[result.game] = result
                on_game(result)

    def _handle_loss(self, worker: int, games: list[int], error: ActorLostError) -> None:
        self._pool.handle_loss(worker, error, f"games to play again: {len(games)}")
        self._todo.extend(games)
        self.give_idle_work()
