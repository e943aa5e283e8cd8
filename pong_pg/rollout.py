"""Play one game with a policy and keep what its gradient needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import adapt, interface_of, make_for_training
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.pixels import FRAME_SHAPE, Codes, FrameDifference
from pong_pg.policy import DOWN, UP, Policy, sigmoid

# Uniform numbers are drawn in blocks: a generator gives the same stream either way, and a call for each costs more.
_BLOCK = 1024


# Steps between two looks at whether the user wants to stop: a fraction of a second, even with a very wide network.
_STEPS_BETWEEN_LOOKS = 64


class Stopped(Exception):  # noqa: N818 - not an error: the user asked for it
    """Playing was given up because the user asked to stop."""


@dataclass(frozen=True)
class Episode:
    """One game: what the network saw, thought and did, and what it got. `steps` is the game's length.

    Attributes:
        codes: (sum of code_counts,) intp, the changed pixels of all steps, one step after another.
        code_counts: (steps,) intp, how many of them each step has.
        hidden: (steps, hidden units), the first layer after the ReLU, in the policy's dtype.
        p_up: (steps,) float64, the probability of going up.
        went_up: (steps,) bool.
        rewards: (steps,) float64.
        truncated: the game was cut off instead of being played to its end.
    """

    codes: Codes
    code_counts: npt.NDArray[np.intp]
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


def uniforms(rng: np.random.Generator) -> Callable[[], float]:
    """Return a function that gives the generator's next number in [0, 1), as `rng.random()` would."""
    block: list[float] = []

    def draw() -> float:
        if not block:
            block.extend(rng.random(_BLOCK)[::-1].tolist())
        return block.pop()

    return draw


def play_episode(
    env: Any,
    policy: Policy,
    *,
    env_seed: int,
    rng: np.random.Generator,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Episode:
    """Play one whole game and return it.

    Args:
        env: an environment in the normal form, whose observations are uint8 frames: (210, 160, 3) RGB or
            (210, 160) palette indices. A buffer that the environment reuses is fine.
        policy: the policy that plays.
        env_seed: seed of the environment's `reset`.
        rng: draws the actions.
        greedy: take the likelier action instead of drawing one.
        should_stop: asked every 64 steps.

    Raises:
        Stopped: `should_stop` said so.
    """
    frame, _ = env.reset(seed=env_seed)
    difference = FrameDifference(frame)
    codes: Codes = np.empty(0, np.intp)
    draw = uniforms(rng)
    step, forward = env.step, policy.forward
    all_codes, hiddens, probabilities, ups, rewards = [], [], [], [], []
    terminated = truncated = False
    while not (terminated or truncated):
        hidden, logit = forward(codes)
        p_up = sigmoid(logit)
        up = p_up >= 0.5 if greedy else draw() < p_up
        all_codes.append(codes)
        hiddens.append(hidden)
        probabilities.append(p_up)
        ups.append(up)
        frame, reward, terminated, truncated, _ = step(UP if up else DOWN)
        rewards.append(float(reward))
        codes = difference(frame)
        if should_stop is not None and len(rewards) % _STEPS_BETWEEN_LOOKS == 0 and should_stop():
            raise Stopped
    return Episode(
        codes=np.concatenate(all_codes),
        code_counts=np.array([len(step_codes) for step_codes in all_codes], np.intp),
        hidden=np.array(hiddens),
        p_up=np.array(probabilities),
        went_up=np.array(ups),
        rewards=np.array(rewards),
        truncated=bool(truncated and not terminated),
    )


def training_env(config: TrainConfig, env_factory: Callable[[], Any] | None = None) -> Any:
    """Make the environment that a run plays.

    Args:
        config: says which.
        env_factory: makes it instead; what it returns is adapted.

    Raises:
        EnvError: its observations are not frames of Pong, or actions 2 and 3 do not exist.
        UnknownEnvError: no environment has the config's id.
        MissingPackageError: a package that it needs is not installed.
    """
    if env_factory is not None:
        env, name = adapt(env_factory()), "the environment of env_factory"
    else:
        env, name = make_for_training(config.env, backend=config.backend, **config.env_kwargs), config.env
    _check_playable(env, name)
    return env


def _check_playable(env: Any, name: str) -> None:
    shape, dtype, actions = interface_of(env)
    if shape not in {FRAME_SHAPE, (*FRAME_SHAPE, 3)} or dtype != np.uint8:
        raise EnvError(
            f"{name} can't be trained on: observations must be uint8 frames of shape (210, 160, 3) or (210, 160), "
            f"as Pong's are; they have shape {shape} and dtype {dtype}"
        )
    if actions <= DOWN:
        raise EnvError(
            f"{name} can't be trained on: the policy plays actions {UP} (up) and {DOWN} (down); there are {actions}"
        )
