"""PPO: while the workers play a batch, learn from the one before."""

from __future__ import annotations

import copy
import dataclasses
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from pong_pg.distributed.threads import available_cores
from pong_pg.game.metrics import columns_of_games
from pong_pg.game.results import GameResult
from pong_pg.ppo.config import Schedule
from pong_pg.ppo.learner import learn, move_average
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.ppo.network import Weights, to_fixed_point
from pong_pg.ppo.rollout import check_rewards
from pong_pg.ppo.state import PPOState

if TYPE_CHECKING:
    from pong_pg.ppo.ray_pool import RayRolloutPool
    from pong_pg.ppo.workers import LocalRolloutPool

    RolloutPool: TypeAlias = "LocalRolloutPool | RayRolloutPool"


class PPOTrainer:
    """PPO on rollouts in many environments; see `pong_pg.algorithm.Trainer`.

    Args:
        state: what to go on from; changed in place.
        pool: plays the rollouts.
    """

    def __init__(self, state: PPOState, pool: RolloutPool) -> None:
        self.state = state
        self.pool = pool
        self.consistent = True
        self._began: float | None = None
        # The weights that play the batch after the one that is to be learned from, once they have been given out.
        self._following: Weights | None = None
        pool.place(state.positions)
        # Workers play while this process learns. A quarter of the cores is enough to learn from a batch before the next
        # one has been played; more would take time from the workers to divide the work.
        self._threads = max(1, available_cores() // 4) if pool.size else None

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool]
    ) -> tuple[PPOMetrics, PPOState | None]:
        """Make an update of a run."""
        state = self.state
        if self._began is None:
            self._began = time.perf_counter()
            self.pool.begin(to_fixed_point(state.players), self._steps(0))
        more = not state.progress.after([], state.config.num_envs * self._steps(0)).at_target
        # What is learned now will play only the batch after the next one: so the workers never wait for it.
        if self._following is None:
            self._following = state.adam.weights.copy()
            if more:
                self.pool.begin(to_fixed_point(self._following), self._steps(1))
        played = self.pool.finish(should_stop)
        check_rewards(played, state.positions, state.config.seed, state.progress.update)
        games = [game for rollout in played for game in rollout.games]
        for number, game in enumerate(games):
            on_game(dataclasses.replace(game, game=number))
        steps = sum(len(rollout.rewards) for rollout in played)
        progress = state.progress.after([game.total_reward for game in games], steps)
        progress, is_best = progress.compared(progress.recent_mean)
        # A copy of what has led to these games, before it learns from them.
        best = copy.deepcopy(state) if is_best else None
        players, self._following = self._following, None
        self.consistent = False
        learned = learn(
            state.config,
            state.adam,
            played,
            update=state.progress.update,
            agent_steps=state.progress.agent_steps,
            threads=self._threads,
        )
        move_average(state.average, state.adam.weights, 1 - state.config.ema_decay)
        state.players, state.positions, state.progress = players, [rollout.position for rollout in played], progress
        self.consistent = True
        now = time.perf_counter()
        seconds, self._began = now - self._began, now if more else None
        columns = columns_of_games(progress, games, steps, seconds)
        return PPOMetrics(**columns, **learned, recent_return=progress.recent_mean), best

    def _steps(self, ahead: int) -> int:
        """Return the rollout length of the batch to learn from next, or of the one `ahead` batches later."""
        config, before = self.state.config, self.state.progress.agent_steps
        for _ in range(ahead):
            before += config.num_envs * Schedule(config, before).n_steps
        return Schedule(config, before).n_steps
