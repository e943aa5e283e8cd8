"""The pool of Ray actors for REINFORCE: hands games out and gathers what comes back."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator
from typing import Any

from pong_pg.distributed.actors import RayActors
from pong_pg.distributed.faults import ActorLostError
from pong_pg.game.env import EnvFactory
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import GamePool, LearnedGame, WeightArrays, Worker

# Most games in one remote call, except with large batches.
_MAX_GAMES_PER_CALL = 10


class RayPool(RayActors, GamePool):
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
        GamePool.__init__(self, config.hidden)
        self._config = config
        self._env_factory = env_factory
        # The batch: its update, whether `play` has not been asked for it, its weights in Ray's object store, the games
        # that nobody plays, and the calls that have not come back, with their workers and games.
        self._update, self._is_ahead = 0, False
        self._weights: Any = None
        self._todo: deque[int] = deque()
        self._under_way: dict[Any, tuple[int, list[int]]] = {}
        RayActors.__init__(self, size, cpus_each, most=0 if config.workers is not None else config.max_workers)

    def _new_actor(self) -> Any:
        return self._remote(Worker, self._config, self._env_factory, own_process=True)

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Send the weights and hand out the first games of the batch that `play` will be asked for next."""
        self.grow()
        # Calls of a batch that was stopped are forgotten, and ignored when they come back.
        self._update, self._weights, self._under_way, self._is_ahead = update, self.put(weights), {}, True
        self._todo = deque(range(self._config.batch_size))
        self._give_idle_work()

    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        if not self._is_ahead or self._update != update:
            self.begin(update, weights)
        self._is_ahead = False
        self.begin_update()
        while self._under_way or self._todo:
            for reference in self.wait(should_stop):
                yield from self._taken(reference)

    def _give_idle_work(self) -> None:
        """Give every actor that is ready and has nothing to do something to do."""
        busy = {worker for worker, _ in self._under_way.values()}
        share = self._share()
        for worker in self.ready():
            if worker not in busy:
                self._give_work(worker, share)

    def _share(self) -> int:
        """Return how many games to hand out now: the fewer are left, the fewer, so that all workers end together."""
        share, games = math.ceil(len(self._todo) / self.size), self._config.batch_size
        if games > 3 * self.size:
            # Enough games to keep half of them back, for whoever is ready first.
            share = math.ceil(share / 2)
        # Not so few that the driver has much to do with each, nor so many that there is seldom any news.
        return min(share, max(_MAX_GAMES_PER_CALL, games // (8 * self.size)))

    def _give_work(self, worker: int, share: int) -> None:
        games = [self._todo.popleft() for _ in range(min(share, len(self._todo)))]
        if games:
            call = self.call(worker, "play_share", self._weights, self._update, games, work=len(games))
            self._under_way[call] = worker, games

    def _taken(self, reference: Any) -> list[LearnedGame]:
        """Take in what a call has come back with, give its actor the next games, and return those that were played.

        Raises:
            PongPGError: see `RayActors.handle_loss`.
        """
        starting = self.starting.get(reference)
        if starting is None and reference not in self._under_way:
            # Of a batch that was stopped.
            self.discard(reference)
            return []
        worker, games = self._under_way.pop(reference) if starting is None else (starting, [])
        try:
            outcome = self.outcome(reference)
        except ActorLostError as error:
            self.handle_loss(worker, error, f"games to play again: {len(games)}")
            self._todo.extend(games)
            self._give_idle_work()
            return []
        self.starting.pop(reference, None)
        self._give_work(worker, self._share())
        if starting is not None:
            return []
        results: list[LearnedGame]
        (results, seconds), gradient = outcome
        self.bound.note(len(games), seconds)
        self._adder.add(gradient)
        return results
