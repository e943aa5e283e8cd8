"""Play games with a policy and keep what their gradients need: the rollouts of REINFORCE."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env, draws_palette
from pong_pg.errors import Stopped
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.env import copying, first_frame, uniforms
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.reinforce.compiled_forward import CompiledForward, compiled_function
from pong_pg.reinforce.network import Network, sigmoid
from pong_pg.reinforce.numpy_forward import NumPyForward

# Steps between two checks whether the user wants to stop: a fraction of a second, even with a very wide network.
_STEPS_BETWEEN_STOP_CHECKS = 64


@dataclass(frozen=True)
class Episode:
    """One game: its observations, activations, actions and rewards.

    Attributes:
        pixels: (sum of change_counts,) int32, the changed pixels of all steps, one step after another.
        signs: float32, 1 for each of them that lit up and -1 for each that went dark.
        change_counts: (steps,) intp, how many of them each step has.
        hidden: (steps, hidden units), the first layer after the ReLU, in the policy's dtype.
        p_up: (steps,) float64, the probability of going up.
        went_up: (steps,) bool.
        rewards: (steps,) float64.
        truncated: the game was cut off instead of being played to its end.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.float32]
    change_counts: npt.NDArray[np.intp]
    hidden: npt.NDArray[np.floating]
    p_up: npt.NDArray[np.float64]
    went_up: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    truncated: bool

    @property
    def steps(self) -> int:
        """The game's length in agent steps."""
        return len(self.rewards)

    @property
    def total_reward(self) -> float:
        """The game's return: the undiscounted sum of its rewards, -21 to 21 in Pong."""
        return float(self.rewards.sum())


def play_episode(
    env: Env,
    policy: Network,
    *,
    env_seed: int,
    rng: np.random.Generator,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Episode:
    """Play one whole game.

    Args:
        env: an environment with Gymnasium's API, whose observations are uint8 frames: (210, 160, 3) RGB or (210, 160)
            palette indices. A buffer that the environment reuses is fine.
        policy: the policy that plays.
        env_seed: seed of the environment's `reset`.
        rng: draws the actions.
        greedy: take the likelier action instead of drawing one.
        should_stop: asked every 64 steps.

    Raises:
        Stopped: `should_stop` returned True.
    """
    forward = _forward_pass(env, policy)
    advance = env.advance if draws_palette(env) else copying(env)
    screen, logit, draw = forward.screen, forward.forward, uniforms(rng)
    forward.begin(first_frame(env, env_seed))
    p_up: list[float] = []
    went_up: list[bool] = []
    rewards: list[float] = []
    terminated = truncated = False
    while not (terminated or truncated):
        p = sigmoid(logit())
        up = p >= 0.5 if greedy else draw() < p
        reward, terminated, truncated = advance(UP if up else DOWN, screen)
        p_up.append(p)
        went_up.append(up)
        rewards.append(reward)
        if should_stop is not None and len(rewards) % _STEPS_BETWEEN_STOP_CHECKS == 0 and should_stop():
            raise Stopped
    return Episode(
        **forward.recorded(),
        p_up=np.array(p_up, np.float64),
        went_up=np.array(went_up, np.bool_),
        rewards=np.array(rewards, np.float64),
        truncated=not terminated,
    )


def _forward_pass(env: Env, policy: Network) -> CompiledForward | NumPyForward:
    """Return what computes the probabilities: compiled for the emulator's screens, otherwise by NumPy."""
    draws = draws_palette(env)
    compiled = compiled_function() if draws and policy.W2.dtype == np.float32 else None
    return NumPyForward(policy, whole=draws) if compiled is None else CompiledForward(policy, compiled)


def play_games(env: Env, policy: Network, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
    """Yield the results of whole games, without end.

    Args:
        env: as `play_episode`.
        policy: the policy that plays.
        games: the seeds of each game.
        greedy: take the more probable action instead of drawing one.
    """
    for number in itertools.count():
        env_seed, rng = games(number)
        episode = play_episode(env, policy, env_seed=env_seed, rng=rng, greedy=greedy)
        yield GameResult(number, env_seed, episode.total_reward, episode.steps, episode.truncated)
