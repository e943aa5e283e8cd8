"""Put a live environment of any era into the normal form."""

from __future__ import annotations

import math
import textwrap
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import optional, quiet
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.layers import attribute, layers, require_attribute
from pong_pg.compat.normal_form import gymnasium_kind
from pong_pg.compat.pickling import mend_pickling
from pong_pg.compat.protocol import Env
from pong_pg.compat.rendering import draws, rgb_frame
from pong_pg.compat.seeds import checked_seed, reset_arguments, seed_inside
from pong_pg.compat.spaces import converted
from pong_pg.errors import EnvError

_NEW_STEP = "(observation, reward, terminated, truncated, info)"
_OLD_STEP = "(observation, reward, done, info)"


def adapt(env: Any) -> Env:
    """Return a live environment in the normal form; its close closes the environment.

    Args:
        env: an environment of OpenAI Gym of any version, of Gymnasium, a shimmy wrapper, any stack of wrappers
            around one, or any object with `reset`, `step` and `action_space`.

    Raises:
        EnvError: it lacks one of these. What it returns is looked at when it is first played.
    """
    if isinstance(env, (DirectEnv, AdaptedEnv)):
        return env
    if isinstance(env, type):
        raise EnvError(f"an environment is needed, not its class: adapt({env.__name__}()); got {env!r}")
    missing = [name for name in ("reset", "step", "action_space") if not hasattr(env, name)]
    if missing:
        raise EnvError(
            f"an environment needs reset, step and action_space; {type(env).__name__} has no {', '.join(missing)}"
        )
    adapted: Env = gymnasium_kind(AdaptedEnv)(env)
    return adapted


class AdaptedEnv:
    """A live environment of any era in the normal form.

    Which form its `reset` and its `step` have is decided each by itself, by the first thing they return; how it is
    seeded, by the signatures from the outermost wrapper to the innermost environment. What comes later must keep
    to it. Every other attribute is the environment's own, or that of the innermost environment in it.

    A copy of one that `make` made is made anew and begins an episode of its own; other environments are copied, or
    pickled, as they are.

    Args:
        env: the environment, which stays reachable as `env`.
        recipe: makes the same environment again, for pickling; without one the environment itself is pickled.
        made_by: what the `repr` says of where the environment is from.
    """

    def __init__(
        self, env: Any, recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None, made_by: str = ""
    ) -> None:
        self.env = env
        self._recipe = recipe
        self._made_by = made_by
        _spare_gyms_checker(env)
        self._step = env.step
        self._reset_arguments = reset_arguments(env)
        self._values: int | None = None
        self._reset_is_pair: bool | None = None
        self._closed = False
        self._picture: Any = None
        self._spec: Any = None
        gymnasium = optional("gymnasium.spaces", "describing an environment's spaces")
        self.action_space = env.action_space if gymnasium is None else converted(env.action_space, gymnasium)
        space = getattr(env, "observation_space", None)
        # Observations that are arrays are checked at every step; those of other spaces are passed on.
        self._shape: tuple[int, ...] | None = None
        self._dtype: np.dtype[Any] = np.dtype(object)
        if space is not None:
            self.observation_space = space if gymnasium is None else converted(space, gymnasium)
            if isinstance(getattr(space, "shape", None), tuple) and getattr(space, "dtype", None) is not None:
                self._shape, self._dtype = space.shape, np.dtype(space.dtype)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: whole number of at least 0; seeds the environment, as its era does it, and the action space.
            options: handed to the environment, if it takes any.

        Returns:
            Observation and info; the info is empty where the environment's `reset` gives none.

        Raises:
            EnvError: the environment gave something else than it did before or than its observation space says,
                it takes no options, or the seed is no such number.
        """
        arguments: dict[str, Any] = {}
        if options:
            if "options" not in self._reset_arguments:
                raise self._error(f"its reset() takes no options; got {options!r}")
            arguments["options"] = options
        if "return_info" in self._reset_arguments:
            arguments["return_info"] = True
        if seed is not None:
            arguments |= self._seed(checked_seed(seed))
        result = self.env.reset(**arguments)
        if self._reset_is_pair is None:
            self._reset_is_pair = self._decide_reset(result)
        if not self._reset_is_pair:
            observation, info = result, {}
        elif steps.looks_like_pair(result):
            observation, info = result
        else:
            raise self._error(f"reset() must give (observation, info) as before; it gave {steps.describe(result)}")
        self._check_observation(observation, "reset")
        return observation, info

    def _decide_reset(self, result: Any) -> bool:
        """Return whether `reset` gives (observation, info), by its first result; refuse one of another form."""
        space = getattr(self.env, "observation_space", None)
        with quiet():
            pair = steps.is_pair(result, space)
            if isinstance(result, tuple) and not pair and space is not None and not steps.fits(result, space):
                raise self._error(
                    f"reset() must give an observation or (observation, info); it gave {steps.describe(result)}"
                )
        return pair

    def _seed(self, seed: int) -> dict[str, Any]:
        """Seed everything but the episode itself; returns the arguments by which `reset` seeds that."""
        for space in {id(space): space for space in (self.action_space, self.env.action_space)}.values():
            if hasattr(space, "seed"):
                space.seed(seed)
        if "seed" in self._reset_arguments:
            return {"seed": seed}
        with quiet():
            seeded = seed_inside(self.env, seed)
        if not seeded:
            warnings.warn(f"{self.env} takes no seed: its episodes can't be repeated", stacklevel=4)
        return {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one step.

        Args:
            action: one of the environment's actions, handed on as it is.

        Returns:
            Observation, reward, terminated, truncated, info.

        Raises:
            EnvError: the environment gave something else than its form says; the message names the environment,
                what was expected and what came. What the environment itself raises is passed on.
        """
        result = self._step(action)
        if not isinstance(result, tuple) or len(result) != self._values:
            self._decide_step(result)
        if self._values == 5:
            observation, reward, terminated, truncated, info = result
            if type(terminated) is not bool:
                terminated = self._flag("terminated", terminated)
            if type(truncated) is not bool:
                truncated = self._flag("truncated", truncated)
            if type(info) is not dict:
                self._check_info(info)
        else:
            observation, reward, done, info = result
            if type(done) is not bool:
                done = self._flag("done", done)
            if type(info) is not dict:
                self._check_info(info)
            terminated, truncated = steps.split_done(done, info) if done else (False, False)
        if type(reward) is not float:
            reward = self._reward(reward)
        if reward != reward:  # noqa: PLR0124 - NaN, at a third of the price of math.isnan
            raise self._error("a reward must be a number; it gave nan")
        if (
            type(observation) is not np.ndarray
            or observation.shape != self._shape
            or observation.dtype is not self._dtype
        ):
            self._check_observation(observation, "step")
        return observation, reward, terminated, truncated, info

    def _decide_step(self, result: Any) -> None:
        """Decide the form of `step` by its first result; refuse a result of another form."""
        expected = {None: f"{_NEW_STEP} or {_OLD_STEP}", 4: _OLD_STEP, 5: _NEW_STEP}[self._values]
        if self._values is not None or not isinstance(result, tuple) or len(result) not in {4, 5}:
            raise self._error(f"step() must give {expected}; it gave {steps.describe(result)}")
        self._values = len(result)

    def _error(self, complaint: str) -> EnvError:
        """The error that names the environment, on one line however it and the value print."""
        return EnvError(textwrap.shorten(f"{self.env}: {complaint}", 400, placeholder=" ..."))

    def _flag(self, name: str, value: Any) -> bool:
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        raise self._error(f"{name} must be True or False; it gave {value!r} ({steps.describe(value)})")

    def _check_info(self, info: Any) -> None:
        if not isinstance(info, dict):
            raise self._error(f"info must be a dictionary; it gave {steps.describe(info)}")

    def _reward(self, reward: Any) -> float:
        if isinstance(reward, (int, float, np.number)) or (isinstance(reward, np.ndarray) and reward.size == 1):
            number = reward.item() if isinstance(reward, (np.ndarray, np.generic)) else reward
            if isinstance(number, (int, float)):
                return float(number)
        raise self._error(f"a reward must be one number; it gave {reward!r} ({steps.describe(reward)})")

    def _check_observation(self, observation: Any, method: str) -> None:
        if self._shape is None:
            return
        given = observation if isinstance(observation, (np.ndarray, np.generic)) else _as_array(observation)
        # Old classic-control environments declare float32 and give float64: the same kind of number is let through.
        if given.shape != self._shape or not np.can_cast(given.dtype, self._dtype, "same_kind"):
            raise self._error(
                f"an observation must have shape {self._shape} and dtype {self._dtype}, as its space says; "
                f"{method}() gave {steps.describe(observation)}"
            )

    def render(self) -> Any:
        """Return what the environment shows now as a (height, width, 3) uint8 array; no window is opened.

        Raises:
            EnvError: it can't give a picture without a window.
        """
        self._picture = rgb_frame(self.env, self._picture)
        return self._picture

    def close(self) -> None:
        """Close the environment; further calls do nothing."""
        if not self._closed:
            self._closed = True
            close = getattr(self.env, "close", None)
            if close is not None:
                close()

    @property
    def unwrapped(self) -> Any:
        """The innermost environment where that is Gymnasium's; this one where the era is another."""
        innermost = getattr(self.env, "unwrapped", None)
        gymnasium = optional("gymnasium", "being one of its environments")
        return innermost if gymnasium is not None and isinstance(innermost, gymnasium.Env) else self

    # Gymnasium's base class has attributes of these names, which would hide the environment's own.
    @property
    def spec(self) -> Any:
        """The environment's own specification; None if it has none."""
        return attribute(self.env, "spec") if self._spec is None else self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        # Gymnasium's make does this to whatever an entry point gives.
        self._spec = spec

    @property
    def metadata(self) -> dict[str, Any]:
        """The environment's own metadata, with today's key ``render_modes`` also where it has old Gym's alone."""
        metadata = dict(getattr(self.env, "metadata", None) or {})
        modes: list[Any] = list(metadata.get("render_modes") or metadata.get("render.modes") or [])
        drawn = [self.render_mode] if self.render_mode not in {None, *modes} else []
        return {**metadata, "render_modes": modes + drawn}

    @property
    def render_mode(self) -> str | None:
        """How the environment was made to render, or "rgb_array" where `render` gives that all the same."""
        mode = getattr(self.env, "render_mode", None)
        if isinstance(mode, str):
            return mode
        return "rgb_array" if draws(self.env) else None

    @property
    def reward_range(self) -> tuple[float, float]:
        """The environment's own range of rewards; everything where it has none."""
        low, high = attribute(self.env, "reward_range") or (-math.inf, math.inf)
        return float(low), float(high)

    @property
    def np_random(self) -> Any:
        """The environment's own generator."""
        return require_attribute(self.env, "np_random")

    def __getattr__(self, name: str) -> Any:
        # Without this guard, unpickling and copying look up names on an object that has no `env` yet, without end.
        if name.startswith("__") or name == "observation_space" or "env" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return require_attribute(self.env, name)

    def __setattr__(self, name: str, value: Any) -> None:
        # What this class does not have is the environment's, also when it is set.
        if name.startswith("_") or name in _OWN or hasattr(type(self), name):
            object.__setattr__(self, name, value)
        else:
            setattr(getattr(self.env, "unwrapped", self.env), name, value)

    def __enter__(self) -> AdaptedEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._recipe is not None:
            return self._recipe
        mend_pickling(self.env)
        return adapt, (self.env,)

    def __repr__(self) -> str:
        form = {None: "", 4: ", steps in four values", 5: ", steps in five values"}[self._values]
        return f"<adapted {self.env}{form}{self._made_by}>"

    __str__ = __repr__


def _as_array(observation: Any) -> Any:
    if isinstance(observation, int):
        return np.asarray(observation)
    try:
        # What is ragged is an error for new NumPy, and for old a warning.
        with quiet():
            return np.asarray(observation)
    except ValueError:
        return np.empty(0, object)


# Set by the constructor; everything else that is set without an underscore is the environment's.
_OWN = frozenset({"env", "action_space", "observation_space"})


def _spare_gyms_checker(env: Any) -> None:
    """Tell the checker that gym 0.24 to 0.26 put around environments that it has checked.

    On NumPy 2 the first step dies in it, for a name that NumPy no longer has; and what it looks at, adapters do.
    """
    for layer in layers(env):
        if type(layer).__name__ == "PassiveEnvChecker" and type(layer).__module__.startswith("gym."):
            layer.checked_reset = layer.checked_step = layer.checked_render = True
