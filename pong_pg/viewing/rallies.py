"""Rallies: the parts of a game from one point to the next, and which of them is worth seeing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from pong_pg.viewing.game_steps import Games, Step, play_steps

# Agent steps: 40 seconds, if each is four of the console's frames.
LONGEST = 600
# With which a game is won.
POINTS = 21
# Called with what is done at present and how much of it, from 0 to 1.
OnProgress = Callable[[str, float], None]


class Rally(NamedTuple):
    """A part of a game that ends with a point.

    Attributes:
        start: number of the step whose screen is the first: 0, or that on which the point before was scored.
        end: number of the step on whose screen the point is scored.
        reward: 1 if the policy scored, -1 if its opponent did, 0 if the game ended without a point.
    """

    start: int
    end: int
    reward: float


def rallies_of(rewards: Sequence[float]) -> list[Rally]:
    """Return the rallies of a game, from the rewards of its agent steps."""
    rallies, start = [], 0
    for end, reward in enumerate(rewards, 1):
        if reward or end == len(rewards):
            rallies.append(Rally(start, end, float(reward)))
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
        steps = rally.end - rally.start
        fits = steps <= at_most
        return rally.reward > 0, fits, steps if fits else -steps

    return max(rallies, key=rank)


def rally_steps(games: Games, on_progress: OnProgress) -> Generator[Step, None, None]:
    """Play the first of these games, then again up to the end of its best rally, and yield the rally's steps.

    The first is that on whose screen the game begins or the point before was scored, the last that of the point.

    Args:
        games: which.
        on_progress: called after each point, and then for each step.

    Raises:
        PongPGError: the environment can't be made or played, or it does not render.
    """
    rewards: list[float] = []
    with contextlib.closing(play_steps(games, detailed=False)) as steps:
        for step in steps:
            if step.number:
                rewards.append(step.reward)
            if step.reward:
                on_progress("Choosing the rally", min(1.0, max(step.score) / POINTS))
            if step.over is not None:
                break
    rally = best_rally(rallies_of(rewards))
    with contextlib.closing(play_steps(games)) as steps:
        for step in steps:
            on_progress("Playing the rally", step.number / rally.end)
            if step.number >= rally.start:
                yield step
            if step.number == rally.end:
                return
