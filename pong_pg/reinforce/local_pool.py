"""The pool of REINFORCE that plays in this process."""

from __future__ import annotations

import functools
import queue
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from pong_pg.distributed.threads import available_cores, limit_native_threads, results
from pong_pg.game.env import EnvFactory
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import GamePool, LearnedGame, WeightArrays, Worker


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
        self._limits = limit_native_threads()
        self._stop = np.zeros(1, np.uint8)
        threads = min(threads or available_cores(), config.batch_size)
        self._workers = [Worker(config, env_factory, stop=self._stop) for _ in range(threads)]
        self._workers[0].prepare()
        # The first adds to the pool's own sum.
        self._workers[0].adder = self._adder
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pong_pg game")

    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        first, *others = self._workers
        if self._env_factory is not None or not first.games.are_on_console():
            for game in range(self._config.batch_size):
                yield first.play_game(weights, update, game, should_stop)
            return
        idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            worker.prepare()
            # What a batch that was stopped has left.
            worker.adder.total()
            idle.put(worker)

        def play_game(game: int) -> LearnedGame:
            worker = idle.get()
            try:
                return worker.play_game(weights, update, game)
            finally:
                idle.put(worker)

        self._stop[0] = 0
        games = [self._threads.submit(play_game, game) for game in range(self._config.batch_size)]
        yield from results(games, should_stop, functools.partial(self._stop.fill, 1))
        for worker in others:
            self._adder.add(worker.adder.total())

    def close(self) -> None:
        """Close the environments and give NumPy its threads back."""
        self._threads.shutdown()
        while self._workers:
            self._workers.pop().close()
            self._limits.restore_original_limits()
