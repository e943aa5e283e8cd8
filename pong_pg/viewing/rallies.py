"""Rallies: the parts of a game from one point to the next, and which of them is worth seeing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.game.env import EnvFactory
from pong_pg.game.player import Player
from pong_pg.viewing.game_steps import Step, play_steps

# Agent steps: 40 seconds, if each is four of the console's frames.
LONGEST = 600
# With which a game is won.
POINTS = 21
# Called with what is done at present and how much of it, from 0 to 1.
OnProgress = Callable[[str, float], None]


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
    on_progress: OnProgress | None = None,
) -> Rally:
    """Play games, which are those of `evaluate`, and return their best rally; see `best_rally`.

    Args:
        policy: the player.
        config: says which environment.
        games: how many are played.
        seed: decides the games.
        greedy: take the most probable action instead of sampling one.
        env_factory: makes the environment, instead of the config's id.
        on_progress: called after each point.
    """
    found: list[Rally] = []
    rewards: list[float] = []
    playing = play_steps(policy, config, seed=seed, greedy=greedy, inspect=False, env_factory=env_factory)
    with contextlib.closing(playing) as steps:
        for step in steps:
            if step.number:
                rewards.append(step.reward)
            if step.reward and on_progress is not None:
                on_progress("Choosing the rally", min(1.0, (step.game + max(step.score) / POINTS) / games))
            if step.over is not None:
                found += rallies_of(rewards, step.game)
                rewards = []
                if step.game == games - 1:
                    break
    return best_rally(found)


def rally_steps(
    policy: Player,
    config: TrainConfig,
    rally: Rally,
    *,
    seed: int = 0,
    greedy: bool = True,
    between: bool = False,
    env_factory: EnvFactory | None = None,
    on_progress: OnProgress | None = None,
) -> Generator[Step, None, None]:
    """Play the game of a rally again, and yield the rally's steps.

    The first is that on whose screen the game begins or the point before was scored, the last that of the point.

    Args:
        policy: the player.
        config: says which environment.
        rally: from `find_rally` with the same arguments.
        seed: decides the games.
        greedy: take the most probable action instead of sampling one.
        between: collect the frames between the steps as well.
        env_factory: makes the environment, instead of the config's id.
        on_progress: called for each step.

    Raises:
        EnvError: the game is another one this time.
    """
    playing = play_steps(
        policy, config, seed=seed, greedy=greedy, first_game=rally.game, between=between, env_factory=env_factory
    )
    with contextlib.closing(playing) as steps:
        for step in steps:
            if on_progress is not None:
                on_progress("Playing the rally", step.number / rally.end)
            if step.number > rally.start and step.reward != (rally.reward if step.number == rally.end else 0):
                raise EnvError(
                    "the environment is not deterministic for a seed: the rally that was chosen can't be played again; "
                    "record whole games instead"
                )
            if step.number >= rally.start:
                yield step
            if step.number == rally.end:
                return
