"""Wrappers of Gym that Gymnasium still has, with the step and reset values that the script expects."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pong_pg.compat import steps
from pong_pg.compat._versions import require
from pong_pg.compat.spaces import converted
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.recording.video_recorder import render_in_mode
from pong_pg.legacy.shims.gymnasium import wrappers as _wrappers
from pong_pg.legacy.tables.gym import ARGUMENTS
from pong_pg.legacy.tables.rows import renames

gymnasium: Any = require("gymnasium", "a script that imports gym")


# Gymnasium copies the generators of spaces and accepts only its own: so this shim's spaces are converted too.
_todays_spaces = SimpleNamespace(
    **{name: getattr(gymnasium.spaces, name) for name in gymnasium.spaces.__all__} | {"Space": ()}
)


class Bridge(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """A script's environment with Gymnasium's API: pairs from `reset`, five values from `step`.

    Unlike `pong_pg.adapt`, it does not check observations against the spaces: wrappers of old scripts often change
    observations without changing the space, and Gym's wrappers did not check.

    Args:
        env: the environment, with four or five step values.
    """

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

    render_mode = "rgb_array"

    @property
    def spec(self) -> None:
        """None: the spec is of Gym's class, not of Gymnasium's."""

    @spec.setter
    def spec(self, spec: Any) -> None:
        """Ignore the spec that a wrapper sets."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "env" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.env, name)


class ThroughGymnasium(Wrapper):
    """A wrapper of Gym that is implemented by Gymnasium's.

    Args:
        env: the environment.
        args: the positional arguments of Gym's wrapper.
        kwargs: its keyword arguments.
    """

    _todays: Any

    def __init__(self, env: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env)
        name = type(self).__name__
        kwargs |= dict(zip(_POSITIONAL.get(name, ()), args, strict=False))
        args = () if name in _POSITIONAL else args
        renamed = renames(ARGUMENTS.get(f"gym.wrappers.{name}", {}))
        arguments = {renamed.get(argument, argument): value for argument, value in kwargs.items()}
        say_once(f"gym.wrappers.{name} is Gymnasium's: its pixels or last digits may differ from those of Gym's")
        try:
            self._inner = self._todays(Bridge(env), *args, **arguments)
        except (ImportError, gymnasium.error.DependencyNotInstalled) as problem:
            raise MissingPackageError(
                f"gym.wrappers.{name} needs another package: {' '.join(str(problem).split())}"
            ) from problem
        except (gymnasium.error.Error, AssertionError, TypeError, ValueError) as problem:
            raise error.Error(f"gym.wrappers.{name}: {' '.join(str(problem).split())}") from problem
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

    _step = step
    _reset = reset

    def __getattr__(self, name: str) -> Any:
        inner = vars(self).get("_inner")
        if not name.startswith("_") and inner is not None and name in {*vars(inner), *vars(type(inner))}:
            return getattr(inner, name)
        return super().__getattr__(name)


# The names of Gym's positional arguments after `env`, where Gymnasium's wrapper has others.
_POSITIONAL = {
    "AtariPreprocessing": (
        "noop_max",
        "frame_skip",
        "screen_size",
        "terminal_on_life_loss",
        "grayscale_obs",
        "grayscale_newaxis",
        "scale_obs",
    ),
}


def wrapper_named(name: str) -> Any:
    """Return a wrapper class by the name that Gym had for it, or Gymnasium has; None if there is no such wrapper."""
    todays = getattr(_wrappers, name) if name in _wrappers.__all__ else None
    if not (isinstance(todays, type) and issubclass(todays, gymnasium.Wrapper)):
        return None
    body = {"__module__": __name__.rpartition(".")[0], "__doc__": f"Gym's {name}.", "_todays": todays}
    return type(name, (ThroughGymnasium,), body)
