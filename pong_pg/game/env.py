"""The environment that a run plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from pong_pg import compat
from pong_pg.compat import Env, adapt, interface_of, make_for_training
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import FRAME_SHAPE, Frame, crop

# Plays one agent step with an action, leaves the next frame in an array, and returns reward, terminated, truncated.
Advance = Callable[[int, Frame], tuple[float, bool, bool]]


class EnvFactory(Protocol):
    """Makes an environment: a function without arguments, or a class."""

    def __call__(self) -> object:
        """Return a new environment of any kind that `pong_pg.adapt` takes."""


# Uniform numbers are drawn in blocks: a generator gives the same stream either way, and a call for each costs more.
_BLOCK = 1024


def training_env(config: TrainConfig, env_factory: EnvFactory | None = None) -> Env:
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


def _check_playable(env: Env, name: str) -> None:
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


def direct_obs_type(config: TrainConfig, env_factory: EnvFactory | None) -> str | None:
    """Return what a run observes where it plays directly on the emulator, see `pong_pg.compat.direct_obs_type`."""
    return None if env_factory is not None else compat.direct_obs_type(config.env, config.backend, config.env_kwargs)


def copying(env: Env) -> Advance:
    """Return a function that plays one step of an environment and copies the network's pixels of the frame."""

    def advance(action: int, pixels: Frame) -> tuple[float, bool, bool]:
        frame, reward, terminated, truncated, _ = env.step(action)
        pixels[...] = crop(frame)
        return float(reward), terminated, truncated

    return advance


def uniforms(rng: np.random.Generator) -> Callable[[], float]:
    """Return a function that gives the generator's next number in [0, 1), as `rng.random()` would."""
    block: list[float] = []

    def draw() -> float:
        if not block:
            block.extend(rng.random(_BLOCK)[::-1].tolist())
        return block.pop()

    return draw
