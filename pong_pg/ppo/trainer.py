"""PPO: while the workers play a batch, learn from the one before."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable

from pong_pg.distributed.threads import available_cores
from pong_pg.errors import DivergedError
from pong_pg.game.metrics import columns_of_games
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.ppo.averaging import move_average
from pong_pg.ppo.checks import check_rewards
from pong_pg.ppo.fixed_point import to_fixed_point
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.learner import Learned, learn
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.ppo.network import Weights
from pong_pg.ppo.schedule import Schedule
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.workers import PlayedBatch, RolloutPool


class PPOTrainer:
    """PPO on rollouts in many environments.

    Args:
        state: what to go on from; changed in place.
        pool: plays the rollouts.
    """

    def __init__(self, state: PPOState, pool: RolloutPool) -> None:
        self.state = state
        self._pool = pool
        self._began: float | None = None
        # The weights that play the batch after the one that is to be learned from, once they have been given out.
        self._following: Weights | None = None
        pool.place(state.positions)
        # Replays unfinished games first; their time is not counted.
        self._behind = state.steps_under_way > 0
        if self._behind:
            pool.begin(state.played(), 0)
        kernels().limit_threads(learning_threads(available_cores(), pool.size))
        self._learning = False

    @property
    def pool(self) -> RolloutPool:
        """What plays for it."""
        return self._pool

    @property
    def consistent(self) -> bool:
        """False while an update is changing the state."""
        return not self._learning

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool]
    ) -> tuple[PPOMetrics, PPOState | None]:
        """Make an update of a run; see `pong_pg.algorithm.Trainer`."""
        state = self.state
        if self._behind:
            self._pool.finish(should_stop)
            self._behind = False
        if self._began is None:
            self._began = time.perf_counter()
            self._pool.begin(state.played(), self._steps(0))
        more = not state.progress.after([], state.config.num_envs * self._steps(0)).at_target
        # What is learned now will play only the batch after the next one: so the workers never wait for it.
        if self._following is None:
            self._following = state.weights.copy()
            if more:
                self._pool.begin(to_fixed_point(self._following), self._steps(1))
        played = self._pool.finish(should_stop)
        check_rewards(played.rollouts, state.positions, state.config.seed, state.progress.update)
        games = [game for rollout in played.rollouts for game in rollout.games]
        for number, game in enumerate(games):
            on_game(dataclasses.replace(game, game=number))
        steps = sum(len(rollout.rewards) for rollout in played.rollouts)
        progress = state.progress.after([game.total_reward for game in games], steps)
        best, mean = None, progress.recent_mean
        if mean is not None and (progress.best_mean is None or mean > progress.best_mean):
            # A copy of what has led to these games, before it learns from them.
            best, progress = state.copy(), dataclasses.replace(progress, best_mean=mean)
        players, self._following = self._following, None
        learned = self._learn(played, players)
        move_average(state.average, state.weights, 1 - state.config.ema_decay)
        state.players, state.positions, state.progress = players, played.positions, progress
        self._learning = False
        now = time.perf_counter()
        seconds, self._began = now - self._began, now if more else None
        return _metrics(progress, played, games, learned, seconds), best

    def _learn(self, played: PlayedBatch, before: Weights) -> Learned:
        """Learn from a batch.

        Args:
            played: the batch.
            before: the weights now.

        Raises:
            DivergedError: a gradient or a weight is not finite; the state is as it was.
        """
        state, progress = self.state, self.state.progress
        self._learning = True
        try:
            return learn(
                state.config,
                state.adam,
                played.rollouts,
                update=progress.update,
                agent_steps=progress.agent_steps,
            )
        except DivergedError:
            for array, kept in zip(state.weights, before, strict=True):
                array[...] = kept
            self._learning = False
            raise

    def _steps(self, ahead: int) -> int:
        """Return the rollout length of the batch to learn from next, or of the one `ahead` batches later."""
        config, before = self.state.config, self.state.progress.agent_steps
        for _ in range(ahead):
            before += config.num_envs * Schedule(config, before).rollout_steps
        return Schedule(config, before).rollout_steps


def learning_threads(cores: int, workers: int) -> int:
    """Return the number of threads that the learner uses, at least 1; the kernels cap it at four.

    Workers play while the driver learns. A quarter of the cores is enough to learn from a batch before the next one has
    been played, and every further thread would take processor time from the workers to divide the work.

    Args:
        cores: CPUs that this process may run on.
        workers: number of Ray actors; 0 if rollouts are played in this process, which then learns after playing.
    """
    return cores if workers == 0 else max(1, cores // 4)


def _metrics(
    progress: Progress, played: PlayedBatch, games: list[GameResult], learned: Learned, seconds: float
) -> PPOMetrics:
    steps = sum(len(rollout.rewards) for rollout in played.rollouts)
    columns = columns_of_games(progress, games, steps, seconds)
    return PPOMetrics(**columns, **learned._asdict(), recent_return=progress.recent_mean)
