"""REINFORCE: play a batch of games, add up its gradients, take a step."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable

from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.metrics import UpdateMetrics, columns_of_games
from pong_pg.game.results import GameResult
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.workers import GamePool


class ReinforceTrainer:
    """REINFORCE on batches of games; see `pong_pg.algorithm.Trainer`.

    Args:
        state: what to go on from; changed in place.
        pool: plays the games.
    """

    def __init__(self, state: ReinforceState, pool: GamePool) -> None:
        self.state = state
        self.pool = pool
        self.consistent = True
        self._began: float | None = None

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool]
    ) -> tuple[UpdateMetrics, ReinforceState | None]:
        """Make an update of a run.

        Raises:
            Stopped: `should_stop` returned True; the state stays as it is.
            DivergedError: a gradient or a weight is not finite.
        """
        state, before = self.state, self.state.progress
        began, self._began = self._began or time.perf_counter(), None
        batch = self.pool.play(before.update, state.weights, on_game, should_stop)
        games = batch.results
        steps = sum(game.steps for game in games)
        progress = before.after([game.total_reward for game in games], steps)
        progress, is_best = progress.compared(sum(game.total_reward for game in games) / len(games))
        # A copy of the policy that has played, before the step changes it.
        best = copy.deepcopy(state) if is_best else None
        self.consistent = False
        try:
            norm = state.ascend(batch.gradient)
        except DivergedError as error:
            raise DivergedError(error.complaint, FailedGame(before.update)) from None
        state.progress = progress
        self.consistent = True
        seconds = time.perf_counter() - began
        if not progress.at_target:
            # The workers begin with the next batch, while this process does other things.
            self._began = time.perf_counter()
            self.pool.begin(progress.update, state.weights)
        metrics = UpdateMetrics(
            **columns_of_games(progress, games, steps, seconds),
            gradient_norm=norm,
            entropy=sum(game.entropy * game.steps for game in games) / steps,
            flat_games=sum(not (game.learned or game.truncated) for game in games),
        )
        return metrics, best

    def step(self) -> UpdateMetrics:
        """Make one update by itself, without a run around it; return its row of metrics."""
        return self.update(lambda _: None, lambda: False)[0]
