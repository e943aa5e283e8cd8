"""`gym.wrappers`: the time limit, the monitors, and the wrappers that Gymnasium still has, in the form of Gym."""

from __future__ import annotations

import collections
import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import require
from pong_pg.compat.spaces import converted
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import say_once
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper, Wrapper
from pong_pg.legacy.shims.gym.monitors import Monitor, capped_cubic_video_schedule
from pong_pg.legacy.shims.gym.submodules import gone, publish
from pong_pg.legacy.shims.gym.videos import render_in_mode
from pong_pg.legacy.tables.gym import ARGUMENTS
from pong_pg.legacy.tables.rows import renames

gymnasium: Any = require("gymnasium", "a script that imports gym")

# Those of Gymnasium that this module has under Gym's names, by `__getattr__`; it has more.
_TODAYS = (
    "AtariPreprocessing", "ClipAction", "FlattenObservation", "GrayScaleObservation", "RecordEpisodeStatistics",
    "RecordVideo", "RescaleAction", "ResizeObservation", "TransformObservation", "TransformReward",
)  # fmt: skip
__all__ = [  # noqa: PLE0604 - strings
    "FrameStack", "LazyFrames", "Monitor", "TimeLimit", "capped_cubic_video_schedule",
    *_TODAYS,
]  # fmt: skip


class TimeLimit(Wrapper):
    """Truncates an episode after a number of steps, by default that of the spec, with four or five step values."""

    def __init__(self, env: Any, max_episode_steps: int | None = None) -> None:
        super().__init__(env)
        spec = getattr(env, "spec", None)
        if max_episode_steps is None and spec is not None:
            max_episode_steps = spec.max_episode_steps
        elif spec is not None:
            spec.max_episode_steps = max_episode_steps
        self._max_episode_steps = max_episode_steps
        self._elapsed_steps: int | None = 0 if settings.current().is_gym_094 else None
        self._is_reset = False

    def step(self, action: Any) -> Any:
        """Run one step; the last is truncated or, with four values, done with ``info["TimeLimit.truncated"]`` set."""
        if not self._is_reset and not self._elapsed_steps:
            raise AssertionError("Cannot call env.step() before calling reset()")
        result = self.env.step(action)
        self._elapsed_steps = elapsed = (self._elapsed_steps or 0) + 1
        limit = self._max_episode_steps
        if limit is None or elapsed < limit:
            return result
        observation, reward, done, *truncated, info = result
        if truncated:
            return observation, reward, done, True, info
        if not settings.current().is_gym_094:
            info[steps.TRUNCATED] = not done
        return observation, reward, True, info

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and its count of steps."""
        self._elapsed_steps, self._is_reset = 0, True
        return self.env.reset(**kwargs)

    _step = step
    _reset = reset

    @property
    def _past_limit(self) -> bool:
        limit = self._max_episode_steps
        return limit is not None and (self._elapsed_steps or 0) >= limit


class LazyFrames:
    """A stack of frames that is made an array when it is used, so that stacks which overlap share their frames."""

    def __init__(self, frames: Any, lz4_compress: bool = False) -> None:  # noqa: ARG002 - Gym's form
        self._frames = list(frames)
        self.dtype = self._frames[0].dtype
        self.shape = (len(self._frames), *self._frames[0].shape)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.stack(self._frames).astype(self.dtype if dtype is None else dtype, copy=False)

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, index: Any) -> Any:
        return self._frames[index] if isinstance(index, int) else np.asarray(self)[index]

    def __eq__(self, other: object) -> Any:
        return np.asarray(self) == np.asarray(other)

    __hash__ = None  # type: ignore[assignment]  # as arrays


class FrameStack(ObservationWrapper):
    """Stacks the last observations; at reset the stack is filled with the first observation."""

    def __init__(self, env: Any, num_stack: int, lz4_compress: bool = False) -> None:
        super().__init__(env)
        self.num_stack, self.lz4_compress = num_stack, lz4_compress
        self.frames: Any = collections.deque(maxlen=num_stack)
        low, high = (
            np.repeat(bound[np.newaxis], num_stack, axis=0)
            for bound in (self.observation_space.low, self.observation_space.high)
        )
        self.observation_space = spaces.Box(low=low, high=high, dtype=self.observation_space.dtype)

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode, and a stack of its first observation."""
        self.frames.clear()
        return super().reset(**kwargs)

    def observation(self, observation: Any) -> LazyFrames:
        """Return the stack with this observation as its last."""
        self.frames.extend([observation] * max(1, self.num_stack - len(self.frames)))
        return LazyFrames(self.frames)

    _reset = reset


# Gymnasium copies the generators of spaces and accepts only its own: so this shim's spaces are converted too.
_todays_spaces = SimpleNamespace(
    **{name: getattr(gymnasium.spaces, name) for name in gymnasium.spaces.__all__} | {"Space": ()}
)


class Bridge(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """A script's environment with Gymnasium's API: pairs from `reset`, five values from `step`.

    Unlike `pong_pg.adapt`, it does not check observations against the spaces: wrappers of old scripts often change
    observations without changing the space, and Gym's wrappers did not check.
    """

    render_mode = "rgb_array"
    # That of the environment is of Gym's class, not of Gymnasium's.
    spec = None

    def __init__(self, env: Any) -> None:
        self.env = env
        self.action_space = converted(env.action_space, _todays_spaces)
        self.observation_space = converted(env.observation_space, _todays_spaces)

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, reward, done, *truncated, info = self.env.step(action)
        ends = (done, *truncated) if truncated else steps.split_done(bool(done), info)
        return (observation, reward, *ends, info)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Reset the environment to start an episode; it is seeded by its `seed` method."""
        if seed is not None:
            self.env.seed(seed)
        result = self.env.reset(**({"options": options} if options else {}))
        return result if steps.looks_like_pair(result) else (result, {})

    def render(self) -> Any:
        """Return the rendered RGB array."""
        return render_in_mode(self.env, "rgb_array")

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return self.env.unwrapped

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "env" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.env, name)


class _ThroughGymnasium(Wrapper):
    """A wrapper of Gym that is implemented by Gymnasium's."""

    _todays: Any

    def __init__(self, env: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env)
        name = type(self).__name__
        kwargs |= dict(zip(_POSITIONAL.get(name, ()), args, strict=False))
        args = () if name in _POSITIONAL else args
        renamed = renames(ARGUMENTS.get(f"gym.wrappers.{name}") or ARGUMENTS.get(f"gymnasium.wrappers.{name}", {}))
        arguments = {renamed.get(argument, argument): value for argument, value in kwargs.items()}
        if name == "TransformObservation":
            arguments.setdefault("observation_space", None)
        elif name == "ResizeObservation":
            arguments["shape"] = tuple(np.broadcast_to(arguments["shape"], 2))
        say_once(f"gym.wrappers.{name} is Gymnasium's: its pixels or last digits may differ from those of Gym's")
        try:
            self._inner = self._todays(Bridge(env), *args, **arguments)
        except (ImportError, gymnasium.error.Error, AssertionError, TypeError, ValueError) as problem:
            is_missing = isinstance(problem, (ImportError, gymnasium.error.DependencyNotInstalled))
            why = " needs another package" if is_missing else ""
            kind = MissingPackageError if is_missing else error.Error
            raise kind(f"gym.wrappers.{name}{why}: {' '.join(str(problem).split())}") from problem
        self.action_space = converted(self._inner.action_space, spaces)
        self.observation_space = converted(self._inner.observation_space, spaces)

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, reward, terminated, truncated, info = self._inner.step(action)
        if settings.current().step_values == 5:
            return observation, reward, terminated, truncated, info
        return (observation, reward, *steps.join_done(bool(terminated), bool(truncated), info))

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        pair = kwargs.pop("return_info", settings.current().reset_pair)
        result = self._inner.reset(**{name: kwargs[name] for name in ("seed", "options") if name in kwargs})
        return result if pair else result[0]

    def close(self) -> Any:
        """Close the wrapper, which may have files to finish, and the environment."""
        return self._inner.close()

    _step = step
    _reset = reset

    def __getattr__(self, name: str) -> Any:
        inner = vars(self).get("_inner")
        if not name.startswith("_") and inner is not None and name in {*vars(inner), *vars(type(inner))}:
            return getattr(inner, name)
        return super().__getattr__(name)


# The names of Gym's positional arguments after `env`, where Gymnasium's wrapper has others.
_ATARI = ("noop_max", "frame_skip", "screen_size", "terminal_on_life_loss", "grayscale_obs", "grayscale_newaxis")
_POSITIONAL = {"AtariPreprocessing": (*_ATARI, "scale_obs"), "ResizeObservation": ("shape",)}
_RENAMED = {"GrayScaleObservation": "GrayscaleObservation"}


def __getattr__(name: str) -> Any:
    todays = importlib.import_module("gymnasium.wrappers")
    found = getattr(todays, _RENAMED.get(name, name), None)
    if not (isinstance(found, type) and issubclass(found, gymnasium.Wrapper)):
        raise gone(__name__, name)
    wrapper = type(name, (_ThroughGymnasium,), {"__module__": __name__, "__doc__": f"Gym's {name}.", "_todays": found})
    # Kept, so that it can be pickled, and used with isinstance.
    globals()[name] = wrapper
    return wrapper


_MONITORS = f"{__name__.rpartition('.')[0]}.monitors"
_FILES = (
    "atari_preprocessing", "clip_action", "flatten_observation", "frame_stack", "gray_scale_observation", "normalize",
    "record_episode_statistics", "record_video", "rescale_action", "resize_observation", "time_limit",
    "transform_observation", "transform_reward",
)  # fmt: skip
_OF_MONITORS = ("monitor", "monitoring", "monitoring.stats_recorder", "monitoring.video_recorder")
publish(__name__, dict.fromkeys(_FILES, __name__) | dict.fromkeys(_OF_MONITORS, _MONITORS))
