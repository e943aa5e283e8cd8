"""The pool of Ray actors for REINFORCE: hands games out and gathers what comes back."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator
from typing import Any

from pong_pg.distributed.actors import Call, RayActors
from pong_pg.game.env import EnvFactory
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import GamePool, LearnedGame, WeightArrays, Worker

# Most games in one remote call, except with large batches.
_MAX_GAMES_PER_CALL = 10


class RayPool(RayActors, GamePool):
    """Hands games to Ray actors as they become free.

    The games that are lost with an actor are played again: the same games, so the result does not change.

    For the arguments see `pong_pg.algorithm.Algorithm.ray_pool`.
    """

    replayed = "games to play again"

    def __init__(self, config: ReinforceConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        GamePool.__init__(self, config.hidden)
        self._config = config
        # The batch: its update, whether `play` has not been asked for it, its weights in Ray's object store, and the
        # games that nobody plays.
        self._update, self._is_ahead = 0, False
        self._weights: Any = None
        self._todo: deque[int] = deque()
        most = 0 if config.workers is not None else config.max_workers
        RayActors.__init__(self, Worker, (config, env_factory), size, cpus_each, most)

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Send the weights and hand out the first games of the batch that `play` will be asked for next."""
        self.grow()
        self._update, self._weights, self._is_ahead = update, self.put(weights), True
        self._todo = deque(range(self._config.batch_size))
        self._give_work()

    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        if not self._is_ahead or self._update != update:
            self.begin(update, weights)
        self._is_ahead = False
        self.begin_update()
        left = self._config.batch_size
        while left:
            for call, ((games, seconds), gradient) in self.returned(should_stop):
                self._give_work()
                self.bound.note(call.work, seconds)
                # Otherwise it is of a batch that was stopped.
                if call.batch is self._weights:
                    self._adder.add(gradient)
                    left -= len(games)
                    yield from games
            self._give_work()

    def _give_work(self) -> None:
        """Give every actor that is ready and has nothing to do something to do."""
        busy = {call.worker for call in self.calls.values()}
        share = self._share()
        for worker in self.ready():
            if self._todo and worker not in busy:
                games = [self._todo.popleft() for _ in range(min(share, len(self._todo)))]
                call = Call(worker, self._weights, games, work=len(games))
                self.send(call, "play_share", self._weights, self._update, games)

    def _play_again(self, call: Call) -> None:
        if call.batch is self._weights:
            self._todo.extend(call.items)

    def _share(self) -> int:
        """Return how many games to hand out now: the fewer are left, the fewer, so that all workers end together."""
        share, games = math.ceil(len(self._todo) / self.size), self._config.batch_size
        if games > 3 * self.size:
            # Enough games to keep half of them back, for whoever is ready first.
            share = math.ceil(share / 2)
        # Not so few that the driver has much to do with each, nor so many that there is seldom any news.
        return min(share, max(_MAX_GAMES_PER_CALL, games // (8 * self.size)))
