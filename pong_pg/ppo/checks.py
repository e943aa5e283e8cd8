"""What is checked of a batch and of what is learned from it; each error says where the number was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError, EnvError, FailedGame, RewardError
from pong_pg.game.seeding import env_game
from pong_pg.ppo.gae import GOES_ON
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position, Rollout

# The console counts a game's frames in 16 bits. When they are full, after some 65,200 frames, it stops the game and
# shows other numbers in place of the score, which the emulator takes for points. No game has as many frames in fewer
# agent steps than these, of four frames each.
_CONSOLE_STEPS = 16_000


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
    infinite = np.argwhere(~np.isfinite(rewards.T))
    if len(infinite):
        step, environment = infinite[0].tolist()
        game, _ = _game_and_step(positions[environment], rollouts[environment].over, step)
        raise RewardError(
            f"the reward is not finite ({rewards[environment, step]:g}): fix the environment",
            FailedGame(update, game, env_game(seed, environment, game)[0], environment),
        )
    for environment, step in np.argwhere(np.abs(rewards) > 1).tolist():
        _, steps_before = _game_and_step(positions[environment], rollouts[environment].over, step)
        if steps_before + 1 < _CONSOLE_STEPS:
            raise EnvError(
                f"rewards must be from -1 to 1, as in Pong; got one of size {abs(rewards[environment, step]):g}: scale "
                "the rewards of the environment"
            )


def _game_and_step(position: Position, over: npt.NDArray[np.uint8], step: int) -> tuple[int, int]:
    """Return the number of the game that a step of a rollout belongs to, and how many of its steps came before."""
    ended = np.flatnonzero(over[:step] != GOES_ON)
    if not len(ended):
        return position.game, len(position.actions) + step
    return position.game + len(ended), step - int(ended[-1]) - 1


def check_weights(*sets: Weights, update: int) -> None:
    """Check that all weights are finite after an update.

    Raises:
        DivergedError: one is not.
    """
    if not all(np.isfinite(array).all() for weights in sets for array in weights):
        raise DivergedError(
            "a weight is not finite: the weights have diverged; begin a new run with a lower --learning-rate",
            FailedGame(update),
        )
