"""Rollout workers of REINFORCE, and the pool that plays in this process."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import FailedGame, NotFiniteError, RewardError, Stopped
from pong_pg.game.env import EnvFactory
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.game.worker import EnvWorker
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum, PackedSum
from pong_pg.reinforce.gradient import Gradient, episode_gradient
from pong_pg.reinforce.network import Network
from pong_pg.reinforce.rollout import Episode, play_episode

WeightArrays = tuple[npt.NDArray[np.floating], npt.NDArray[np.floating]]


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
class PlayedGames:
    """A batch as it was played.

    Attributes:
        results: of the games, in their order.
        gradient: the sum of their gradients.
    """

    results: list[LearnedGame]
    gradient: GradientSum


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
    ) -> PlayedGames:
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
    """

    def __init__(self, config: ReinforceConfig, env_factory: EnvFactory | None, *, own_process: bool = False) -> None:
        super().__init__(config, env_factory, own_process=own_process)
        self._sum: GradientSum | None = None
        self._batch: int | None = None

    @np.errstate(over="ignore", invalid="ignore")
    def play(
        self,
        weights: WeightArrays,
        update: int,
        games: Sequence[int],
        batch: int,
        *,
        on_game: Callable[[GameResult], None] | None = None,
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
            Stopped: `should_stop` returned True.
            RewardError: a reward is not finite. The sum is discarded, with all games since the last `collect`.
            DivergedError: a gradient is not finite, or too large. The sum is discarded, too.
        """
        if batch != self._batch:
            self._batch = batch
            self._policy = Network.from_transposed(*weights)
            self._sum = None
        if self._sum is None:
            self._sum = GradientSum(self._config.hidden)
        self.prepare()
        began = time.perf_counter()
        results = []

        for game in games:
            if should_stop is not None and should_stop():
                raise Stopped
            env_seed, rng = training_game(self._config.seed, update, game)
            episode = self._episode(env_seed, rng, should_stop)
            try:
                _check_rewards(episode)
                gradient = self._gradient(episode)
                if gradient is not None:
                    self._sum.add_game(gradient)
            except NotFiniteError as error:
                # Part of the gradient may have been added.
                self._sum = None
                raise type(error)(error.complaint, FailedGame(update, game, env_seed)) from None
            results.append(
                LearnedGame(
                    game=game,
                    env_seed=env_seed,
                    total_reward=episode.total_reward,
                    steps=episode.steps,
                    entropy=mean_entropy(episode),
                    truncated=episode.truncated,
                    learned=gradient is not None,
                )
            )
            if on_game is not None:
                on_game(results[-1])
        return results, time.perf_counter() - began

    def _episode(self, env_seed: int, rng: np.random.Generator, should_stop: Callable[[], bool] | None) -> Episode:
        return play_episode(self._envs[0], self._policy, env_seed=env_seed, rng=rng, should_stop=should_stop)

    def _gradient(self, episode: Episode) -> Gradient | None:
        return episode_gradient(self._policy, episode, self._config.gamma)

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


def _check_rewards(episode: Episode) -> None:
    finite = np.isfinite(episode.rewards)
    if not finite.all():
        raise RewardError(f"the reward is not finite ({episode.rewards[~finite][0]:g}): fix the environment")


def mean_entropy(episode: Episode) -> float:
    """Return the mean over the steps of -p log p - (1-p) log (1-p), in nats."""
    p = np.clip(episode.p_up, 1e-12, 1 - 1e-12)
    return float(np.mean(-p * np.log(p) - (1 - p) * np.log1p(-p)))


class LocalPool:
    """Plays the games in this process, without Ray."""

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(self, config: ReinforceConfig, env_factory: EnvFactory | None = None) -> None:
        self._games = config.batch_size
        self._threads = limit_native_threads()
        self._worker = Worker(config, env_factory)
        self._worker.prepare()
        self._batches = itertools.count()
        self._closed = False

    def begin(self, update: int, weights: WeightArrays) -> None:
        """Do nothing: this process plays, in `play`."""

    def play(
        self,
        update: int,
        weights: WeightArrays,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> PlayedGames:
        """Play the batch of one update; see `GamePool`."""
        games, batch = range(self._games), next(self._batches)
        results, _ = self._worker.play(weights, update, games, batch, on_game=on_game, should_stop=should_stop)
        return PlayedGames(sorted(results, key=lambda result: result.game), self._worker.collect())

    def close(self) -> None:
        """Close the environment and give NumPy its threads back."""
        if not self._closed:
            self._closed = True
            self._worker.close()
            self._threads.restore_original_limits()
