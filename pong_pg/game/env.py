"""Make the environments of a run and step them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from pong_pg.compat import Env, adapt, interface_of, make_for_training
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError, EnvFailedError, PongPGError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import FRAME_SHAPE, Frame, crop

# Takes one agent step with an action, writes the next frame into an array, and returns reward, terminated, truncated.
Advance = Callable[[int, Frame], tuple[float, bool, bool]]


class EnvFactory(Protocol):
    """A function without arguments, or a class, that makes an environment."""

    def __call__(self) -> object:
        """Return a new environment, of any version of Gym or Gymnasium that `pong_pg.adapt` takes."""


# Uniform numbers are drawn in blocks, which is faster than one call for each and gives the same stream.
_BLOCK = 1024


def training_env(config: TrainConfig, env_factory: EnvFactory | None = None) -> Env:
    """Make an environment for a run and check that Pong can be trained on it.

    Args:
        config: settings with the environment's id, backend and arguments.
        env_factory: makes the environment instead; it is then adapted.

    Raises:
        EnvFailedError: `env_factory` raised an exception.
        EnvError: its observations do not have the shape of Pong's frames, or actions 2 and 3 do not exist.
        UnknownEnvError: no environment has the id of the config.
        MissingPackageError: a package that it needs is not installed.
    """
    if env_factory is not None:
        env, name = adapt(_made_by(env_factory)), "the environment of env_factory"
    else:
        env, name = make_for_training(config.env, backend=config.backend, **config.env_kwargs), config.env
    _check_playable(env, name)
    return env


def _made_by(env_factory: EnvFactory) -> object:
    try:
        return env_factory()
    except PongPGError:
        raise
    except Exception as error:
        raise EnvFailedError(f"env_factory raised {_described(error)}; fix the factory") from error


def _check_playable(env: Env, name: str) -> None:
    shape, dtype, actions = interface_of(env)
    if shape not in {FRAME_SHAPE, (*FRAME_SHAPE, 3)} or dtype != np.uint8:
        raise EnvError(
            f"{name} can't be trained on: observations must be uint8 frames of shape (210, 160, 3) or (210, 160), "
            f"as in Pong; got shape {shape} and dtype {dtype}: use an environment of Pong"
        )
    if actions <= DOWN:
        raise EnvError(
            f"{name} can't be trained on: the policy takes actions {UP} (up) and {DOWN} (down), so there must be at "
            f"least {DOWN + 1} discrete actions; got {actions}: use an environment of Pong"
        )


def copying(env: Env) -> Advance:
    """Return a function that takes one step of an environment and copies the cropped frame into an array."""

    def advance(action: int, pixels: Frame) -> tuple[float, bool, bool]:
        try:
            frame, reward, terminated, truncated, _ = env.step(action)
            pixels[...] = crop(frame)
            return float(reward), terminated, truncated
        except PongPGError:
            raise
        except Exception as error:
            raise _failed(error, f"step({action})") from error

    return advance


def first_frame(env: Env, seed: int) -> Frame:
    """Begin a game and return its first frame.

    Raises:
        EnvFailedError: the environment raised an exception.
    """
    try:
        frame: Frame = env.reset(seed=seed)[0]
    except PongPGError:
        raise
    except Exception as error:
        raise _failed(error, f"reset(seed={seed})") from error
    return frame


def _failed(error: Exception, where: str) -> EnvFailedError:
    return EnvFailedError(f"the environment raised {_described(error)} in {where}; fix the environment")


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def uniforms(rng: np.random.Generator) -> Callable[[], float]:
    """Return a function that returns the generator's next number in [0, 1), as `rng.random()` does, but faster."""
    block: list[float] = []

    def draw() -> float:
        if not block:
            block.extend(rng.random(_BLOCK)[::-1].tolist())
        return block.pop()

    return draw
