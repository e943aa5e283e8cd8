"""Play a trained policy, without learning, and sum up how well it does."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pong_pg.config import TrainConfig
from pong_pg.policy import Policy
from pong_pg.rollout import play_episode, training_env
from pong_pg.seeding import evaluation_game


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
    """Games of one policy. `mean` and `deviation` are over the returns."""

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


def evaluate(
    policy: Policy,
    config: TrainConfig,
    episodes: int,
    *,
    seed: int = 0,
    greedy: bool = False,
    on_game: Callable[[EvaluatedGame], None] | None = None,
) -> Evaluation:
    """Play whole games in this process.

    Args:
        policy: the player.
        config: says which environment.
        episodes: number of games, at least 1.
        seed: decides the games; the same seed gives the same games.
        greedy: always take the likelier action.
        on_game: called as each game ends.
    """
    games = []
    for game in play_games(policy, config, episodes, seed=seed, greedy=greedy):
        games.append(game)
        if on_game is not None:
            on_game(game)
    return Evaluation(games)


def play_games(
    policy: Policy, config: TrainConfig, episodes: int, *, seed: int, greedy: bool
) -> Iterator[EvaluatedGame]:
    """Yield the games of `evaluate` one by one."""
    env = training_env(config)
    try:
        for game in range(episodes):
            env_seed, rng = evaluation_game(seed, game)
            episode = play_episode(env, policy, env_seed=env_seed, rng=rng, greedy=greedy)
            yield EvaluatedGame(game, env_seed, episode.total_reward, episode.steps, episode.truncated)
    finally:
        env.close()
