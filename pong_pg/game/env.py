"""Make the environments of a run and step them; and the workers' base class, which holds some."""

from __future__ import annotations

import contextlib
import functools
import operator
import sys
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from pong_pg.compat import Env, adapt, make_for_training
from pong_pg.compat.ale import DirectEnv
from pong_pg.config import TrainConfig
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import ArgumentError, EnvError, EnvFailedError, PongPGError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import FRAME_SHAPES, PIXELS, Mask, check_frame, mask

# After how many frames it is clear whether a game is Pong, and how many pixels of a mask are lit in Pong at most: two
# paddles and the ball have 36.
_FRAMES, _MOST_LIT = 500, 100

ConfigT = TypeVar("ConfigT", bound=TrainConfig)


class EnvFactory(Protocol):
    """A function without arguments, or a class, that makes an environment."""

    def __call__(self) -> object:
        """Return a new environment, of any version of Gym or Gymnasium that `pong_pg.adapt` takes."""


def factory_name(factory: object) -> str | None:
    """Return an `env_factory`'s importable name, ``module:qualname``, for a checkpoint; otherwise a description.

    Args:
        factory: a function, a class, or any other callable; None, which has no name.
    """
    if factory is None:
        return None
    if isinstance(factory, functools.partial):
        return f"a functools.partial of {factory_name(factory.func)}"
    module, qualname = getattr(factory, "__module__", None), getattr(factory, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(qualname, str):
        kind = type(factory)
        return f"an instance of {kind.__module__}:{kind.__qualname__}"
    try:
        found = operator.attrgetter(qualname)(sys.modules[module])
    except (KeyError, AttributeError):  # of a function within another, or a lambda
        found = None
    return (
        f"{module}:{qualname}" if found is factory else f"{qualname} in {module}, which can't be imported by that name"
    )


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
        with _reporting("env_factory raised {}; fix the factory"):
            made = env_factory()
        env, name = adapt(made), "the environment of env_factory"
    else:
        env, name = make_for_training(config.env, backend=config.backend, **config.env_kwargs), config.env
    check_playable(env, name)
    return env


def check_playable(env: Env, name: str) -> None:
    """Check that an environment's frames and actions are like Pong's; `name` is what the error calls it.

    Raises:
        EnvError: they are not.
    """
    shape: tuple[int, ...] | None
    dtype: np.dtype[Any] | None
    if isinstance(env, DirectEnv):
        # Its spaces would import Gymnasium in every worker.
        shape, dtype, actions = env.observation_shape, np.dtype(np.uint8), len(env.get_action_meanings())
    else:
        space = getattr(env, "observation_space", None)
        frame = env.reset()[0] if space is None else space
        shape, dtype = getattr(frame, "shape", None), getattr(frame, "dtype", None)
        actions = int(getattr(env.action_space, "n", 0))
    if shape not in FRAME_SHAPES or dtype != np.uint8:
        raise EnvError(
            f"{name} can't be played: observations must be uint8 frames of shape (210, 160, 3) or (210, 160), "
            f"as in Pong; got shape {shape} and dtype {dtype}: use an environment of Pong"
        )
    if actions <= DOWN:
        raise EnvError(
            f"{name} can't be played: the policy takes actions {UP} (up) and {DOWN} (down), so there must be at "
            f"least {DOWN + 1} discrete actions; got {actions}: use an environment of Pong"
        )


class MaskedEnv:
    """An environment whose observations are the masks of its frames, and whose exceptions are this package's.

    Args:
        env: an environment from `training_env`. A buffer that it reuses for its frames is fine.
    """

    def __init__(self, env: Env) -> None:
        self._env = env
        # How many frames were seen, up to _FRAMES, and in how many of them there can be no paddles and ball.
        self._frames = self._others = 0

    def reset(self, *, seed: int) -> tuple[Mask, dict[str, Any]]:
        """Begin a game; return the first frame's mask, (80, 80) int8, and an empty dictionary.

        Raises:
            EnvFailedError: the environment raised an exception.
            EnvError: the observation is no frame, or those so far are of another game than Pong.
        """
        with _reporting(f"the environment raised {{}} in reset(seed={seed}); fix the environment"):
            return self._mask(self._env.reset(seed=seed)[0]), {}

    def step(self, action: int) -> tuple[Mask, float, bool, bool, dict[str, Any]]:
        """Take a step; return the next frame's mask, the reward, terminated, truncated, and an empty dictionary.

        Raises:
            EnvFailedError: the environment raised an exception.
            EnvError: see `reset`.
        """
        with _reporting(f"the environment raised {{}} in step({action}); fix the environment"):
            frame, reward, terminated, truncated, _ = self._env.step(action)
            return self._mask(frame), float(reward), terminated, truncated, {}

    def _mask(self, observation: Any) -> Mask:
        try:
            seen = mask(check_frame(observation))
        except ArgumentError as error:
            raise EnvError(f"{error}: fix the environment") from None
        if self._frames < _FRAMES:
            self._frames += 1
            self._others += not 0 < np.count_nonzero(seen) <= _MOST_LIT
            if self._frames == _FRAMES and self._others > _FRAMES / 2:
                raise EnvError(
                    f"the frames do not look like Pong's: in {self._others} of the first {_FRAMES}, none or more than "
                    f"{_MOST_LIT} of the {PIXELS} pixels differ from the background; use an environment of Pong"
                )
        return seen


@contextlib.contextmanager
def _reporting(complaint: str) -> Iterator[None]:
    """Turn an exception of a user's program into one line; `complaint` has braces for what was raised."""
    try:
        yield
    except PongPGError:
        raise
    except Exception as error:
        raise EnvFailedError(complaint.format(f"{type(error).__name__}: {' '.join(str(error).split())}")) from error


class EnvWorker(Generic[ConfigT]):
    """A worker that makes its environments when they are needed.

    Args:
        config: settings of the run.
        env_factory: makes the environments; None for those of the config.
        own_process: whether the worker is a Ray actor, which may limit the native threads of its process.
    """

    def __init__(self, config: ConfigT, env_factory: EnvFactory | None, *, own_process: bool = False) -> None:
        self._config = config
        self._env_factory = env_factory
        self._envs: list[Env] = []
        if own_process:
            limit_native_threads()

    def env(self, number: int = 0) -> Env:
        """Return one of its environments, which are made when they are first asked for.

        Raises:
            PongPGError: as `training_env`.
        """
        while len(self._envs) <= number:
            made = training_env(self._config, self._env_factory)
            # Adapted anew, it is another object.
            if any(getattr(made, "env", made) is getattr(other, "env", other) for other in self._envs):
                raise EnvError("env_factory must return a new environment each time; got the same object twice")
            self._envs.append(made)
        return self._envs[number]

    def prepare(self) -> None:
        """Make the first environment, so that an error in making it is raised now."""
        # Not in __init__: Ray reports an error in an actor's constructor only as the death of the actor.
        self.env()

    def close(self) -> None:
        """Close the environments."""
        while self._envs:
            self._envs.pop().close()
