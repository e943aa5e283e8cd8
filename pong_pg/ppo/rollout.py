"""Rollouts of PPO: a fixed number of agent steps in one environment, one game after another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.compat.ale import ConsoleRules
from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.console_game import Game, console_rules
from pong_pg.game.env import MaskedEnv
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import env_game
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.play import LIBRARY, CompiledPlayer, Shares, make_player
from pong_pg.ppo.reference import GOES_ON, TERMINATED, TRUNCATED

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
        actions: (steps so far in it,) uint8, the actions taken, 0 to 2.
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
        changes: int16, the pixels in which the mask of each observation differs from that of the observation before;
            of the first observation, from that of the frame before. They are inputs but in a game's first frame.
        ends: (steps + 1,) int64, where each observation's changes end; one is of the frame after the last step.
        mask: (6400,) uint8, the mask of the last observation.
        actions: (steps,) uint8, 0 to 2.
        rewards: (steps,) float64.
        over: (steps,) uint8, whether each step ended the game: see `pong_pg.ppo.reference.advantages`.
        games: the games that ended, in order.
    """

    changes: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.uint8]
    games: list[GameResult]

    def copy(self) -> Rollout:
        """Return a rollout with arrays of its own."""
        arrays = {name: array.copy() for name, array in self._asdict().items() if name != "games"}
        return Rollout(**arrays, games=self.games)


class Runner:
    """Plays one game after another in one environment, a rollout at a time.

    Args:
        games: the seeds of each game.
        game: what the masks of frames are in, or what plays on the console in C.
        position: where to go on.
    """

    def __init__(self, games: GameSeeds, game: Game, position: Position) -> None:
        self._games = games
        self._player = make_player(game)
        self._position = position

    @property
    def at(self) -> tuple[int, int]:
        """Number of the present game, and steps so far in it."""
        return self._position.game, len(self._position.actions)

    def rollout(self, weights: Weights, steps: int, *, greedy: bool = False, one_game: bool = False) -> Rollout:
        """Play on for so many agent steps.

        Args:
            weights: the network's, in fixed point.
            steps: at least 0.
            greedy: take the most probable action instead of drawing one.
            one_game: stop at the end of a game.
        """
        raise NotImplementedError

    def _recorded(self, steps: int) -> Rollout:
        player, position = self._player, self._position
        rewards, over = player.rewards[:steps], player.over[:steps]
        games, begin, before, played = [], 0, position.total_reward, len(position.actions)
        for number, end in enumerate((np.flatnonzero(over) + 1).tolist()):
            game = position.game + number
            total, length = before + float(rewards[begin:end].sum()), played + end - begin
            games.append(GameResult(game, self._games(game)[0], total, length, bool(over[end - 1] == TRUNCATED)))
            begin, before, played = end, 0.0, 0
        mask = player.game.mask.reshape(-1).copy()
        rollout = Rollout(*player.record(), mask, player.actions[:steps], rewards, over, games)
        self._position = position.after(rollout)
        return rollout

    def _check_replayed(self, steps: int, total: float, name: str) -> None:
        if steps < len(self._position.actions) or not math.isclose(total, self._position.total_reward, abs_tol=1e-6):
            raise EnvError(
                f"{name} is not deterministic: the same seed and actions gave another game, so the episode can't be "
                "replayed; begin a new run, on an environment that is deterministic for a seed"
            )


class ConsoleRunner(Runner):
    """Plays on a console in C of its own: see `Runner`.

    Args:
        rules: of the game.
        games: the seeds of each game.
        position: where to go on; the game is replayed up to there.
    """

    _player: CompiledPlayer

    def __init__(self, rules: ConsoleRules, games: GameSeeds, position: Position | None = None) -> None:
        super().__init__(games, Game(rules), position or Position.start())
        self._prepared = self._position.game
        self._prepare()
        if len(self._position.actions):
            self._check_replayed(*self._player.replay(self._position.actions), "the console")

    def _prepare(self) -> None:
        self._player.game.prepare(*self._games(self._prepared))
        self._prepared += 1

    @property
    def player(self) -> CompiledPlayer:
        """What C plays with."""
        return self._player

    def begin(self, weights: Weights, steps: int) -> CompiledPlayer:
        """Begin a rollout that C plays; see `Shares`."""
        self._player.begin(weights, steps)
        self.go_on()
        return self._player

    def go_on(self, *, one_game: bool = False) -> None:
        """Give the player what it needs to go on: the seeds of the next game, and room.

        Args:
            one_game: play no other game when the present one is over.
        """
        game = self._player.game
        if one_game and not self._player.at_end:
            # Also where an earlier rollout was given these seeds, and has not come to use them.
            self._prepared -= game.has_next
            game.has_next = 0
        elif not game.has_next:
            self._prepare()
        self._player.make_room()

    def has_played(self, steps: int) -> bool:
        """Whether the rollout is complete."""
        return self._player.steps >= steps and not self._player.at_end

    def finish(self) -> Rollout:
        """Return the rollout."""
        return self._recorded(self._player.steps)

    def rollout(self, weights: Weights, steps: int, *, greedy: bool = False, one_game: bool = False) -> Rollout:
        """See `Runner`."""
        self._player.begin(weights, steps)
        while True:
            self.go_on(one_game=one_game)
            Shares([self._player], steps, greedy=greedy).play()
            if self.has_played(steps) or (one_game and self._player.at_end):
                return self.finish()


class EnvRunner(Runner):
    """Plays in any environment, a step of Python at a time: see `Runner`.

    Args:
        env: an environment with Gymnasium's API, whose observations are uint8 frames: (210, 160, 3) RGB or (210, 160)
            palette indices. An environment may reuse one buffer for them.
        games: the seeds of each game.
        position: where to go on; the game is replayed up to there.

    Raises:
        EnvError: the environment is not deterministic, so that the position can't be reached.
    """

    def __init__(self, env: Env, games: GameSeeds, position: Position | None = None) -> None:
        super().__init__(games, Game(), position or Position.start())
        self._env, self._masked = env, MaskedEnv(env)
        if len(self._position.actions):
            self._replay()

    @property
    def env(self) -> Env:
        """The environment that it plays in."""
        return self._env

    def _reset(self, game: int) -> None:
        env_seed, rng = self._games(game)
        self._draw = rng.random
        self._player.game.mask[...] = self._masked.reset(seed=env_seed)[0]

    def _step(self, action: int) -> tuple[float, int]:
        """Take a step; return its reward, and the state of the game: see `pong_pg.ppo.reference.advantages`."""
        self._player.game.mask[...], reward, terminated, truncated, _ = self._masked.step(ACTIONS[action])
        return reward, TERMINATED if terminated else TRUNCATED if truncated else GOES_ON

    def _replay(self) -> None:
        game, total, taken = self._player.game, 0.0, 0
        self._reset(self._position.game)
        for action in self._position.actions.tolist():
            game.before[...] = game.mask
            self._draw()
            reward, over = self._step(action)
            total += reward
            if over:
                break
            taken += 1
        self._check_replayed(taken, total, str(self._env))
        self._player.go_on_from_here()

    def rollout(self, weights: Weights, steps: int, *, greedy: bool = False, one_game: bool = False) -> Rollout:
        """See `Runner`."""
        player, played = self._player, 0
        player.begin(weights, steps)
        if player.at_end:
            self._reset(self._position.game)
            player.observe_first(player.game.mask)
        while played < steps:
            action = player.select(0.0 if greedy else self._draw(), greedy)
            reward, over = self._step(action)
            player.actions[played], player.rewards[played], player.over[played] = action, reward, over
            played += 1
            if not over:
                player.observe()
                continue
            player.end_game()
            if one_game:
                break
            last = player.game.before.copy()
            self._reset(self._position.game + int(np.count_nonzero(player.over[:played])))
            player.observe_first(last)
        return self._recorded(played)


def make_runner(env: Env, games: GameSeeds, position: Position | None = None) -> Runner:
    """Return what plays in an environment: on a console in C of its own, if that is what the environment plays on."""
    rules = console_rules(env) if LIBRARY.load() is not None else None
    return EnvRunner(env, games, position) if rules is None else ConsoleRunner(rules, games, position)


def play_games(env: Env, weights: Weights, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
    """Yield the results of whole games, without end.

    Args:
        env: as `EnvRunner`.
        weights: the network's, in fixed point.
        games: the seeds of each game.
        greedy: take the most probable action instead of drawing one.
    """
    runner = make_runner(env, games)
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
