"""Evaluation games on Ray actors: each plays games of its own, and the results are those of one process."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import deque
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from pong_pg.config import TrainConfig
from pong_pg.distributed import cluster
from pong_pg.distributed.actors import RayActors
from pong_pg.distributed.faults import ActorLostError
from pong_pg.evaluation.games import play_games
from pong_pg.game.env import EnvFactory, EnvWorker, training_env
from pong_pg.game.player import Player
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_game

# Calls of an actor that are under way: while it plays one game, the next one is there already.
_AHEAD = 2


def _never() -> bool:
    return False


def games_by_workers(
    policy: Player,
    config: TrainConfig,
    episodes: int,
    workers: int,
    *,
    seed: int,
    greedy: bool,
    env_factory: EnvFactory | None,
) -> Generator[GameResult, None, None]:
    """Yield the results of evaluation games in their order; the arguments are those of `pong_pg.evaluate`.

    Raises:
        PongPGError: the environment can't be made or played, or Ray can't be started, or is lost.
    """
    # One that can't be made or played is reported before Ray is started, and in this process.
    training_env(config, env_factory).close()
    with cluster.connected(None):
        pool = EvaluationPool(min(workers, episodes), config, env_factory, policy, seed=seed, greedy=greedy)
        with contextlib.closing(pool):
            yield from pool.play(episodes)


class EvaluationWorker(EnvWorker[TrainConfig]):
    """Plays evaluation games.

    Args:
        config: says which environment.
        env_factory: makes the environment, instead of the config's id.
        policy: the player.
        seed: of the evaluation.
        greedy: always take the likeliest action.
        own_process: see `EnvWorker`.
    """

    def __init__(
        self,
        config: TrainConfig,
        env_factory: EnvFactory | None,
        policy: Player,
        *,
        seed: int,
        greedy: bool,
        own_process: bool = False,
    ) -> None:
        super().__init__(config, env_factory, own_process=own_process)
        self._policy, self._seed, self._greedy = policy, seed, greedy

    def play_game(self, game: int) -> tuple[tuple[float, GameResult], None]:
        """Play one game; return the seconds that it took and its result, and nothing large."""
        began = time.perf_counter()

        def seeds(_first: int) -> tuple[int, np.random.Generator]:
            return evaluation_game(self._seed, game)

        played = next(play_games(self._policy, self._envs[0], seeds, greedy=self._greedy))
        result = GameResult(game, played.env_seed, played.total_reward, played.steps, played.truncated)
        return (time.perf_counter() - began, result), None


class EvaluationPool(RayActors):
    """Hands evaluation games to actors as they become free; an actor that fails is replaced, its games played again.

    The actors reserve no CPU, since those of a training run may have all of them.

    Args:
        size: number of actors.
        arguments: of `EvaluationWorker`; they travel there by pickle.
        settings: the other arguments, by name.
    """

    def __init__(self, size: int, *arguments: Any, **settings: Any) -> None:
        self._arguments, self._settings = arguments, settings
        super().__init__(size, 0.0)

    def _new_actor(self) -> Any:
        return self._remote(EvaluationWorker, *self._arguments, own_process=True, **self._settings)

    def play(self, episodes: int) -> Iterator[GameResult]:
        """Yield the results of games 0 to episodes - 1, in this order.

        Raises:
            PongPGError: a game keeps failing, or workers do.
            ClusterLostError: the cluster is lost.
        """
        todo = deque(range(episodes))
        under_way: dict[Any, tuple[int, int]] = {}
        played: dict[int, GameResult] = {}
        self.begin_update()
        for game in range(episodes):
            while game not in played:
                for worker, _ in itertools.product(self.ready(), range(_AHEAD)):
                    if todo and sum(worker == busy for busy, _ in under_way.values()) < _AHEAD:
                        next_game = todo.popleft()
                        under_way[self.call(worker, "play_game", next_game, work=1)] = worker, next_game
                for reference in self.wait(_never):
                    self._take(reference, todo, under_way, played)
            yield played.pop(game)

    def _take(
        self,
        reference: Any,
        todo: deque[int],
        under_way: dict[Any, tuple[int, int]],
        played: dict[int, GameResult],
    ) -> None:
        """Take in what a call has come back with."""
        worker = under_way[reference][0] if reference in under_way else self.starting[reference]
        try:
            outcome = self.outcome(reference)
        except ActorLostError as error:
            lost = sorted(game for busy, game in under_way.values() if busy == worker)
            for call in [call for call, (busy, _) in under_way.items() if busy == worker]:
                del under_way[call]
            todo.extendleft(reversed(lost))
            self.handle_loss(worker, error, f"games to play again: {len(lost)}")
            return
        if self.starting.pop(reference, None) is not None:
            return
        _, game = under_way.pop(reference)
        (seconds, played[game]), _ = outcome
        self.bound.note(1, seconds)
