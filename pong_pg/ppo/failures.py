"""Find where in a batch a number is not finite, and play that part of it again."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from pong_pg.algorithm import Replayed
from pong_pg.compat import Env
from pong_pg.errors import DivergedError, EnvError, FailedGame, RewardError
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.frames import PIXELS
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.gae import GOES_ON
from pong_pg.ppo.loss import log_softmax
from pong_pg.ppo.network import ACTIONS, Array, Inputs, Layout, Weights
from pong_pg.ppo.rollout import EnvRunner, Position, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import forward, with_reflections
from pong_pg.ppo.value import values_of

_NAMES = {STAY: "stay", UP: "up", DOWN: "down"}
# The console counts a game's frames in 16 bits. When they are full, after some 65,200 frames, it stops the game and
# shows other numbers in place of the score, which the emulator takes for points. No game has as many frames in fewer
# agent steps than these, of four frames each.
_CONSOLE_STEPS = 16_000


def game_at(seed: int, update: int, environment: int, position: Position, rollout: Rollout, *, step: int) -> FailedGame:
    """Return the game to which a step of a rollout belongs.

    Args:
        seed: of the run.
        update: number of the update that learns from the rollout, from 0.
        environment: in which it was played, from 0.
        position: of the environment before the rollout.
        rollout: in this environment.
        step: in the rollout, from 0.
    """
    ended = np.flatnonzero(rollout.over[:step] != GOES_ON)
    game = position.game + len(ended)
    before = -1 - int(ended[-1]) if len(ended) else len(position.actions)
    return FailedGame(update, game, env_game(seed, environment, game)[0], before + step + 1, environment)


def check_rewards(rollouts: Sequence[Rollout], game: Callable[[int, int], FailedGame]) -> None:
    """Check that all rewards of a batch are finite.

    Args:
        rollouts: of all environments.
        game: returns the game of a step, from the numbers of the environment and of the step in its rollout.

    Raises:
        RewardError: one is not; of several, that of the first step, in the first environment.
    """
    rewards = np.stack([rollout.rewards for rollout in rollouts])
    bad = np.argwhere(~np.isfinite(rewards.T))
    if len(bad):
        step, environment = bad[0].tolist()
        raise RewardError(
            f"the reward is not finite ({rewards[environment, step]:g}): fix the environment", game(environment, step)
        )


def check_range(rollouts: Sequence[Rollout], value_loss: str, game: Callable[[int, int], FailedGame]) -> None:
    """Check that the rewards of a batch are of those that the value can predict, but for those of the console's clock.

    Args:
        rollouts: of all environments.
        value_loss: by which the value is trained, see `pong_pg.ppo.value`.
        game: as in `check_rewards`.

    Raises:
        EnvError: one is not.
    """
    rewards = np.stack([rollout.rewards for rollout in rollouts])
    large = np.argwhere(np.abs(rewards) > 1).tolist() if value_loss == "cross-entropy" else []
    for environment, step in large:
        if (game(environment, step).step or 0) < _CONSOLE_STEPS:
            raise EnvError(
                f"rewards must be from -1 to 1 with --value-loss cross-entropy; got one of size "
                f"{abs(rewards[environment, step]):g}: begin a new run with --value-loss squared"
            )


def check_weights(*sets: Weights, update: int) -> None:
    """Check that all weights are finite after an update.

    Raises:
        DivergedError: one is not.
    """
    if not all(np.isfinite(array).all() for weights in sets for array in weights):
        raise DivergedError(
            "a step on its minibatches gives a weight that is not finite: the weights have diverged; begin a new run "
            "with a lower --learning-rate",
            FailedGame(update),
        )


def sample_of_gradient(hidden_layers: Array, outputs: Array, d_outputs: npt.NDArray[np.float64]) -> int:
    """Return which sample of a minibatch makes its gradient not finite, from 0.

    It is the first for which a number is not finite, or else the one with the largest gradient.

    Args:
        hidden_layers: (2 n, hidden), of n observations and their reflections.
        outputs: (n, actions + 1).
        d_outputs: (n, actions + 1), the gradient with respect to the outputs.
    """
    n = len(outputs)
    parts = (hidden_layers[:n], hidden_layers[n:], outputs, d_outputs)
    finite = np.isfinite(np.concatenate(parts, axis=1)).all(axis=1)
    return int(np.argmin(finite) if not finite.all() else np.argmax(np.abs(d_outputs).max(axis=1)))


def replay_environment(state: PPOState, failed: FailedGame, make_env: Callable[[], Env], steps: int) -> Replayed:
    """Play the rollout of one environment again, and say what happened in the step at which it failed.

    Args:
        state: before the update.
        failed: the game, and the step.
        make_env: makes the environment; it is closed at the end.
        steps: length of the rollout.
    """
    if failed.environment is None or failed.game is None or failed.step is None:
        raise ValueError("there is no game to play")
    config, position = state.config, state.positions[failed.environment]
    env = make_env()
    try:
        games = functools.partial(env_game, config.seed, failed.environment)
        runner = EnvRunner(env, ACTIONS[config.actions], games, position, retry_share=config.retry_share)
        rollout = runner.rollout(state.played(), steps)
    finally:
        env.close()
    game = functools.partial(game_at, config.seed, failed.update, failed.environment, position, rollout)
    error = None
    try:
        check_rewards([rollout], lambda _, step: game(step=step))
    except RewardError as found:
        error = found
    step = next((step for step in range(len(rollout.actions)) if game(step=step) == failed), None)
    return Replayed(error, () if step is None else tuple(_details(state.players, config, rollout, step)))


def inputs_told(rows: npt.NDArray[np.int16], layout: Layout) -> str:
    """Return a text about how many inputs of an observation, (k,) as in `Inputs`, are not zero, without the bias."""
    inputs = np.where(rows < 0, ~rows, rows)
    told = []
    if layout.planes:
        lit, changed = (int(((inputs >= first) & (inputs < first + PIXELS)).sum()) for first in layout.planes[:2])
        told.append(f"{lit} of {PIXELS} pixels lit, {changed} changed")
    if layout.positions is not None:
        told.append(f"{int(((inputs >= layout.positions) & (inputs != layout.bias)).sum())} inputs of positions")
    return ", ".join(told)


def _details(players: Weights, config: PPOConfig, rollout: Rollout, step: int) -> list[tuple[str, str]]:
    begin, end = int(rollout.ends[step - 1]) if step else 0, int(rollout.ends[step])
    rows = rollout.rows[begin:end]
    hidden, outputs = forward(players, with_reflections(Inputs.one(rows), players.layout))
    probabilities = log_softmax(outputs[:, :-1].astype(np.float64))[1][0].tolist()
    actions = ACTIONS[config.actions]
    names = [_NAMES[action] for action in actions]
    shown = ", ".join(f"{name} {p:.6g}" for name, p in zip(names, probabilities, strict=True))
    action = int(rollout.actions[step])
    return [
        ("observation", inputs_told(rows, players.layout)),
        ("hidden layer", f"{np.count_nonzero(hidden > 0)} of {hidden.size} units active, largest {hidden.max():g}"),
        ("value", f"{values_of(outputs[0, -1:].astype(np.float64), config.value_loss)[0]:g}"),
        ("probabilities", shown),
        ("action", f"{actions[action]} ({names[action]})"),
        ("reward", f"{rollout.rewards[step]:g}"),
    ]
