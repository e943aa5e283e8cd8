"""Who plays the games of a batch: what a worker does, and the pool that is this very process."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.exact_sum import GradientSum
from pong_pg.gradient import episode_gradient
from pong_pg.policy import Policy
from pong_pg.rollout import Episode, Stopped, play_episode, training_env
from pong_pg.seeding import training_game

EnvFactory = Callable[[], Any]
Weights = tuple[npt.NDArray[np.floating], npt.NDArray[np.floating]]


@dataclass(frozen=True)
class GameResult:
    """What the log says of one game.

    Attributes:
        game: its index in the batch, from 0.
        total_reward: its return, -21 to 21 in Pong.
        steps: its length in agent steps.
        entropy: mean entropy of the policy over its steps, in nats, 0 to log 2.
        truncated: it was cut off.
        learned: it contributed a gradient.
    """

    game: int
    total_reward: float
    steps: int
    entropy: float
    truncated: bool
    learned: bool


class Pool(Protocol):
    """Plays batches of games; which games there are does not depend on who plays them."""

    size: int

    def play(
        self,
        update: int,
        weights: Weights,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> tuple[list[GameResult], GradientSum]:
        """Play the batch of one update.

        Args:
            update: number of the update, from 0; with the seed it decides the games.
            weights: W1 transposed, (6400, hidden), and W2, (hidden,). Not changed.
            on_game: called in this process as each game ends, in any order.
            should_stop: asked several times a second.

        Returns:
            The results in the order of the games, and the sum of the gradients.

        Raises:
            Stopped: `should_stop` said so.
        """

    def close(self) -> None:
        """Give back environments and processes; further calls do nothing."""


class Worker:
    """Plays games one by one and keeps the sum of their gradients until it is collected.

    Args:
        config: the run's settings.
        env_factory: makes the environment, instead of the config's id.
    """

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None) -> None:
        self._config = config
        self._env_factory = env_factory
        self._env: Any = None
        self._sum: GradientSum | None = None
        self._batch: int | None = None

    def play(
        self,
        weights: Weights,
        update: int,
        game: int,
        batch: int,
        should_stop: Callable[[], bool] | None = None,
    ) -> GameResult:
        """Play one game of an update and add its gradient to the sum.

        Args:
            weights: see `Pool.play`.
            update: see `Pool.play`.
            game: index of the game, from 0.
            batch: another number for each call of `Pool.play`; what an earlier, stopped one left is forgotten.
            should_stop: asked now and then while the game is played.

        Raises:
            Stopped: `should_stop` said so.
        """
        if batch != self._batch:
            self._batch = batch
            self._policy = Policy.from_transposed(*weights)
            self._sum = None
        if self._sum is None:
            self._sum = GradientSum(self._config.hidden)
        self.prepare()
        env_seed, rng = training_game(self._config.seed, update, game)
        episode = play_episode(self._env, self._policy, env_seed=env_seed, rng=rng, should_stop=should_stop)
        gradient = episode_gradient(self._policy, episode, self._config.gamma)
        if gradient is not None:
            self._sum.add_game(gradient)
        return GameResult(
            game=game,
            total_reward=episode.total_reward,
            steps=episode.steps,
            entropy=mean_entropy(episode),
            truncated=episode.truncated,
            learned=gradient is not None,
        )

    def prepare(self) -> None:
        """Make the environment, if that is not done yet."""
        # Not in __init__: what goes wrong in an actor's constructor reaches nobody but as the actor's death.
        if self._env is None:
            self._env = training_env(self._config, self._env_factory)

    def collect(self) -> GradientSum:
        """Return the sum since the last call; the next game begins a new one."""
        gathered, self._sum = self._sum, None
        return GradientSum(self._config.hidden) if gathered is None else gathered

    def close(self) -> None:
        """Close the environment."""
        if self._env is not None:
            self._env.close()


def mean_entropy(episode: Episode) -> float:
    """Return the mean over the steps of -p log p - (1-p) log (1-p), in nats."""
    p = np.clip(episode.p_up, 1e-12, 1 - 1e-12)
    return float(np.mean(-p * np.log(p) - (1 - p) * np.log1p(-p)))


def limit_native_threads() -> Any:
    """Limit BLAS and OpenMP to one thread in this process; the result's `restore_original_limits` undoes it."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)


class LocalPool:
    """Plays the games in this process, without Ray."""

    size = 0

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None = None) -> None:
        self._games = config.batch_size
        self._threads = limit_native_threads()
        self._worker = Worker(config, env_factory)
        self._worker.prepare()
        self._batches = itertools.count()
        self._closed = False

    def play(
        self,
        update: int,
        weights: Weights,
        on_game: Callable[[GameResult], None],
        should_stop: Callable[[], bool],
    ) -> tuple[list[GameResult], GradientSum]:
        """Play the batch of one update; see `Pool`."""
        batch = next(self._batches)
        results = []
        for game in range(self._games):
            if should_stop():
                raise Stopped
            results.append(self._worker.play(weights, update, game, batch, should_stop))
            on_game(results[-1])
        return results, self._worker.collect()

    def close(self) -> None:
        """Close the environment and give NumPy its threads back."""
        if not self._closed:
            self._closed = True
            self._worker.close()
            self._threads.restore_original_limits()
