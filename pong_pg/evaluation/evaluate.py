"""Play a trained policy, without learning, and sum up how well it does."""

from __future__ import annotations

import functools
import itertools
import math
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pong_pg.config import TrainConfig
from pong_pg.game.seeding import evaluation_game
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.rollout import played_games
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.rollout import play_episode, training_env
from pong_pg.reinforce.workers import EnvFactory

_T_975 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


@dataclass(frozen=True)
class EvaluatedGame:
    """One game: its index, the environment's seed, its return, its length in agent steps, whether it was cut off."""

    game: int
    env_seed: int
    total_reward: float
    steps: int
    truncated: bool


@dataclass(frozen=True)
class Evaluation:
    """Games of one policy. `mean`, `deviation` and `margin` are over the returns."""

    games: list[EvaluatedGame]

    @property
    def returns(self) -> list[float]:
        """The games' returns, in order."""
        return [game.total_reward for game in self.games]

    @property
    def mean(self) -> float:
        """Mean return."""
        return statistics.fmean(self.returns)

    @property
    def deviation(self) -> float:
        """Sample standard deviation of the returns; 0 for one game."""
        return statistics.stdev(self.returns) if len(self.games) > 1 else 0.0

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % confidence interval of the mean, by Student's t; None for one game."""
        n = len(self.games)
        return student_t_975(n - 1) * self.deviation / math.sqrt(n) if n > 1 else None


def student_t_975(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution, to three digits.

    From a table up to 10 degrees of freedom, and beyond by the expansion around the normal quantile (Abramowitz and
    Stegun 26.7.5), whose error is less than 0.0002 there.
    """
    if degrees <= len(_T_975):
        return _T_975[degrees - 1]
    z = statistics.NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def evaluate(
    policy: Policy | ActorCritic,
    config: TrainConfig,
    episodes: int,
    *,
    seed: int = 0,
    greedy: bool = False,
    env_factory: EnvFactory | None = None,
    on_game: Callable[[EvaluatedGame], None] | None = None,
) -> Evaluation:
    """Play whole games in this process.

    Args:
        policy: the player.
        config: says which environment.
        episodes: number of games, at least 1.
        seed: decides the games; the same seed gives the same games.
        greedy: always take the likeliest action.
        env_factory: makes the environment, instead of the config's id.
        on_game: called as each game ends.
    """
    games = []
    env = training_env(config, env_factory)
    try:
        for game in itertools.islice(play_games(policy, env, seed=seed, greedy=greedy), episodes):
            games.append(game)
            if on_game is not None:
                on_game(game)
    finally:
        env.close()
    return Evaluation(games)


def play_games(policy: Policy | ActorCritic, env: Any, *, seed: int, greedy: bool) -> Iterator[EvaluatedGame]:
    """Yield the games of `evaluate` one by one, without end, in an environment from `training_env`."""
    if isinstance(policy, ActorCritic):
        for game, played in enumerate(
            played_games(env, policy, functools.partial(evaluation_game, seed), greedy=greedy)
        ):
            yield EvaluatedGame(game, evaluation_game(seed, game)[0], *played)
        return
    for game in itertools.count():
        env_seed, rng = evaluation_game(seed, game)
        episode = play_episode(env, policy, env_seed=env_seed, rng=rng, greedy=greedy)
        yield EvaluatedGame(game, env_seed, episode.total_reward, episode.steps, episode.truncated)
