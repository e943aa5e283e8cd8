"""Adapt an environment of any version of Gym or Gymnasium to Gymnasium's API."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import optional, quiet
from pong_pg.compat.ale import DirectEnv, step_after_close
from pong_pg.compat.gymnasium_base import with_gymnasium_base
from pong_pg.compat.interface import Env
from pong_pg.compat.rendering import can_render, rgb_frame
from pong_pg.compat.seeds import checked_seed, reset_arguments, seed_inner_env
from pong_pg.compat.spaces import converted
from pong_pg.compat.wrappers import Forwarding, find_attribute, wrapper_stack
from pong_pg.errors import EnvError

_NEW_STEP = "(observation, reward, terminated, truncated, info)"
_OLD_STEP = "(observation, reward, done, info)"
# How a step says that an episode is over, by the number of these values.
_ENDS = {1: ("done",), 2: ("terminated", "truncated")}


def adapt(env: Any) -> Env:
    """Wrap an existing environment so that it has Gymnasium's API; closing the wrapper closes the environment.

    An environment that has been adapted already, or that `make` returned, is returned unchanged.

    Args:
        env: an environment of OpenAI Gym of any version or of Gymnasium, a shimmy wrapper, any stack of wrappers
            around one of them, or any object with `reset`, `step` and `action_space`.

    Raises:
        EnvError: `env` lacks one of these, or is a class. What `reset` and `step` return is checked later, whenever
            they are called.
    """
    if isinstance(env, (DirectEnv, AdaptedEnv)):
        return env
    if isinstance(env, type):
        raise EnvError(f"an environment must be an instance, not a class: use {env.__name__}(); got {env!r}")
    missing = [name for name in ("reset", "step", "action_space") if not hasattr(env, name)]
    if missing:
        raise EnvError(
            "an environment must have reset, step and action_space; "
            f"add what is missing to {type(env).__name__}: {', '.join(missing)}"
        )
    adapted: Env = with_gymnasium_base(AdaptedEnv)(env)
    return adapted


class AdaptedEnv(Forwarding):
    """A wrapper that gives an environment of any version of Gym or Gymnasium the API of Gymnasium.

    Whether `reset` and `step` have the old or the new form is detected separately for each, from the first value that
    it returns; later values must have the same form. How to seed the environment is read from the signatures of
    `reset`, from the outermost wrapper to the innermost environment. Every other attribute is forwarded to the
    environment, or to the innermost environment in it.

    Copying or unpickling an environment that `make` returned makes a new one, with an episode of its own; any other
    environment is itself copied or pickled.

    Args:
        env: the environment, which stays available as `env`.
        again: makes the same environment again, for pickling; if None, the environment itself is pickled.
        made_by: what to add to the `repr` about how the environment was made.
    """

    def __init__(self, env: Any, again: Callable[[], Any] | None = None, made_by: str = "") -> None:
        self.env = env
        self._again = again
        self._made_by = made_by
        _disable_gym_checker(env)
        self._step = env.step
        self._reset_arguments = reset_arguments(env)
        self._step_values: int | None = None
        self._reset_is_pair: bool | None = None
        self._closed = False
        self._last_frame: Any = None
        self._spec: Any = None
        gymnasium = optional("gymnasium.spaces", "describing an environment's spaces")
        self.action_space = env.action_space if gymnasium is None else converted(env.action_space, gymnasium)
        space = getattr(env, "observation_space", None)
        # Observations that are arrays are checked at every step; those of other spaces are passed on unchecked.
        self._shape: tuple[int, ...] | None = None
        self._dtype: np.dtype[Any] = np.dtype(object)
        if space is not None:
            self.observation_space = space if gymnasium is None else converted(space, gymnasium)
            if isinstance(getattr(space, "shape", None), tuple) and getattr(space, "dtype", None) is not None:
                self._shape, self._dtype = space.shape, np.dtype(space.dtype)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode.

        Args:
            seed: an integer of at least 0; seeds the environment, in the way of its version, and the action space.
            options: passed to the environment, if its `reset` takes options.

        Returns:
            Observation and info; the info is empty where the environment's `reset` returns none.

        Raises:
            EnvError: the environment's `reset` returned a value of another form than before, or an observation that
                its observation space does not allow; or it takes no options; or the seed is not an integer of at
                least 0.
        """
        arguments: dict[str, Any] = {}
        if options:
            if "options" not in self._reset_arguments:
                raise EnvError(
                    f"{self.env}: reset() of this environment takes no options, call it without; got {options!r}"
                )
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
            raise self._violation("reset", f"must return (observation, info) as before; got {steps.describe(result)}")
        self._check_observation(observation, "reset")
        return observation, info

    def _decide_reset(self, result: Any) -> bool:
        """Return whether `reset` returns (observation, info), judging by its first result; reject any other form."""
        space = getattr(self.env, "observation_space", None)
        with quiet():
            pair = steps.is_pair(result, space)
            if isinstance(result, tuple) and not pair and space is not None and not steps.fits(result, space):
                raise self._violation(
                    "reset", f"must return an observation or (observation, info); got {steps.describe(result)}"
                )
        return pair

    def _seed(self, seed: int) -> dict[str, Any]:
        """Seed the environment where `reset` takes no seed; return the seed arguments for `reset`."""
        if "seed" in self._reset_arguments:
            return {"seed": seed}
        with quiet():
            seeded = seed_inner_env(self.env, seed)
        if not seeded:
            message = (
                f"{self.env} takes no seed, so its episodes are not reproducible; add a seed argument to its reset()"
            )
            warnings.warn(message, stacklevel=4)
        return {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one step.

        Args:
            action: one of the environment's actions, passed on unchanged.

        Returns:
            Observation, reward (a float), terminated, truncated (both bool), info.

        Raises:
            EnvError: the environment's `step` returned something else than its form requires; the message names the
                environment, what was expected and what it returned. Exceptions of the environment are passed on.
        """
        result = self._step(action)
        if not isinstance(result, tuple) or len(result) != self._step_values:
            self._decide_step(result)
        observation, reward, *ends, info = result
        for name, end in zip(_ENDS[len(ends)], ends, strict=True):
            if not isinstance(end, (bool, np.bool_)):
                rule = f"must return True or False as {name}; got {end!r} ({steps.describe(end)})"
                raise self._violation("step", rule)
        if not isinstance(info, dict):
            raise self._violation("step", f"must return a dictionary as info; got {steps.describe(info)}")
        terminated, truncated = map(bool, ends) if len(ends) == 2 else steps.split_done(bool(ends[0]), info)
        self._check_observation(observation, "step")
        return observation, self._reward(reward), terminated, truncated, info

    def _decide_step(self, result: Any) -> None:
        """Detect the form of `step` from its first result; reject a result of another form."""
        expected = {None: f"{_NEW_STEP} or {_OLD_STEP}", 4: _OLD_STEP, 5: _NEW_STEP}[self._step_values]
        if self._step_values is not None or not isinstance(result, tuple) or len(result) not in {4, 5}:
            raise self._violation("step", f"must return {expected}; got {steps.describe(result)}")
        self._step_values = len(result)

    def _violation(self, method: str, rule: str) -> EnvError:
        """Return the error for a method of the environment that does not do what Gymnasium's or Gym's API requires."""
        return EnvError(f"{self.env}: {method}() {rule}; fix the environment")

    def _reward(self, reward: Any) -> float:
        number = reward.item() if isinstance(reward, (np.ndarray, np.generic)) and reward.size == 1 else reward
        if not isinstance(number, (int, float)):
            raise self._violation(
                "step", f"must return one number as reward; got {reward!r} ({steps.describe(reward)})"
            )
        return float(number)

    def _check_observation(self, observation: Any, method: str) -> None:
        if self._shape is None:
            return
        given = observation if isinstance(observation, (np.ndarray, np.generic)) else _as_array(observation)
        # Old classic-control environments declare float32 and return float64: numbers of the same kind are accepted.
        if given.shape != self._shape or not np.can_cast(given.dtype, self._dtype, "same_kind"):
            raise self._violation(
                method,
                f"must return an observation of its space, with shape {self._shape} and dtype {self._dtype}; "
                f"got {steps.describe(observation)}",
            )

    def render(self) -> Any:
        """Return the current frame as a (height, width, 3) uint8 array; no window is opened.

        Raises:
            EnvError: the environment can't render without a window.
        """
        self._last_frame = rgb_frame(self.env, self._last_frame)
        return self._last_frame

    def close(self) -> None:
        """Close the environment; further calls do nothing, and `step` raises an EnvError."""
        if not self._closed:
            self._closed = True
            self._step = step_after_close
            close = getattr(self.env, "close", None)
            if close is not None:
                close()

    @property
    def unwrapped(self) -> Any:
        """The innermost environment if that is a `gymnasium.Env`; otherwise this wrapper."""
        innermost = getattr(self.env, "unwrapped", None)
        gymnasium = optional("gymnasium", "recognising its environments")
        return innermost if gymnasium is not None and isinstance(innermost, gymnasium.Env) else self

    @property
    def spec(self) -> Any:
        """The environment's own specification; None if it has none."""
        return find_attribute(self.env, "spec") if self._spec is None else self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        # `gymnasium.make` sets it on whatever an entry point returns.
        self._spec = spec

    @property
    def metadata(self) -> dict[str, Any]:
        """The environment's own metadata, with ``render_modes`` also if it has old Gym's ``render.modes`` only."""
        metadata = dict(getattr(self.env, "metadata", None) or {})
        modes: list[Any] = list(metadata.get("render_modes") or metadata.get("render.modes") or [])
        missing = [self.render_mode] if self.render_mode not in {None, *modes} else []
        return {**metadata, "render_modes": modes + missing}

    @property
    def render_mode(self) -> str | None:
        """The environment's own render mode, or "rgb_array" if it has none and `render` can return an array."""
        mode = getattr(self.env, "render_mode", None)
        if isinstance(mode, str):
            return mode
        return "rgb_array" if can_render(self.env) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return (adapt, (self.env,)) if self._again is None else (self._again, ())

    def __repr__(self) -> str:
        form = {None: "", 4: ", step returns four values", 5: ", step returns five values"}[self._step_values]
        return f"<adapted {self.env}{form}{self._made_by}>"


def _as_array(observation: Any) -> Any:
    if isinstance(observation, int):
        return np.asarray(observation)
    try:
        # For a ragged sequence new versions of NumPy raise an error, old ones warn.
        with quiet():
            return np.asarray(observation)
    except ValueError:
        return np.empty(0, object)


def _disable_gym_checker(env: Any) -> None:
    """Disable the `PassiveEnvChecker` that gym 0.24 to 0.26 put around environments.

    On NumPy 2 it fails in the first step, because it uses a name that NumPy has removed; the adapter makes the same
    checks.
    """
    for wrapper in wrapper_stack(env):
        if type(wrapper).__name__ == "PassiveEnvChecker" and type(wrapper).__module__.startswith("gym."):
            wrapper.checked_reset = wrapper.checked_step = wrapper.checked_render = True
