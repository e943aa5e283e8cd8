"""REINFORCE: play a batch of games, add up its gradients, take a step."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.metrics import UpdateMetrics, columns_of_games
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.workers import Batch, GamePool


def _never() -> bool:
    return False


def _ignore(_result: GameResult) -> None:
    pass


class Trainer:
    """REINFORCE on batches of games: `play` a batch, `apply` its gradient; `step` does both.

    Args:
        state: what to go on from; changed in place.
        pool: plays the games.
    """

    def __init__(self, state: TrainState, pool: GamePool) -> None:
        self.state = state
        self._pool = pool
        self._stepping = False
        self._began: float | None = None

    @property
    def pool(self) -> GamePool:
        """What plays for it."""
        return self._pool

    @property
    def consistent(self) -> bool:
        """False while an update is changing the state."""
        return not self._stepping

    def begin(self) -> None:
        """Let the workers begin with the next batch, while this process does other things."""
        self._began = time.perf_counter()
        self._pool.begin(self.state.progress.update, self.state.weights)

    def play(
        self,
        on_game: Callable[[GameResult], None] = _ignore,
        should_stop: Callable[[], bool] = _never,
    ) -> Batch:
        """Play the batch of the next update; the state stays as it is.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.

        Raises:
            Stopped: `should_stop` returned True.
        """
        began, self._began = self._began or time.perf_counter(), None
        batch = self._pool.play(self.state.progress.update, self.state.weights, on_game, should_stop)
        return dataclasses.replace(batch, seconds=time.perf_counter() - began)

    def apply(self, batch: Batch) -> UpdateMetrics:
        """Take the step that a batch asks for, and return its row of metrics.

        Raises:
            DivergedError: a weight would not be finite; the state stays as it is.
        """
        began = time.perf_counter()
        progress = _advanced(self.state.progress, batch)
        self._stepping = True
        try:
            norm = self.state.ascend(batch.gradient)
        except DivergedError as error:
            # The weights are as they were.
            self._stepping = False
            raise DivergedError(error.complaint, FailedGame(self.state.progress.update)) from None
        self.state.progress = progress
        self._stepping = False
        return _metrics(progress, batch, norm, batch.seconds + time.perf_counter() - began)

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool]
    ) -> tuple[UpdateMetrics, TrainState | None]:
        """Make an update of a run; see `pong_pg.algorithm.Trainer`."""
        batch = self.play(on_game, should_stop)
        best_mean = self.state.progress.best_mean
        # A copy of the policy that played, before the step changes it.
        best = self.state.copy() if best_mean is None or batch.mean_return > best_mean else None
        metrics = self.apply(batch)
        if not self.state.progress.at_target:
            # First of all: what follows takes this process, but not the workers.
            self.begin()
        return metrics, best

    def step(
        self,
        on_game: Callable[[GameResult], None] = _ignore,
        should_stop: Callable[[], bool] = _never,
    ) -> UpdateMetrics:
        """Make one update: `play`, then `apply`."""
        return self.apply(self.play(on_game, should_stop))


def _advanced(progress: Progress, batch: Batch) -> Progress:
    steps = sum(result.steps for result in batch.results)
    progress = progress.after([result.total_reward for result in batch.results], steps)
    best_mean = batch.mean_return if progress.best_mean is None else max(progress.best_mean, batch.mean_return)
    return dataclasses.replace(progress, best_mean=best_mean)


def _metrics(progress: Progress, batch: Batch, norm: float, seconds: float) -> UpdateMetrics:
    results = batch.results
    steps = sum(result.steps for result in results)
    return UpdateMetrics(
        **columns_of_games(progress, results, steps, seconds),
        gradient_norm=norm,
        entropy=sum(result.entropy * result.steps for result in results) / steps,
        flat_games=sum(not (result.learned or result.truncated) for result in results),
    )
