"""REINFORCE: play a batch of games, add up its gradients, take a step."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.metrics import UpdateMetrics, columns_of_games
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

    Attributes:
        state: as given.
        pool: as given.
        consistent: False while an update is changing the state.
    """

    def __init__(self, state: TrainState, pool: GamePool) -> None:
        self.state = state
        self.pool = pool
        self.consistent = True
        self._began: float | None = None

    def begin(self) -> None:
        """Let the workers begin with the next batch, while this process does other things."""
        self._began = time.perf_counter()
        self.pool.begin(self.state.progress.update, self.state.weights)

    def play(self, on_game: Callable[[GameResult], None] = _ignore, should_stop: Callable[[], bool] = _never) -> Batch:
        """Play the batch of the next update; the state stays as it is.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.

        Raises:
            Stopped: `should_stop` returned True.
        """
        began, self._began = self._began or time.perf_counter(), None
        batch = self.pool.play(self.state.progress.update, self.state.weights, on_game, should_stop)
        return dataclasses.replace(batch, seconds=time.perf_counter() - began)

    def apply(self, batch: Batch) -> UpdateMetrics:
        """Take the step that a batch asks for, and return its row of metrics.

        Raises:
            DivergedError: a weight would not be finite; the state stays as it is.
        """
        began = time.perf_counter()
        games, before = batch.results, self.state.progress
        steps = sum(game.steps for game in games)
        progress = before.after([game.total_reward for game in games], steps)
        best_mean = batch.mean_return if before.best_mean is None else max(before.best_mean, batch.mean_return)
        self.consistent = False
        try:
            norm = self.state.ascend(batch.gradient)
        except DivergedError as error:
            # The weights are as they were.
            self.consistent = True
            raise DivergedError(error.complaint, FailedGame(before.update)) from None
        self.state.progress = dataclasses.replace(progress, best_mean=best_mean)
        self.consistent = True
        return UpdateMetrics(
            **columns_of_games(self.state.progress, games, steps, batch.seconds + time.perf_counter() - began),
            gradient_norm=norm,
            entropy=sum(game.entropy * game.steps for game in games) / steps,
            flat_games=sum(not (game.learned or game.truncated) for game in games),
        )

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

    def step(self) -> UpdateMetrics:
        """Make one update: `play`, then `apply`."""
        return self.apply(self.play())
