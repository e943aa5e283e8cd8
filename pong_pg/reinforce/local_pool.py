"""The pool of REINFORCE that plays in this process."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import numpy as np

from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads
from pong_pg.errors import Stopped
from pong_pg.game.env import EnvFactory
from pong_pg.game.results import GameResult
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.workers import Batch, LearnedGame, WeightArrays, Worker, check_weights

# Seconds between two questions whether to stop.
_POLL_SECONDS = 0.05


class LocalPool:
    """Plays the games in this process: in several threads where C plays, otherwise in the caller's.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
        threads: how many may play; None for one for each CPU.
    """

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(
        self, config: ReinforceConfig, env_factory: EnvFactory | None = None, threads: int | None = None
    ) -> None:
        self._config, self._env_factory = config, env_factory
        self._limits = limit_native_threads()
        self._stop = np.zeros(1, np.uint8)
        self._workers: list[Worker] = []
        self._add_worker()
        self._most_workers = min(threads or available_cores(), config.batch_size)
        self._threads = ThreadPoolExecutor(self._most_workers, thread_name_prefix="pong_pg game")
        self._closed = False

    def _add_worker(self) -> None:
        self._workers.append(Worker(self._config, self._env_factory, stop=self._stop))
        self._workers[-1].prepare()

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Do nothing: `play` does it."""

    def play(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> Batch:
        """Play the batch of one update; see `GamePool`."""
        check_weights(weights)
        self._stop[0] = 0
        first = self._workers[0]
        play = self._play_here
        if self._env_factory is None and first.games.are_on_console():
            play = self._play_in_threads
            while len(self._workers) < self._most_workers:
                self._add_worker()
        for worker in self._workers:
            # What a batch that was stopped has left.
            worker.adder.total()
        results = play(update, weights, on_game, should_stop)
        for worker in self._workers[1:]:
            first.adder.add(worker.adder.total())
        return Batch(results, first.adder.total())

    def _play_here(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> list[LearnedGame]:
        results = []
        for game in range(self._config.batch_size):
            if should_stop():
                raise Stopped
            results.append(self._workers[0].play_game(weights, update, game, should_stop))
            on_game(results[-1])
        return results

    def _play_in_threads(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> list[LearnedGame]:
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
        playing = set(games)
        try:
            while playing:
                if should_stop():
                    raise Stopped
                ended, playing = wait(playing, _POLL_SECONDS, FIRST_COMPLETED)
                for future in ended:
                    if future.exception() is None:
                        on_game(future.result())
                    else:
                        # The games before it were begun, and may fail as well: the first failure is raised.
                        playing = {other for other in playing if not other.cancel()}
        except BaseException:
            self._stop[0] = 1
            wait(future for future in games if not future.cancel())
            raise
        return [future.result() for future in games]

    def close(self) -> None:
        """Close the environments and give NumPy its threads back."""
        if not self._closed:
            self._closed = True
            self._threads.shutdown()
            for worker in self._workers:
                worker.close()
            self._limits.restore_original_limits()
