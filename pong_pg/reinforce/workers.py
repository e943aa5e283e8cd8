"""Rollout workers of REINFORCE, and the pool that plays in this process."""

from __future__ import annotations

import itertools
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads
from pong_pg.errors import FailedGame, NotFiniteError, RewardError, Stopped
from pong_pg.game.env import EnvFactory
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.game.worker import EnvWorker
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum, PackedSum
from pong_pg.reinforce.kernels import threads
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.reference import Doubles, Episode, coefficients
from pong_pg.reinforce.rollout import Games

WeightArrays = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]

# Seconds between two questions whether to stop.
_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class LearnedGame(GameResult):
    """A finished game of a batch.

    Attributes:
        entropy: mean entropy of the policy over its steps, in nats, 0 to log 2.
        learned: it contributed a gradient.
    """

    entropy: float
    learned: bool


@dataclass(frozen=True)
class Batch:
    """The games of one update.

    Attributes:
        results: of the games, in their order.
        gradient: the sum of their gradients.
        seconds: since the update was begun; set by `Trainer.play`.
    """

    results: list[LearnedGame]
    gradient: GradientSum
    seconds: float = 0.0

    @property
    def mean_return(self) -> float:
        """Mean return of the games."""
        return sum(result.total_reward for result in self.results) / len(self.results)


class GamePool(Protocol):
    """Plays batches of games; which games these are does not depend on which worker plays them."""

    size: int

    @property
    def faults(self) -> Sequence[WorkerFault]:
        """The workers that were replaced so far."""

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Begin the batch that `play` will be called for next, if other processes play it."""

    def play(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> Batch:
        """Play the batch of one update.

        Args:
            update: number of the update, from 0; with the seed it decides the games.
            weights: W1 transposed, (6400, hidden), and W2, (hidden,). Not changed.
            on_game: called in this process as each game ends, in any order.
            should_stop: asked several times a second.

        Raises:
            Stopped: `should_stop` returned True.
        """

    def close(self) -> None:
        """Release environments and processes; further calls do nothing."""


class Worker(EnvWorker[ReinforceConfig]):
    """Plays games and keeps the sum of their gradients until it is collected.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
        own_process: see `EnvWorker`.
        stop: see `Games`.
    """

    _games: Games

    def __init__(
        self,
        config: ReinforceConfig,
        env_factory: EnvFactory | None,
        *,
        own_process: bool = False,
        stop: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        super().__init__(config, env_factory, own_process=own_process)
        self._stop = stop
        self._sum: GradientSum | None = None
        self._batch: int | None = None

    def prepare(self, envs: int = 1) -> None:
        """See `EnvWorker`."""
        if not self._envs:
            super().prepare(envs)
            self._games = Games(self._envs[0], self._config.hidden, self._stop)

    @property
    def on_console(self) -> bool:
        """Whether C plays, without the interpreter's lock; the worker is prepared."""
        self._games.look_for_console()
        return self._games.on_console

    @np.errstate(over="ignore", invalid="ignore")
    def play(
        self,
        weights: WeightArrays,
        update: int,
        games: Iterable[int],
        batch: int,
        *,
        on_game: Callable[[LearnedGame], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[list[LearnedGame], float]:
        """Play some games of an update and add their gradients to the sum.

        Args:
            weights: see `GamePool.play`.
            update: see `GamePool.play`.
            games: indices of the games, from 0.
            batch: a different number for each call of `GamePool.play`; the sum that an earlier, stopped call left is
                discarded.
            on_game: called as each game ends.
            should_stop: asked now and then while the games are played.

        Returns:
            The results of the games, and the seconds that they took.

        Raises:
            Stopped: `should_stop` returned True, or the stop flag is set.
            RewardError: a reward is not finite. The sum is discarded, with all games since the last `collect`.
            DivergedError: a gradient is not finite, or too large. The sum is discarded, too.
        """
        Policy.from_transposed(*weights)
        if batch != self._batch or self._sum is None:
            self._batch, self._sum = batch, GradientSum(self._config.hidden)
        self.prepare()
        began = time.perf_counter()
        results = []

        for game in games:
            if should_stop is not None and should_stop():
                raise Stopped
            env_seed, rng = training_game(self._config.seed, update, game)
            episode = self._games.play(weights, env_seed, rng, should_stop=should_stop)
            try:
                _check_rewards(episode.rewards)
                factors = coefficients(episode, self._config.gamma)
                if factors is not None:
                    self._sum.add_game(self._games.record, factors)
            except NotFiniteError as error:
                # Part of the gradient may have been added.
                self._sum = None
                raise type(error)(error.complaint, FailedGame(update, game, env_seed)) from None
            result = LearnedGame(
                game=game,
                env_seed=env_seed,
                total_reward=float(episode.rewards.sum()),
                steps=len(episode.rewards),
                entropy=mean_entropy(episode),
                truncated=episode.truncated,
                learned=factors is not None,
            )
            results.append(result)
            if on_game is not None:
                on_game(result)
        return results, time.perf_counter() - began

    def collect(self) -> GradientSum:
        """Return the sum since the last call; the next game begins a new one."""
        gathered, self._sum = self._sum, None
        return GradientSum(self._config.hidden) if gathered is None else gathered

    def play_share(
        self, weights: WeightArrays, update: int, games: list[int], batch: int, last: bool
    ) -> tuple[tuple[list[LearnedGame], float], PackedSum | None]:
        """Play some games, see `play`; with `last`, return the sum of all since the last time as well."""
        return self.play(weights, update, games, batch), self.collect().packed() if last else None

    def pack(self) -> tuple[tuple[list[LearnedGame], float], PackedSum]:
        """Return the sum of all games since the last time, in the form of `play_share`."""
        return ([], 0.0), self.collect().packed()


def _check_rewards(rewards: Doubles) -> None:
    finite = np.isfinite(rewards)
    if not finite.all():
        raise RewardError(f"the reward is not finite ({rewards[~finite][0]:g}): fix the environment")


def mean_entropy(episode: Episode) -> float:
    """Return the mean over the steps of -p log p - (1-p) log (1-p), in nats."""
    p = np.clip(episode.p_up, 1e-12, 1 - 1e-12)
    return float(np.mean(-p * np.log(p) - (1 - p) * np.log1p(-p)))


class LocalPool:
    """Plays the games in this process, without Ray: in several threads where C plays, otherwise in the caller's.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
        most_threads: how many threads may play; None for one for each CPU.
    """

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(
        self, config: ReinforceConfig, env_factory: EnvFactory | None = None, most_threads: int | None = None
    ) -> None:
        self._config, self._env_factory = config, env_factory
        self._most_threads = min(most_threads or available_cores(), config.batch_size)
        self._limits = limit_native_threads()
        self._stop = np.zeros(1, np.uint8)
        self._workers: list[Worker] = []
        self._add_worker()
        self._batches = itertools.count()
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
        self._stop[0] = 0
        batch = weights, update, next(self._batches)
        if self._workers[0].on_console:
            while len(self._workers) < self._most_threads:
                self._add_worker()
            results = self._play_in_threads(*batch, on_game, should_stop)
        else:
            games = range(self._config.batch_size)
            results, _ = self._workers[0].play(*batch[:2], games, batch[2], on_game=on_game, should_stop=should_stop)
        total = self._workers[0].collect()
        for worker in self._workers[1:]:
            total.add(worker.collect())
        return Batch(sorted(results, key=lambda result: result.game), total)

    def _play_in_threads(
        self,
        weights: WeightArrays,
        update: int,
        batch: int,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> list[LearnedGame]:
        todo = deque(range(self._config.batch_size))
        # A result of each game; and for each worker that has ended, what it did.
        news: queue.SimpleQueue[LearnedGame | Future[Any]] = queue.SimpleQueue()
        playing: set[Future[Any]] = set()
        results: list[LearnedGame] = []
        failures: list[BaseException] = []
        for worker in self._workers:
            future = threads().submit(worker.play, weights, update, _handed_out(todo), batch, on_game=news.put)
            playing.add(future)
            future.add_done_callback(news.put)
        try:
            while playing:
                if should_stop():
                    raise Stopped
                try:
                    new = news.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    continue
                if isinstance(new, LearnedGame):
                    results.append(new)
                    on_game(new)
                    continue
                playing.remove(new)
                if (failure := new.exception()) is not None:
                    # Games that were begun before the one that failed are played to their ends: they may fail, too.
                    todo.clear()
                    failures.append(failure)
        except BaseException:
            todo.clear()
            self._stop[0] = 1
            for future in playing:
                future.exception()
            raise
        if failures:
            raise min(failures, key=_game_of)
        return results

    def close(self) -> None:
        """Close the environments and give NumPy its threads back."""
        if not self._closed:
            self._closed = True
            for worker in self._workers:
                worker.close()
            self._limits.restore_original_limits()


def _handed_out(games: deque[int]) -> Iterator[int]:
    """Yield the games in their order; several threads take from the same deque."""
    while True:
        try:
            game = games.popleft()
        except IndexError:
            return
        yield game


def _game_of(error: BaseException) -> int:
    """Return the game in which an error was raised: one thread alone would have raised the first game's."""
    failed = error.game if isinstance(error, NotFiniteError) else None
    return -1 if failed is None or failed.game is None else failed.game
