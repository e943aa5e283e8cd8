"""`gymnasium.wrappers`, with the names and arguments that they had before 1.0."""

from __future__ import annotations

import pkgutil
from typing import Any

import gymnasium as _gymnasium
import gymnasium.wrappers as _real
import numpy as np

from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.wrappers.frame_stack import LazyFrames  # noqa: F401 - scripts import it from here
from pong_pg.legacy.shims.gym.wrappers.image_observations import to_grayscale
from pong_pg.legacy.shims.gymnasium.forwarding import ObservationWrapper, forwarding_class
from pong_pg.legacy.tables.gym import ARGUMENTS, GYMNASIUM_NAMES, WRAPPER_FILES
from pong_pg.legacy.tables.rows import renames

__all__ = [  # noqa: PLE0604 - names of the installed Gymnasium and of the table
    *_real.__all__,
    *(name.rpartition(".")[2] for name in GYMNASIUM_NAMES if name.startswith("gymnasium.wrappers.")),
]

publish(__name__, dict.fromkeys(WRAPPER_FILES, __name__))


class FrameStack(forwarding_class(_real.FrameStackObservation)):  # type: ignore[misc]  # a class made at run time
    """Stacks the last observations; at reset the stack is filled with the first observation.

    Args:
        env: the environment.
        num_stack: the number of observations.
        lz4_compress: ignored: the observations are stored uncompressed.
    """

    def __init__(self, env: Any, num_stack: int, lz4_compress: bool = False) -> None:
        super().__init__(env, num_stack)
        self.num_stack = num_stack
        self.lz4_compress = lz4_compress


class GrayScaleObservation(ObservationWrapper):
    """Converts image observations to grayscale, as OpenCV does.

    Args:
        env: the environment, whose observations are (height, width, 3) uint8.
        keep_dim: return (height, width, 1) instead of (height, width).
    """

    def __init__(self, env: Any, keep_dim: bool = False) -> None:
        super().__init__(env)
        self.keep_dim = keep_dim
        shape = env.observation_space.shape[:2] + ((1,) if keep_dim else ())
        self.observation_space = _gymnasium.spaces.Box(0, 255, shape, np.uint8)

    def observation(self, observation: Any) -> Any:
        """Return the image in grayscale."""
        grey = to_grayscale(observation)
        return grey[:, :, np.newaxis] if self.keep_dim else grey


class ResizeObservation(forwarding_class(_real.ResizeObservation)):  # type: ignore[misc]  # as above
    """Resizes image observations.

    Args:
        env: the environment.
        shape: (height, width), or one number for both.
    """

    def __init__(self, env: Any, shape: Any) -> None:
        super().__init__(env, (int(shape), int(shape)) if np.ndim(shape) == 0 else tuple(shape))


class TransformObservation(forwarding_class(_real.TransformObservation)):  # type: ignore[misc]  # as above
    """Transforms each observation by a function.

    Args:
        env: the environment.
        f: the function; today it is called `func`.
        observation_space: the space of its results; None for that of the environment.
        func: see `f`.
    """

    def __init__(self, env: Any, f: Any = None, observation_space: Any = None, func: Any = None) -> None:
        super().__init__(env, func if f is None else f, observation_space)


def _with_old_arguments(name: str) -> Any:
    """Return a wrapper of Gymnasium that takes its arguments by the names of 0.29 too."""
    names = renames(ARGUMENTS[f"gymnasium.wrappers.{name}"])

    class WithOldArguments(forwarding_class(getattr(_real, name))):  # type: ignore[misc]  # as above
        def __init__(self, env: Any, *args: Any, **kwargs: Any) -> None:
            super().__init__(env, *args, **{names.get(old, old): value for old, value in kwargs.items()})

    WithOldArguments.__name__ = WithOldArguments.__qualname__ = name
    WithOldArguments.__doc__ = getattr(_real, name).__doc__
    return WithOldArguments


RecordEpisodeStatistics = _with_old_arguments("RecordEpisodeStatistics")
TransformReward = _with_old_arguments("TransformReward")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    row = GYMNASIUM_NAMES.get(f"gymnasium.wrappers.{name}")
    value = pkgutil.resolve_name(row.supplied_by) if row and row.supplied_by else getattr(_real, name)
    if isinstance(value, type) and issubclass(value, _gymnasium.Wrapper):
        value = forwarding_class(value)
    globals()[name] = value
    return value


__path__: list[str] = []
