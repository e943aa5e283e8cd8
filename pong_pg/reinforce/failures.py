"""Find where in a game a number is not finite, and play that game again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pong_pg.algorithm import Replayed
from pong_pg.compat import Env
from pong_pg.errors import FailedGame, NotFiniteError, RewardError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.counts import counted
from pong_pg.game.frames import PIXELS
from pong_pg.game.seeding import training_game
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import LARGEST_ENTRY, GradientSum
from pong_pg.reinforce.gradient import Gradient, coefficients_of, episode_gradient
from pong_pg.reinforce.network import Network
from pong_pg.reinforce.rollout import Episode, Game, play_episodes

# Entries of a gradient that are shown.
_SHOWN = 5


def check_rewards(episode: Episode, game: FailedGame) -> None:
    """Check that the rewards of a game are finite.

    Raises:
        RewardError: one is not.
    """
    finite = np.isfinite(episode.rewards)
    if not finite.all():
        step = int(np.argmin(finite))
        raise RewardError(
            f"the reward is not finite ({episode.rewards[step]:g}): fix the environment", game._replace(step=step + 1)
        )


def located(error: NotFiniteError, policy: Network, episode: Episode, gamma: float, game: FailedGame) -> NotFiniteError:
    """Return an error of a game's gradient with the step that it comes from; one that has a step as it is."""
    if error.game is not None:
        return error
    return type(error)(error.complaint, game._replace(step=_step_of_gradient(policy, episode, gamma) + 1))


def _step_of_gradient(policy: Network, episode: Episode, gamma: float) -> int:
    """Return the first step whose part of the gradient is not finite, or else the one with the largest part."""
    coefficients = coefficients_of(policy, episode, gamma)
    if coefficients is None:
        return 0
    parts = np.maximum(np.abs(coefficients * episode.hidden), np.abs(coefficients * policy.W2) * (episode.hidden > 0))
    largest = parts.max(axis=1)
    finite = np.isfinite(largest)
    return int(np.argmin(finite) if not finite.all() else np.argmax(largest))


@np.errstate(over="ignore", invalid="ignore")
def replay_game(config: ReinforceConfig, policy: Network, failed: FailedGame, make_env: Callable[[], Env]) -> Replayed:
    """Play a training game again, and say what happened in the step at which it failed.

    Args:
        config: the run's settings.
        policy: the behaviour policy of the game.
        failed: the game, and the step.
        make_env: makes the environment; it is closed at the end.
    """
    if failed.game is None or failed.step is None:
        raise ValueError("there is no game to play")
    env_seed, rng = training_game(config.seed, failed.update, failed.game)
    env = make_env()
    try:
        game = Game(failed.game, env_seed, rng)
        (_, episode), *_ = play_episodes([env], policy, [game])
    finally:
        env.close()
    gradient, error = None, None
    try:
        check_rewards(episode, FailedGame(failed.update, failed.game, env_seed))
        gradient = episode_gradient(policy, episode, config.gamma)
        if gradient is not None:
            GradientSum(config.hidden).add_game(gradient)
    except NotFiniteError as found:
        error = located(found, policy, episode, config.gamma, FailedGame(failed.update, failed.game, env_seed))
    details = [("game", f"{counted(episode.steps, 'step')}, return {episode.total_reward:g}")]
    if failed.step <= episode.steps:
        details += _details(episode, failed.step - 1)
    if gradient is not None:
        details += _entries(gradient)
    return Replayed(error, tuple(details))


def _details(episode: Episode, step: int) -> list[tuple[str, str]]:
    changed = int(episode.change_counts[step])
    begin = int(episode.change_counts[:step].sum())
    signs = episode.signs[begin : begin + changed]
    p_up, hidden = episode.p_up[step], episode.hidden[step]
    return [
        ("observation", f"{changed} of {PIXELS} pixels changed, {np.count_nonzero(signs > 0)} of them lit up"),
        ("hidden layer", f"{np.count_nonzero(hidden > 0)} of {len(hidden)} units active, largest {hidden.max():g}"),
        ("probabilities", f"up {p_up:.6g}, down {1 - p_up:.6g}"),
        ("action", f"{UP} (up)" if episode.went_up[step] else f"{DOWN} (down)"),
        ("reward", f"{episode.rewards[step]:g}"),
    ]


def _entries(gradient: Gradient) -> list[tuple[str, str]]:
    """Return the entries of the gradient that can't be added up."""
    found = []
    for name, values, pixels in (("W1", gradient.W1_rows, gradient.pixels), ("W2", gradient.W2, None)):
        bad = np.argwhere(~(np.abs(values) <= LARGEST_ENTRY))
        if len(bad):
            shown = ", ".join(_entry(name, values, pixels, index) for index in bad[:_SHOWN].tolist())
            found.append((f"gradient of {name}", f"{len(bad)} entries are not finite or too large: {shown}"))
    return found


def _entry(name: str, values: npt.NDArray[np.floating], pixels: npt.NDArray[np.intp] | None, index: list[int]) -> str:
    place = index if pixels is None else [index[1], int(pixels[index[0]])]
    return f"{name}{place} = {values[tuple(index)]:g}"
