"""Rallies: the parts of a game from one point to the next, and which of them is worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pong_pg.config import TrainConfig
from pong_pg.evaluation.evaluate import evaluate
from pong_pg.game.env import EnvFactory, training_env
from pong_pg.game.player import Player
from pong_pg.viewing.tapped_env import TappedEnv

# Agent steps: 40 seconds, if each is four of the console's frames.
LONGEST = 600
_POINTS = 21


@dataclass(frozen=True)
class Rally:
    """A part of a game that ends with a point.

    Attributes:
        game: number of the game, from 0.
        start: number of the step whose screen is the first: 0, or that on which the point before was scored.
        end: number of the step on whose screen the point is scored.
        reward: 1 if the policy scored, -1 if its opponent did, 0 if the game ended without a point.
    """

    game: int
    start: int
    end: int
    reward: float

    @property
    def steps(self) -> int:
        """How many agent steps it lasted."""
        return self.end - self.start


def rallies_of(rewards: Sequence[float], game: int = 0) -> list[Rally]:
    """Return the rallies of a game.

    Args:
        rewards: of each agent step of the game, in order.
        game: the game's number.
    """
    rallies, start = [], 0
    for end, reward in enumerate(rewards, 1):
        if reward or end == len(rewards):
            rallies.append(Rally(game, start, end, float(reward)))
            start = end
    return rallies


def best_rally(rallies: Iterable[Rally], at_most: int = LONGEST) -> Rally:
    """Return the rally that is most worth seeing: the longest that the policy won, of at most so many steps.

    If all that it won are longer, it is the shortest of them. If it won none, the same holds for those that it lost.
    Of equals, it is the first.

    Args:
        rallies: to choose from.
        at_most: steps; beyond that, a policy usually repeats itself, and a GIF becomes large.

    Raises:
        ValueError: there is no rally.
    """

    def rank(rally: Rally) -> tuple[bool, bool, int]:
        fits = rally.steps <= at_most
        return rally.reward > 0, fits, rally.steps if fits else -rally.steps

    return max(rallies, key=rank)


def find_rally(
    policy: Player,
    config: TrainConfig,
    games: int,
    *,
    seed: int = 0,
    greedy: bool = True,
    env_factory: EnvFactory | None = None,
    on_progress: Callable[[str, float], None] | None = None,
) -> Rally:
    """Play games, which are those of `evaluate`, and return their best rally; see `best_rally`.

    Args:
        policy: the player.
        config: says which environment.
        games: how many are played.
        seed: decides the games.
        greedy: take the most probable action instead of sampling one.
        env_factory: makes the environment, instead of the config's id.
        on_progress: called after each point with what is done and how much of it, from 0 to 1.
    """
    log = _Rewards(games, on_progress)
    evaluate(
        policy,
        config,
        games,
        seed=seed,
        greedy=greedy,
        env_factory=lambda: TappedEnv(training_env(config, env_factory), log),
    )
    return best_rally(rally for game, rewards in enumerate(log.rewards) for rally in rallies_of(rewards, game))


class _Rewards:
    """Keeps the rewards of games."""

    def __init__(self, games: int, on_progress: Callable[[str, float], None] | None) -> None:
        self.rewards: list[list[float]] = []
        self._games, self._on_progress = games, on_progress
        self._points = [0, 0]

    def began(self, _observation: object) -> None:
        """A game begins."""
        self.rewards.append([])
        self._points = [0, 0]

    def stepped(self, _action: int, outcome: tuple[object, float, bool, bool]) -> None:
        """A step was taken."""
        reward = float(outcome[1])
        self.rewards[-1].append(reward)
        if reward:
            self._points[reward > 0] += 1
            if self._on_progress is not None:
                done = len(self.rewards) - 1 + max(self._points) / _POINTS
                self._on_progress("Choosing the rally", min(1.0, done / self._games))

    def closed(self) -> None:
        """The environment is closed."""
