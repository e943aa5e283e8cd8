"""Rollout workers of REINFORCE, which play games and add up the gradients, and the pool of this process."""

from __future__ import annotations

import contextlib
import functools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads, results
from pong_pg.errors import FailedGame, NotFiniteError, RewardError
from pong_pg.game.env import EnvFactory, EnvWorker
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import Adder, GradientSum
from pong_pg.reinforce.reference import Doubles, coefficients
from pong_pg.reinforce.rollout import Games

WeightArrays = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]


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
    """

    results: list[LearnedGame]
    gradient: GradientSum


class GamePool(ABC):
    """A `pong_pg.algorithm.Pool` of batches of games; which these are does not depend on which worker plays them.

    Args:
        hidden: hidden units of the policy.
    """

    size: int
    faults: list[WorkerFault]

    def __init__(self, hidden: int) -> None:
        self._adder = Adder(hidden)

    def begin(self, update: int, weights: WeightArrays) -> None:  # noqa: B027 - a pool may have nothing to do
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
            on_game: called in this thread as each game ends, in any order.
            should_stop: asked several times a second.

        Raises:
            Stopped: `should_stop` returned True.
        """
        # What a batch that was stopped has left.
        self._adder.total()
        played = []
        with contextlib.closing(self._played(update, weights, should_stop)) as games:
            for game in games:
                played.append(game)
                on_game(game)
        return Batch(sorted(played, key=lambda result: result.game), self._adder.total())

    @abstractmethod
    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        """Yield the games of a batch as they end, and add their gradients to `_adder`; see `play`."""

    @abstractmethod
    def close(self) -> None:
        """Release environments and processes; further calls do nothing."""


class Worker(EnvWorker[ReinforceConfig]):
    """Plays games and adds up their gradients; for the arguments see `EnvWorker`."""

    @functools.cached_property
    def adder(self) -> Adder:
        """The sum of the gradients."""
        return Adder(self._config.hidden)

    @functools.cached_property
    def games(self) -> Games:
        """What plays, in an environment that is made when it is first needed."""
        return Games(self.env(), self._config.hidden)

    @np.errstate(over="ignore", invalid="ignore")
    def play_game(
        self, weights: WeightArrays, update: int, game: int, should_stop: Callable[[], bool] = lambda: False
    ) -> LearnedGame:
        """Play a game of an update, by its index from 0, and add its gradient to the sum; see `GamePool.play`.

        Raises:
            Stopped: the game was abandoned.
            RewardError: a reward is not finite.
            DivergedError: the gradient is not finite, or too large. The sum is of no use.
        """
        env_seed, rng = training_game(self._config.seed, update, game)
        episode = self.games.play(weights, env_seed, rng, should_stop=should_stop)
        try:
            if not (finite := np.isfinite(episode.rewards)).all():
                raise RewardError(f"the reward is not finite ({episode.rewards[~finite][0]:g}): fix the environment")
            factors = coefficients(episode, self._config.gamma)
            if factors is not None:
                self.adder.add_game(self.games.record, factors)
        except NotFiniteError as error:
            raise type(error)(error.complaint, FailedGame(update, game, env_seed)) from None
        return LearnedGame(
            game=game,
            env_seed=env_seed,
            total_reward=float(episode.rewards.sum()),
            steps=len(episode.rewards),
            entropy=mean_entropy(episode.p_up),
            truncated=episode.truncated,
            learned=factors is not None,
        )

    def play_share(
        self, weights: WeightArrays, update: int, games: Sequence[int]
    ) -> tuple[tuple[list[LearnedGame], float], GradientSum]:
        """Play some games of an update; return their results, the seconds that they took, and their gradient."""
        # What a call that failed has left.
        self.adder.total()
        began = time.perf_counter()
        played = [self.play_game(weights, update, game) for game in games]
        return (played, time.perf_counter() - began), self.adder.total()


def mean_entropy(p_up: Doubles) -> float:
    """Return the mean of -p log p - (1-p) log (1-p), in nats."""
    p = np.clip(p_up, 1e-12, 1 - 1e-12)
    return float(np.mean(-p * np.log(p) - (1 - p) * np.log1p(-p)))


class ReinforcePool(GamePool):
    """Plays the games in this process: where C plays, in several threads, and otherwise in the caller's.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
        threads: how many play, at least two; None for one for each CPU.
    """

    size = 0

    def __init__(
        self, config: ReinforceConfig, env_factory: EnvFactory | None = None, threads: int | None = None
    ) -> None:
        super().__init__(config.hidden)
        self.faults = []
        self._config = config
        self._limits = limit_native_threads()
        # The caller's thread is one of them.
        others = max(1, min(threads or available_cores(), config.batch_size) - 1)
        self._workers = [Worker(config, env_factory) for _ in range(1 + others)]
        self._workers[0].prepare()
        # The first adds to the pool's own sum.
        self._workers[0].adder = self._adder
        self._threads = ThreadPoolExecutor(others, thread_name_prefix="pong_pg game")

    def _played(
        self, update: int, weights: WeightArrays, should_stop: Callable[[], bool]
    ) -> Generator[LearnedGame, None, None]:
        first, *others = idle = list(self._workers)
        if not first.games.is_on_console:
            for game in range(self._config.batch_size):
                yield first.play_game(weights, update, game, should_stop)
            return
        for worker in others:
            worker.prepare()
            # What a batch that was stopped has left.
            worker.adder.total()

        def play_game(game: int) -> LearnedGame:
            worker = idle.pop()
            try:
                return worker.play_game(weights, update, game)
            finally:
                idle.append(worker)

        futures = [self._threads.submit(play_game, game) for game in range(self._config.batch_size)]
        for _, played in results(futures, play_game, should_stop):
            yield played
        for worker in others:
            self._adder.add(worker.adder.total())

    def close(self) -> None:
        """Close the environments and give NumPy its threads back; it may be called again."""
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()
        self._limits.restore_original_limits()
