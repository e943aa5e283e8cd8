"""Rollouts of PPO: a fixed number of agent steps in one environment, one game after another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.compat.ale import ConsoleRules
from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.console_game import console_rules
from pong_pg.game.env import MaskedEnv
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import env_game
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.play import LIBRARY, NO_ACTIONS, Actions, Player
from pong_pg.ppo.reference import GOES_ON, TERMINATED, TRUNCATED

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

    game: int = 0
    actions: Actions = NO_ACTIONS
    total_reward: float = 0.0


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
        position: where the environment is after it.
    """

    changes: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint8]
    actions: Actions
    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.uint8]
    games: list[GameResult]
    position: Position


class Runner:
    """Plays one game after another in one environment, a rollout at a time and a step of Python at a time.

    Args:
        env: an environment from `pong_pg.game.env.training_env`. It may reuse one buffer for its frames.
        games: the seeds of each game.
        position: where to go on; the first rollout replays the game up to there.

    Attributes:
        env: as given.
        position: where it is.
    """

    def __init__(self, env: Env, games: GameSeeds, position: Position | None = None) -> None:
        self.env, self.position = env, position or Position()
        self._games, self._masked = games, MaskedEnv(env)
        self._player = Player(rules_of(env))

    def rollout(self, weights: Weights, steps: int, *, greedy: bool = False) -> Rollout:
        """Play on for so many agent steps.

        Args:
            weights: the network's, in fixed point.
            steps: at least 0.
            greedy: take the most probable action instead of drawing one.

        Raises:
            EnvError: the environment is not deterministic, so that the position can't be reached.
        """
        if self._player.at_end and len(self.position.actions):
            self._replay(weights)
        self._player.begin(weights, steps)
        return self._play(steps, greedy)

    def _replay(self, weights: Weights) -> None:
        wanted, self.position = self.position, Position(self.position.game)
        self._player.begin(weights, len(wanted.actions), wanted.actions)
        try:
            reached = self._play(len(wanted.actions), greedy=False).position
        finally:
            self.position = wanted
        if reached.game != wanted.game or not math.isclose(reached.total_reward, wanted.total_reward, abs_tol=1e-6):
            raise EnvError(
                f"{self.env} is not deterministic: the same seed and actions gave another game, so the episode can't "
                "be replayed; begin a new run, on an environment that is deterministic for a seed"
            )

    def _recorded(self, changes: npt.NDArray[np.int16], ends: npt.NDArray[np.int64]) -> Rollout:
        player, position = self._player, self.position
        actions, rewards, over = (player.arrays[name] for name in ("actions", "rewards", "over"))
        games, begin = [], 0
        for end in (np.flatnonzero(over) + 1).tolist():
            total = position.total_reward + float(rewards[begin:end].sum())
            length, is_cut = len(position.actions) + end - begin, bool(over[end - 1] == TRUNCATED)
            games.append(GameResult(position.game, self._games(position.game)[0], total, length, is_cut))
            position, begin = Position(position.game + 1), end
        played = np.concatenate([position.actions, actions[begin:]])
        total = position.total_reward + float(rewards[begin:].sum())
        self.position = Position(position.game, played, total)
        mask = player.game.mask.reshape(-1).copy()
        return Rollout(changes, ends, mask, actions, rewards, over, games, self.position)

    def _reset(self, number: int) -> None:
        env_seed, rng = self._games(number)
        self._draw = rng.random
        game = self._player.game
        game.mask[...] = game.before[...] = self._masked.reset(seed=env_seed)[0]
        self._player.at_end = 0

    def _play(self, steps: int, greedy: bool) -> Rollout:
        player, number = self._player, self.position.game
        mask, before = player.game.mask, player.game.before
        actions, rewards, over = (player.arrays[name] for name in ("actions", "rewards", "over"))
        if player.at_end:
            self._reset(number)
        changes = [np.flatnonzero(mask != before)]
        for step in range(steps):
            drawn = 0.0 if greedy else self._draw()
            if step >= player.given:
                actions[step] = player.decide(drawn, greedy)
            last = before
            before[...] = mask
            mask[...], rewards[step], terminated, truncated, _ = self._masked.step(ACTIONS[actions[step]])
            over[step] = TERMINATED if terminated else TRUNCATED if truncated else GOES_ON
            if over[step]:
                last, number = before.copy(), number + 1
                self._reset(number)
            changes.append(np.flatnonzero(mask != last))
        return self._recorded(np.concatenate(changes).astype(np.int16), np.cumsum([*map(len, changes)], dtype=np.int64))


class ConsoleRunner(Runner):
    """Plays whole rollouts on a console in C of its own, by the rules of the environment."""

    def _play(self, steps: int, greedy: bool) -> Rollout:
        player, game = self._player, self.position.game
        if player.at_end:
            player.game.prepare(*self._games(game))
        while not player.play(steps, greedy):
            game += 1
            player.game.prepare(*self._games(game))
        return self._recorded(*player.record())


def rules_of(env: Env) -> ConsoleRules | None:
    """Return the rules by which C plays whole rollouts of an environment; None where it can't."""
    return None if LIBRARY.load() is None else console_rules(env)


def make_runner(env: Env, games: GameSeeds, position: Position | None = None) -> Runner:
    """Return what plays in an environment: on a console in C of its own, if that is what the environment plays on."""
    return (Runner if rules_of(env) is None else ConsoleRunner)(env, games, position)


def check_rewards(rollouts: Sequence[Rollout], positions: Sequence[Position], seed: int, update: int) -> None:
    """Check that the rewards of a batch are finite and from -1 to 1, but for those of the console's clock.

    Args:
        rollouts: of all environments.
        positions: of the environments before the rollouts.
        seed: of the run.
        update: number of the update that learns from the rollouts, from 0.

    Raises:
        RewardError: one is not finite.
        EnvError: one is out of range.
    """
    for number, (rollout, position) in enumerate(zip(rollouts, positions, strict=True)):
        # NaN is not at most 1, either.
        for step in np.flatnonzero(~(np.abs(rollout.rewards) <= 1)).tolist():
            reward, ended = rollout.rewards[step], np.flatnonzero(rollout.over[:step])
            if not math.isfinite(reward):
                game = position.game + len(ended)
                raise RewardError(
                    f"the reward is not finite ({reward:g}): fix the environment",
                    FailedGame(update, game, env_game(seed, number, game)[0], number),
                )
            if (step - int(ended[-1]) if len(ended) else len(position.actions) + step + 1) < _CONSOLE_STEPS:
                raise EnvError(
                    f"rewards must be from -1 to 1, as in Pong; got one of size {abs(reward):g}: scale the rewards of "
                    "the environment"
                )
