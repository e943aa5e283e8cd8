"""Games step by step: the screen, what the policy makes of it, and the score."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.compat.ale import DirectEnv
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.game.decision import Decision, Inspector, is_inspectable
from pong_pg.game.env import EnvFactory, training_env
from pong_pg.game.player import GameSeeds, Player
from pong_pg.game.seeding import evaluation_game

Screen = npt.NDArray[np.uint8]

# The console draws 60 frames a second, and an agent step is usually four of them.
FRAMES_PER_SECOND = 60
FRAMES_PER_STEP = 4


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
        between: the screens that the console drew since the step before, oldest first and without this one; None where
            they are not known: they are only of the direct environment.
    """

    game: int
    number: int
    screen: Screen
    decision: Decision | None
    action: int | None
    reward: float
    score: tuple[int, int]
    over: str | None
    between: tuple[Screen, ...] | None = None

    @property
    def frames(self) -> int:
        """How many frames the console drew in the step that led to this screen; where that is not known, 4."""
        return FRAMES_PER_STEP if self.between is None else len(self.between) + 1

    @property
    def seconds(self) -> float:
        """How long the console took for that step."""
        return self.frames / FRAMES_PER_SECOND


def frames_of(before: Step | None, step: Step) -> list[tuple[Screen, Step]]:
    """Return the console's frames up to a step's screen: each with the step whose action is carried out while it shows.

    Args:
        before: the step before in the same game; None for the first, which is one frame.
        step: the step.
    """
    if before is None:
        return [(step.screen, step)]
    between = [before.screen] * (step.frames - 1) if step.between is None else step.between
    return [*((screen, before) for screen in between), (step.screen, step)]


class StepMaker:
    """Makes the steps of games that are being played, one after another.

    Args:
        env: from `training_env`; its screens are rendered.
        policy: the player; what it makes of the screens is in the steps if it is inspectable.
        between: collect the frames between the steps, where the environment shows them.

    Raises:
        EnvError: from each method: the environment does not render to arrays.
    """

    def __init__(self, env: Env, policy: Player, *, between: bool = False) -> None:
        self._env = env
        self._inspector = Inspector(policy) if is_inspectable(policy) else None
        self._drawn: list[Screen] | None = None
        direct = getattr(env, "unwrapped", env)
        if isinstance(direct, DirectEnv):
            # Otherwise the first screen of a game is the last one of the game before.
            direct.quick_reset = False
            if between:
                self._drawn = []
                direct.on_frame(self._drawn.append)

    def begin(self, game: int, observation: npt.NDArray[np.uint8]) -> Step:
        """Return the first step of a game, whose action is not known yet, after `reset`."""
        if self._inspector is not None:
            self._inspector.reset()
        return self._step(Step(game, -1, np.empty(0, np.uint8), None, None, 0.0, (0, 0), None), observation, 0.0, None)

    def follow(
        self,
        step: Step,
        observation: npt.NDArray[np.uint8],
        reward: float,
        terminated: bool,
        truncated: bool,
    ) -> Step:
        """Return the step after another, after the environment's `step`; its action is not known yet."""
        over = "terminated" if terminated else "truncated" if truncated else None
        return self._step(step, observation, float(reward), over)

    def _step(self, last: Step, observation: npt.NDArray[np.uint8], reward: float, over: str | None) -> Step:
        between = None
        if self._drawn is not None:
            # The last one is the screen itself.
            between = tuple(self._drawn[:-1])
            self._drawn.clear()
        return Step(
            last.game,
            last.number + 1,
            self._screen(),
            None if self._inspector is None or over is not None else self._inspector.look(observation),
            None,
            reward,
            (last.score[0] + (reward < 0), last.score[1] + (reward > 0)),
            over,
            between,
        )

    def _screen(self) -> Screen:
        screen = self._env.render()
        if not isinstance(screen, np.ndarray) or screen.ndim != 3:
            raise EnvError(
                f"{self._env} does not render to arrays, so there is nothing to see: "
                "add  --env-arg render_mode=rgb_array"
            )
        return np.array(screen, np.uint8)


def play_steps(
    policy: Player,
    config: TrainConfig,
    *,
    seed: int = 0,
    greedy: bool = True,
    first_game: int = 0,
    between: bool = False,
    env_factory: EnvFactory | None = None,
) -> Generator[Step, None, None]:
    """Yield the steps of games, one game after another without end; close the generator to close the environment.

    They are the games of `evaluate` with the same seed.

    Args:
        policy: the player.
        config: says which environment.
        seed: decides the games.
        greedy: take the most probable action instead of sampling one.
        first_game: number of the first game that is played.
        between: collect the frames between the steps as well, where the environment shows them.
        env_factory: makes the environment, instead of the config's id.

    Raises:
        PongPGError: the environment can't be made or played, or it does not render.
    """
    env = training_env(config, env_factory)
    seeds: GameSeeds = functools.partial(evaluation_game, seed)
    try:
        maker = StepMaker(env, policy, between=between)
        for game in itertools.count(first_game):
            env_seed, rng = seeds(game)
            policy.reset(rng)
            # A copy: the environment may reuse one buffer, and a player may keep the last frame.
            frame = np.array(env.reset(seed=env_seed)[0])
            step = maker.begin(game, frame)
            while step.over is None:
                action = policy.act(frame, greedy=greedy)
                step = dataclasses.replace(step, action=action)
                yield step
                observation, reward, terminated, truncated, _ = env.step(action)
                frame = np.array(observation)
                step = maker.follow(step, frame, reward, terminated, truncated)
            yield step
    finally:
        env.close()
