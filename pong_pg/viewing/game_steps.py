"""Games step by step: the screen, what the policy makes of it, and the score."""

from __future__ import annotations

import functools
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.config import TrainConfig
from pong_pg.game.decision import Decision, Inspector, is_inspectable
from pong_pg.game.env import EnvFactory, training_env
from pong_pg.game.player import GameSeeds, Player
from pong_pg.game.seeding import evaluation_game

Screen = npt.NDArray[np.uint8]

# The emulator draws 60 frames a second, and an agent step is usually four of them.
STEPS_PER_SECOND = 15


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
    """

    game: int
    number: int
    screen: Screen
    decision: Decision | None
    action: int | None
    reward: float
    score: tuple[int, int]
    over: str | None


def play_steps(
    policy: Player,
    config: TrainConfig,
    *,
    seed: int = 0,
    greedy: bool = True,
    first_game: int = 0,
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
        env_factory: makes the environment, instead of the config's id.

    Raises:
        PongPGError: the environment can't be made or played, or it does not render.
    """
    env = training_env(config, env_factory)
    seeds: GameSeeds = functools.partial(evaluation_game, seed)
    inspector = Inspector(policy) if is_inspectable(policy) else None
    try:
        game = first_game
        while True:
            env_seed, rng = seeds(game)
            policy.reset(rng)
            if inspector is not None:
                inspector.reset()
            observation, _ = env.reset(seed=env_seed)
            number, reward, score, over = 0, 0.0, (0, 0), None
            while over is None:
                # A copy: the environment may reuse one buffer, and a player may keep the last frame.
                frame = np.array(observation)
                decision = None if inspector is None else inspector.look(frame)
                action = policy.act(frame, greedy=greedy)
                yield Step(game, number, _screen(env.render()), decision, action, reward, score, None)
                observation, reward, terminated, truncated, _ = env.step(action)
                reward = float(reward)
                score = (score[0] + (reward < 0), score[1] + (reward > 0))
                number += 1
                over = "terminated" if terminated else "truncated" if truncated else None
            yield Step(game, number, _screen(env.render()), None, None, reward, score, over)
            game += 1
    finally:
        env.close()


def _screen(rendered: npt.NDArray[np.uint8]) -> Screen:
    return np.array(rendered, np.uint8)
