"""A stream of play: one game after another in one environment, a segment of so many steps at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import draws_palette
from pong_pg.errors import EnvError
from pong_pg.game.frames import Frame, crop, mask_table
from pong_pg.ppo.encoder import make_encoder
from pong_pg.ppo.gae import GOES_ON, TERMINATED, TRUNCATED
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.policy import ActorCritic
from pong_pg.reinforce.rollout import Advance, copying, uniforms

# Gives the seed of the environment's `reset` and what draws the actions, for each game of a stream, from 0.
Games = Callable[[int], tuple[int, np.random.Generator]]


class Position(NamedTuple):
    """Where a stream is, in a form that any worker can go on from.

    Attributes:
        game: number of the present game, from 0.
        actions: (steps so far in it,) uint8, what was done, 0 to actions - 1.
        total_reward: what it has brought so far.
    """

    game: int
    actions: npt.NDArray[np.uint8]
    total_reward: float

    @classmethod
    def start(cls) -> Position:
        """Return the position before the first step of the first game."""
        return cls(0, np.zeros(0, np.uint8), 0.0)

    def after(self, segment: Segment) -> Position:
        """Return the position after a segment that was played from here."""
        ended = np.flatnonzero(segment.over != GOES_ON)
        if not len(ended):
            actions = np.concatenate([self.actions, segment.actions])
            return Position(self.game, actions, self.total_reward + float(segment.rewards.sum()))
        begin = int(ended[-1]) + 1
        return Position(self.game + len(ended), segment.actions[begin:], float(segment.rewards[begin:].sum()))


class PlayedGame(NamedTuple):
    """A game that ended in a segment: its return, its length in agent steps, whether it was cut off."""

    total_reward: float
    steps: int
    truncated: bool


class Segment(NamedTuple):
    """So many steps of a stream.

    Attributes:
        rows: int16, the inputs of the steps' observations and of the one after the last step, see `network.Inputs`.
        ends: (steps + 1,) int64, where each observation's end.
        actions: (steps,) uint8, 0 to actions - 1.
        rewards: (steps,) float64.
        over: (steps,) uint8, how each step left the game: see `pong_pg.ppo.gae`.
        games: the games that ended, in order.
    """

    rows: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]
    actions: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.uint8]
    games: list[PlayedGame]


class Stream:
    """Plays one game after another.

    Args:
        env: an environment in the normal form, whose observations are uint8 frames, see `rollout.play_episodes`.
        actions: what is chosen from, one of `network.ACTIONS`.
        games: which games.
        position: where to go on; the game is played again up to there.

    Raises:
        EnvError: the environment does not play the same game again, so that its position can't be reached.
    """

    def __init__(self, env: Any, actions: tuple[int, ...], games: Games, position: Position | None = None) -> None:
        self._env, self._actions, self._games = env, actions, games
        self._palette = draws_palette(env)
        position = position or Position.start()
        frame = self._reset(position.game)
        self._encoder = make_encoder(mask_table(frame))
        screen = self._encoder.screen
        self._advance: Advance = env.advance if self._palette else copying(env)
        self._canvas = screen if self._palette else crop(screen)
        self._show(frame)
        if len(position.actions):
            self._replay(position)
        # The rows of the present observation, once it has been made.
        self._seen: npt.NDArray[np.int16] | None = None

    @property
    def at(self) -> tuple[int, int]:
        """Number of the present game, and steps so far in it."""
        return self._game, self._steps

    def _reset(self, game: int) -> Frame:
        self._game, self._steps, self._total = game, 0, 0.0
        env_seed, rng = self._games(game)
        self._draw = uniforms(rng)
        frame: Frame = self._env.reset(seed=env_seed)[0]
        return frame

    def _show(self, frame: Frame) -> None:
        self._canvas[...] = frame if self._palette else crop(frame)
        self._encoder.begin_game()

    def _replay(self, position: Position) -> None:
        last = len(position.actions) - 1
        for step, action in enumerate(position.actions.tolist()):
            if step == last:
                # What was on the screen before the last step tells what changed in it.
                self._encoder.begin_game()
            self._draw()
            reward, terminated, truncated = self._advance(self._actions[action], self._canvas)
            self._steps += 1
            self._total += reward
            if terminated or truncated:
                break
        if (
            self._steps < len(position.actions)
            or terminated
            or truncated
            or not math.isclose(self._total, position.total_reward, abs_tol=1e-6)
        ):
            raise EnvError(
                f"{self._env} does not play the same game again for the same seed and actions, so play can't go on "
                "where it stopped: begin a new run, and don't lose workers"
            )

    def play(self, weights: Weights, steps: int, *, greedy: bool = False, one_game: bool = False) -> Segment:
        """Play on for so many steps.

        Args:
            weights: the network's.
            steps: at least 1.
            greedy: take the likeliest action instead of drawing one.
            one_game: stop at the end of a game.
        """
        self._encoder.begin_rollout(weights, steps + 1, self._seen)
        encode, select_action = self._encoder.encode, self._encoder.select_action
        advance, canvas, draw = self._advance, self._canvas, self._draw
        actions: list[int] = []
        rewards: list[float] = []
        over = np.zeros(steps, np.uint8)
        games: list[PlayedGame] = []
        if self._seen is None:
            encode()
        for step in range(steps):
            action = select_action(-1.0 if greedy else draw())
            reward, terminated, truncated = advance(self._actions[action], canvas)
            actions.append(action)
            rewards.append(reward)
            self._steps += 1
            self._total += reward
            if terminated or truncated:
                over[step] = TERMINATED if terminated else TRUNCATED
                games.append(PlayedGame(self._total, self._steps, not terminated))
                self._show(self._reset(self._game + 1))
                draw = self._draw
            encode()
            if games and one_game:
                break
        rows, ends = self._encoder.observations()
        self._seen = rows[ends[-2] :].copy()
        played = len(actions)
        return Segment(rows, ends, np.array(actions, np.uint8), np.array(rewards, np.float64), over[:played], games)


# Steps between two looks at whether a game has ended.
_STEPS = 256


def played_games(env: Any, policy: ActorCritic, games: Games, *, greedy: bool = False) -> Iterator[PlayedGame]:
    """Yield whole games of a policy, without end.

    Args:
        env: as `Stream`.
        policy: who plays.
        games: which games.
        greedy: take the likeliest action instead of drawing one.
    """
    stream = Stream(env, ACTIONS[policy.weights.actions], games)
    while True:
        yield from stream.play(policy.weights, _STEPS, greedy=greedy, one_game=True).games
