"""Rollouts of PPO: a fixed number of agent steps in one environment, one game after another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env, draws_palette
from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.env import Advance, copying, first_frame, uniforms
from pong_pg.game.frames import Frame, crop, mask_table
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import env_game
from pong_pg.ppo.advantages import GOES_ON, TERMINATED, TRUNCATED
from pong_pg.ppo.encoder import make_encoder
from pong_pg.ppo.network import ACTIONS, Weights

# Agent steps that `play_games` plays between two checks whether a game has ended.
_STEPS = 256
# The console counts a game's frames in 16 bits. When they are full, after some 65,200 frames, it stops the game and
# shows other numbers in place of the score, which the emulator takes for points. No game has as many frames in fewer
# agent steps than these, of four frames each.
_CONSOLE_STEPS = 16_000


class Position(NamedTuple):
    """Where play in one environment stands, in a form from which any worker can go on.

    Attributes:
        game: number of the present game, from 0.
        actions: (steps so far in it,) uint8, the actions taken, 0 to actions - 1.
        total_reward: the sum of the rewards of these steps.
    """

    game: int
    actions: npt.NDArray[np.uint8]
    total_reward: float

    @classmethod
    def start(cls) -> Position:
        """Return the position before the first step of the first game."""
        return cls(0, np.zeros(0, np.uint8), 0.0)

    def after(self, rollout: Rollout) -> Position:
        """Return the position after a rollout from here."""
        ended = np.flatnonzero(rollout.over != GOES_ON)
        if not len(ended):
            actions = np.concatenate([self.actions, rollout.actions])
            return Position(self.game, actions, self.total_reward + float(rollout.rewards.sum()))
        begin = int(ended[-1]) + 1
        return Position(self.game + len(ended), rollout.actions[begin:], float(rollout.rewards[begin:].sum()))


class Rollout(NamedTuple):
    """A rollout of a fixed number of agent steps in one environment.

    Attributes:
        rows: int16, the inputs of the observations of all steps and of the one after the last, see `network.inputs_of`.
        ends: (steps + 1,) int64, where each observation's end.
        actions: (steps,) uint8, 0 to actions - 1.
        rewards: (steps,) float64.
        over: (steps,) uint8, whether each step ended the game: see `pong_pg.ppo.advantages`.
        games: the games that ended, in order.
    """

    rows: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]
    actions: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.uint8]
    games: list[GameResult]

    def copy(self) -> Rollout:
        """Return a rollout with arrays of its own."""
        rows, ends, actions, rewards, over, games = self
        return Rollout(rows.copy(), ends.copy(), actions.copy(), rewards.copy(), over.copy(), games)


class EnvRunner:
    """Plays one game after another in one environment, a rollout at a time.

    Args:
        env: an environment with Gymnasium's API, whose observations are uint8 frames: (210, 160, 3) RGB or (210, 160)
            palette indices. An environment may reuse one buffer for them.
        actions: the environment's actions to choose from, one of `network.ACTIONS`.
        games: the seeds of each game.
        position: where to go on; the game is replayed up to there.

    Raises:
        EnvError: the environment is not deterministic, so that the position can't be reached.
    """

    def __init__(self, env: Env, actions: tuple[int, ...], games: GameSeeds, position: Position | None = None) -> None:
        self._env, self._actions, self._games = env, actions, games
        self._palette = draws_palette(env)
        position = position or Position.start()
        frame = self._reset(position.game)
        self._encoder = make_encoder(mask_table(frame))
        screen = self._encoder.screen
        self._advance: Advance = env.advance if draws_palette(env) else copying(env)
        self._canvas = screen if self._palette else crop(screen)
        self._show(frame)
        if len(position.actions):
            self._replay(position)
        # The rows of the present observation, once it has been made.
        self._seen: npt.NDArray[np.int16] | None = None

    @property
    def env(self) -> Env:
        """The environment that it plays in."""
        return self._env

    @property
    def at(self) -> tuple[int, int]:
        """Number of the present game, and steps so far in it."""
        return self._game, self._steps

    def _reset(self, game: int) -> Frame:
        self._game, self._steps, self._total = game, 0, 0.0
        self._env_seed, rng = self._games(game)
        self._draw = uniforms(rng)
        return first_frame(self._env, self._env_seed)

    def _show(self, frame: Frame) -> None:
        self._canvas[...] = frame if self._palette else crop(frame)
        self._encoder.begin_game()

    def _step(self, action: int) -> tuple[float, int]:
        """Take a step; return its reward, and whether it ended the game: see `pong_pg.ppo.advantages`."""
        reward, terminated, truncated = self._advance(self._actions[action], self._canvas)
        self._steps += 1
        self._total += reward
        return reward, TERMINATED if terminated else TRUNCATED if truncated else GOES_ON

    def _replay(self, position: Position) -> None:
        last = len(position.actions) - 1
        for step, action in enumerate(position.actions.tolist()):
            if step == last:
                # The difference frame is that to the screen before the last step.
                self._encoder.begin_game()
            self._draw()
            _, over = self._step(action)
            if over:
                break
        if (
            self._steps < len(position.actions)
            or over
            or not math.isclose(self._total, position.total_reward, abs_tol=1e-6)
        ):
            raise EnvError(
                f"{self._env} is not deterministic: the same seed and actions gave another game, so the episode "
                "can't be replayed; begin a new run, on an environment that is deterministic for a seed"
            )

    def rollout(self, weights: Weights, steps: int, *, greedy: bool = False, one_game: bool = False) -> Rollout:
        """Play on for so many agent steps.

        Args:
            weights: the network's.
            steps: at least 0.
            greedy: take the most probable action instead of drawing one.
            one_game: stop at the end of a game.
        """
        self._encoder.begin_rollout(weights, steps + 1, self._seen)
        encode, select_action = self._encoder.encode, self._encoder.select_action
        take, draw = self._step, self._draw
        actions: list[int] = []
        rewards: list[float] = []
        over = np.zeros(steps, np.uint8)
        games: list[GameResult] = []
        if self._seen is None:
            encode()
        for step in range(steps):
            action = select_action(0.0 if greedy else draw(), greedy)
            reward, ended = take(action)
            actions.append(action)
            rewards.append(reward)
            if ended:
                over[step] = ended
                games.append(GameResult(self._game, self._env_seed, self._total, self._steps, ended == TRUNCATED))
                self._show(self._reset(self._game + 1))
                draw = self._draw
            encode()
            if games and one_game:
                break
        rows, ends = self._encoder.observations()
        played = len(actions)
        self._seen = rows[ends[-2] if played else 0 :].copy()
        return Rollout(rows, ends, np.array(actions, np.uint8), np.array(rewards, np.float64), over[:played], games)


def play_games(env: Env, weights: Weights, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
    """Yield the results of whole games, without end.

    Args:
        env: as `EnvRunner`.
        weights: the network's.
        games: the seeds of each game.
        greedy: take the most probable action instead of drawing one.
    """
    runner = EnvRunner(env, ACTIONS[weights.actions], games)
    while True:
        yield from runner.rollout(weights, _STEPS, greedy=greedy, one_game=True).games


def check_rewards(rollouts: Sequence[Rollout], positions: Sequence[Position], seed: int, update: int) -> None:
    """Check that the rewards of a batch are finite and from -1 to 1, but for those of the console's clock.

    Args:
        rollouts: of all environments.
        positions: of the environments before the rollouts.
        seed: of the run.
        update: number of the update that learns from the rollouts, from 0.

    Raises:
        RewardError: one is not finite; of several, that of the first step, in the first environment.
        EnvError: one is out of range.
    """
    rewards = np.stack([rollout.rewards for rollout in rollouts])
    # NaN is not at most 1, either.
    for step, number in np.argwhere(~(np.abs(rewards.T) <= 1)).tolist():
        reward, position, ended = rewards[number, step], positions[number], np.flatnonzero(rollouts[number].over[:step])
        if not math.isfinite(reward):
            game = position.game + len(ended)
            raise RewardError(
                f"the reward is not finite ({reward:g}): fix the environment",
                FailedGame(update, game, env_game(seed, number, game)[0], number),
            )
        if (step - int(ended[-1]) if len(ended) else len(position.actions) + step + 1) < _CONSOLE_STEPS:
            raise EnvError(
                f"rewards must be from -1 to 1, as in Pong; got one of size {abs(reward):g}: scale the rewards of the "
                "environment"
            )
