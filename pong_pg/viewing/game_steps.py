"""Games step by step, with the screen, what the policy makes of it, and the score; and the best of their rallies."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.compat.ale import DirectEnv
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.game.decision import Decision, Inspector, is_inspectable
from pong_pg.game.env import training_env
from pong_pg.game.player import Player
from pong_pg.game.seeding import evaluation_game

Screen = npt.NDArray[np.uint8]

# The console draws 60 frames a second, and an agent step is usually four of them.
FRAMES_PER_SECOND = 60
FRAMES_PER_STEP = 4
# Agent steps: 40 seconds, if each is four of the console's frames.
LONGEST = 600
# With which a game is won.
POINTS = 21
# Called with what is done at present and how much of it, from 0 to 1.
OnProgress = Callable[[str, float], None]


@dataclass(frozen=True)
class Games:
    """Which games are played: those of `evaluate` with the same arguments; `name` is that of the policy."""

    policy: Player
    config: TrainConfig
    seed: int = 0
    greedy: bool = True
    name: str = ""

    def __str__(self) -> str:
        return f"{self.config.env} with {self.name}, seed {self.seed}, {'greedy' if self.greedy else 'sampled'}"


@dataclass(frozen=True)
class Step:
    """One moment of a game: a screen and, unless the game is over, the action that the policy takes.

    Attributes:
        game: number of the game, from 0.
        number: agent steps before this screen.
        screen: (210, 160, 3) uint8 RGB, as the emulator draws it; an array of its own.
        decision: what the policy makes of the screen; None for a policy that shows nothing, or once the game is over.
        action: the action taken on this screen; None once the game is over.
        reward: of the step that led to this screen; 0 for the first.
        score: points of the opponent and of the policy so far.
        over: None while the game goes on; then "terminated" or "truncated".
        between: the screens that the console drew since the step before, oldest first and without this one. An
            environment that does not show them is taken to draw four frames a step, three of them like the last one.
        name: of the policy.
    """

    game: int
    number: int
    screen: Screen
    decision: Decision | None
    action: int | None
    reward: float
    score: tuple[int, int]
    over: str | None
    between: tuple[Screen, ...] = ()
    name: str = ""


def frames_of(before: Step | None, step: Step) -> list[tuple[Screen, Step]]:
    """Return the console's frames up to a step's screen: each with the step whose action is carried out while it shows.

    Args:
        before: the step before in the same game; None for the first that is seen, which is one frame.
        step: the step.
    """
    between = [] if before is None else [(screen, before) for screen in step.between]
    return [*between, (step.screen, step)]


def play_steps(
    games: Games, *, first_game: int = 0, detailed: bool = True, newest: Callable[[], Games | None] | None = None
) -> Generator[Step, None, None]:
    """Yield the steps of games, one game after another without end; close the generator to close the environment.

    Args:
        games: which.
        first_game: number of the first game that is played.
        detailed: also give the decisions, if the policy shows them, and the screens between the steps.
        newest: called after each point: with which policy the game goes on; None for the same.

    Raises:
        PongPGError: the environment can't be made or played, or it does not render.
    """
    with contextlib.closing(training_env(games.config)) as env:
        drawn: list[Screen] | None = None
        if isinstance(direct := getattr(env, "unwrapped", env), DirectEnv):
            # Each frame that it draws.
            drawn = []
            direct.on_frame(drawn.append)
        for game in itertools.count(first_game):
            env_seed, rng = evaluation_game(games.seed, game)
            policy = None
            # A copy: the environment may reuse one buffer, and a player may keep the last frame.
            frame = np.array(env.reset(seed=env_seed)[0])
            reward, score, over = 0.0, (0, 0), None
            screen: Screen | None = None
            for number in itertools.count():
                if policy is not games.policy:
                    policy = games.policy
                    policy.reset(rng)
                    inspector = Inspector(policy) if detailed and is_inspectable(policy) else None
                decision = None if inspector is None or over is not None else inspector.look(frame)
                action = policy.act(frame, greedy=games.greedy) if over is None else None
                between: tuple[Screen, ...] = ()
                if detailed and screen is not None:
                    # The last one that was drawn is the screen itself.
                    between = (screen,) * (FRAMES_PER_STEP - 1) if drawn is None else tuple(drawn[:-1])
                if drawn is not None:
                    drawn.clear()
                screen = _screen(env)
                yield Step(game, number, screen, decision, action, reward, score, over, between, games.name)
                if action is None:
                    break
                observation, gained, terminated, truncated, _ = env.step(action)
                frame, reward = np.array(observation), float(gained)
                score = score[0] + (reward < 0), score[1] + (reward > 0)
                over = "terminated" if terminated else "truncated" if truncated else None
                if reward and newest is not None:
                    games = newest() or games


def _screen(env: Env) -> Screen:
    screen = env.render()
    if not isinstance(screen, np.ndarray) or screen.ndim != 3:
        raise EnvError(
            f"{env} does not render to arrays, so there is nothing to see: add  --env-arg render_mode=rgb_array"
        )
    return np.array(screen, np.uint8)


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
