"""`gymnasium.wrappers`, with the names and arguments that they had before 1.0."""

from __future__ import annotations

import pkgutil
from typing import Any

import gymnasium.wrappers as _real
import numpy as np

from pong_pg.legacy.tables.gym import ARGUMENTS, GYMNASIUM_NAMES
from pong_pg.legacy.tables.rows import renames

__all__ = [*_real.__all__, "FrameStack", "GrayScaleObservation"]  # noqa: PLE0604 - names of the installed Gymnasium

GrayScaleObservation = _real.GrayscaleObservation


class FrameStack(_real.FrameStackObservation):  # type: ignore[misc]  # Gymnasium is not typed here, see pyproject.toml
    """Stacks the last observations; at reset the stack is filled with the first observation."""

    def __init__(self, env: Any, num_stack: int, lz4_compress: bool = False) -> None:
        super().__init__(env, num_stack)
        self.num_stack, self.lz4_compress = num_stack, lz4_compress


class ResizeObservation(_real.ResizeObservation):  # type: ignore[misc]  # as above
    """Resizes image observations; `shape` is (height, width), or one number for both."""

    def __init__(self, env: Any, shape: Any) -> None:
        super().__init__(env, (int(shape), int(shape)) if np.ndim(shape) == 0 else tuple(shape))


class TransformObservation(_real.TransformObservation):  # type: ignore[misc]  # as above
    """Transforms each observation by a function, which was called `f`; by default the space stays as it is."""

    def __init__(self, env: Any, f: Any = None, observation_space: Any = None, func: Any = None) -> None:
        super().__init__(env, func if f is None else f, observation_space)


def _with_old_arguments(name: str) -> Any:
    """Return a wrapper of Gymnasium that takes its arguments by the names of 0.29 too."""
    names = renames(ARGUMENTS[f"gymnasium.wrappers.{name}"])

    class WithOldArguments(getattr(_real, name)):  # type: ignore[misc]  # as above
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
    return pkgutil.resolve_name(row.supplied_by) if row and row.supplied_by else getattr(_real, name)
