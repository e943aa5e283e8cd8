"""The pool of REINFORCE that plays in this process."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait

import numpy as np

from pong_pg.distributed.threads import available_cores, limit_native_threads
from pong_pg.errors import Stopped
from pong_pg.game.env import EnvFactory
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import GamePool, LearnedGame, WeightArrays, Worker

# Seconds between two questions whether to stop.
_POLL_SECONDS = 0.05


class LocalPool(GamePool):
    """Plays the games in this process: in several threads where C plays, otherwise in the caller's.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
        threads: how many may play; None for one for each CPU.
    """

    size = 0

    def __init__(
        self, config: ReinforceConfig, env_factory: EnvFactory | None = None, threads: int | None = None
    ) -> None:
        super().__init__(config.hidden)
        self.faults = []
        self._config, self._env_factory = config, env_factory
        self._most_workers = min(threads or available_cores(), config.batch_size)
        self._limits = limit_native_threads()
        self._stop = np.zeros(1, np.uint8)
        self._workers: list[Worker] = []
        self._add_worker()
        self._threads = ThreadPoolExecutor(self._most_workers, thread_name_prefix="pong_pg game")

    def _add_worker(self) -> None:
        self._workers.append(Worker(self._config, self._env_factory, stop=self._stop))
        self._workers[-1].prepare()
        # The first adds to the pool's own sum.
        self._workers[0].adder = self._adder

    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        for worker in self._workers:
            # What a batch that was stopped has left.
            worker.adder.total()
        first = self._workers[0]
        if self._env_factory is None and first.games.are_on_console():
            while len(self._workers) < self._most_workers:
                self._add_worker()
            yield from self._played_in_threads(update, weights, should_stop)
        else:
            for game in range(self._config.batch_size):
                if should_stop():
                    raise Stopped
                yield first.play_game(weights, update, game, should_stop)
        for worker in self._workers[1:]:
            self._adder.add(worker.adder.total())

    def _played_in_threads(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        self._stop[0] = 0
        idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            idle.put(worker)

        def play_game(game: int) -> LearnedGame:
            worker = idle.get()
            try:
                return worker.play_game(weights, update, game)
            finally:
                idle.put(worker)

        games = [self._threads.submit(play_game, game) for game in range(self._config.batch_size)]
        ended: queue.SimpleQueue[Future[LearnedGame]] = queue.SimpleQueue()
        for future in games:
            future.add_done_callback(ended.put)
        left = len(games)
        try:
            while left:
                if should_stop():
                    raise Stopped
                with contextlib.suppress(queue.Empty):
                    future = ended.get(timeout=_POLL_SECONDS)
                    left -= 1
                    if future.cancelled():
                        continue
                    if future.exception() is None:
                        yield future.result()
                    else:
                        # Games before it have begun, and may fail as well: the first one's error is raised.
                        _cancel(games)
            for future in games:
                future.result()
        finally:
            self._stop[0] = 1
            wait(_cancel(games))

    def close(self) -> None:
        """Close the environments and give NumPy its threads back."""
        self._threads.shutdown()
        while self._workers:
            self._workers.pop().close()
            self._limits.restore_original_limits()


def _cancel(games: list[Future[LearnedGame]]) -> list[Future[LearnedGame]]:
    """Cancel games; return those that have begun."""
    return [game for game in games if not game.cancel()]
