"""`gym.core`: the base classes of environments and wrappers, for environments with four or five step values.

What a script's own classes return is never changed. The wrappers here look at the length of a result and pass on
whatever else is in it.

Until 0.9.6 Gym called `self._step()` from `step()`. So a class with a `_step` of its own, whose `step` is still that of
this shim, gets a `step` that calls it. A class that has both is left as it is.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
from collections.abc import Callable
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.compat.steps import is_pair, looks_like_pair
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.utils import seeding
from pong_pg.legacy.tables.gym import OVERRIDES

_PACKAGE = __name__.rpartition(".")[0]
_Base: Any = require("gymnasium", "a script that imports gym").Env

# Private attributes that wrappers forwarded; other private names are not forwarded.
_FORWARDED = (
    "_action_set", "_elapsed_steps", "_frameskip", "_get_image", "_get_obs", "_get_ram", "_max_episode_steps",
    "_n_actions", "_obs_type", "_past_limit",
)  # fmt: skip


def _render(self: Any, mode: str = "human", close: bool = False, **options: Any) -> Any:
    parameters = inspect.signature(self._render).parameters
    if "close" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        options["close"] = close
    elif close:
        return None
    return self._render(mode, **options)


def _calling(old: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, old)(*args, **kwargs)

    return method


_CALLS = {name: _calling(old) for old, name in OVERRIDES.items()} | {"render": _render}


def _connect(cls: type) -> None:
    """Make the methods of a class call those that it overrides under their old names."""
    modern = _is_overridden(cls, "step") and _is_overridden(cls, "reset")
    for name, call in _CALLS.items():
        # In a class that overrides `step` and `reset`, methods called `_render` or `_close` are helpers.
        if modern and name in {"render", "close", "seed"}:
            continue
        if hasattr(cls, name) and _is_overridden(cls, f"_{name}") and not _is_overridden(cls, name):
            setattr(cls, name, call)


def _is_overridden(cls: type, name: str) -> bool:
    """Return whether a method is the script's own, not one of this shim or of Gymnasium."""
    # Gymnasium's environments, which this shim gives in the form of Gym, have helpers of such names.
    todays = getattr(cls, "_native", object).__mro__
    for base in cls.__mro__:
        if name in vars(base):
            if base in todays:
                return False
            module = getattr(vars(base)[name], "__module__", None) or base.__module__
            return not str(module).startswith((_PACKAGE, "gymnasium.core"))
    return False


class Env(_Base):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """Gym's base class of environments; subclasses override `step`, `reset`, `render`, `close` and `seed`.

    Before gym 0.9.6 these methods were called `_step`, `_reset` and so on; overriding those works too.
    """

    metadata: Any = {"render.modes": []}  # noqa: RUF012 - Gym's form
    reward_range: Any = (-math.inf, math.inf)
    spec: Any = None
    action_space: Any = None
    observation_space: Any = None
    render_mode: Any = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _connect(cls)

    def step(self, action: Any) -> Any:
        """Run one step; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not implement step()")

    def reset(self, *, seed: int | None = None, **_options: Any) -> Any:
        """Start an episode; to be overridden. Overrides may call this one to seed `np_random`."""
        if type(self).reset is Env.reset:
            raise NotImplementedError(f"{type(self).__name__} does not implement reset()")
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)

    def render(self, mode: str = "human", **_options: Any) -> Any:
        """Render the environment; to be overridden."""
        if settings.current().is_gym_094:
            # Up to gym 0.9.5 it did nothing.
            return None
        raise NotImplementedError(f"{type(self).__name__} does not implement render() for the mode {mode!r}")

    def close(self) -> None:
        """Release the environment's resources; does nothing here."""

    def seed(self, seed: int | None = None) -> Any:
        """Seed `np_random`; returns what Gym's did: None, an empty list in gym 0.9.4, the seed in a list in 0.26."""
        self.np_random, number = seeding.np_random(seed)
        now = settings.current()
        return [number] if now.step_values == 5 else [] if now.is_gym_094 else None

    _step = step
    _reset = reset
    _render = render
    _close = close
    _seed = seed

    @property
    def np_random(self) -> Any:
        """The environment's random generator; seeded by `seed`."""
        if self._np_random is None:
            self._np_random, _ = seeding.np_random()
        return self._np_random

    @np_random.setter
    def np_random(self, generator: Any) -> None:
        self._np_random = generator

    @functools.cached_property
    def monitor(self) -> Any:
        """The monitor of 2016; see `AttachedMonitor`."""
        # It has wrappers, which are defined below.
        return importlib.import_module(f"{_PACKAGE}.monitors").AttachedMonitor(self)

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return self

    def __str__(self) -> str:
        name = type(self).__name__
        return f"<{name} instance>" if self.spec is None else f"<{name}<{self.spec.id}>>"

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _of_inner(name: str) -> Any:
    def get(wrapper: Any) -> Any:
        return getattr(vars(wrapper).get("env"), name, None)

    def set_it(wrapper: Any, value: Any) -> None:
        setattr(wrapper.env, name, value)

    return property(get, set_it)


class Wrapper(Env):
    """An environment around another, to which it forwards everything."""

    env: Any = None
    spec = _of_inner("spec")
    render_mode = _of_inner("render_mode")
    np_random = _of_inner("np_random")

    def __init__(self, env: Any) -> None:
        self.env = env
        self.action_space, self.observation_space = env.action_space, env.observation_space
        self.reward_range = getattr(env, "reward_range", Env.reward_range)
        # That of a wrapper's class is added to the environment's.
        self.metadata = env.metadata if type(self).metadata is Env.metadata else env.metadata | type(self).metadata
        self._ensure_no_double_wrap()

    def _ensure_no_double_wrap(self) -> None:
        """Check that no wrapper within has the same class name, as gym 0.9.4 did.

        Raises:
            DoubleWrapperError: one has.
        """
        env = self.env if settings.current().is_gym_094 else None
        while isinstance(env, Wrapper):
            if type(env).__name__ == type(self).__name__:
                raise error.DoubleWrapperError(f"Attempted to double wrap with Wrapper: {type(self).__name__}")
            env = env.env

    def step(self, action: Any) -> Any:
        """Run one step of the inner environment."""
        return self.env.step(action)

    def reset(self, **kwargs: Any) -> Any:
        """Reset the inner environment to start an episode."""
        return self.env.reset(**kwargs)

    def render(self, *args: Any, **kwargs: Any) -> Any:
        """Render the inner environment."""
        return self.env.render(*args, **kwargs)

    def close(self) -> Any:
        """Close the inner environment."""
        return self.env.close()

    def seed(self, seed: Any = None) -> Any:
        """Seed the inner environment; returns what it returns."""
        return self.env.seed(seed)

    _step = step
    _reset = reset
    _render = render
    _close = close
    _seed = seed

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return self.env.unwrapped

    def __getattr__(self, name: str) -> Any:
        # Without the guard, copying and unpickling look up names before there is an `env`, without end.
        if name == "env" or "env" not in vars(self) or (name.startswith("_") and name not in _FORWARDED):
            what = f"attempted to get missing private attribute '{name}'"
            raise AttributeError(what if name.startswith("_") else f"{type(self).__name__!r} has no attribute {name!r}")
        return getattr(self.env, name)

    def __str__(self) -> str:
        return f"<{type(self).__name__}{self.env}>"

    def __repr__(self) -> str:
        return str(self)


class ObservationWrapper(Wrapper):
    """A wrapper that transforms observations; subclasses override `observation`."""

    def step(self, action: Any) -> Any:
        """Run one step and transform its observation."""
        result = self.env.step(action)
        return (self.observation(result[0]), *result[1:])

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and transform its observation."""
        result = self.env.reset(**kwargs)
        if looks_like_pair(result) and is_pair(result, self.env.observation_space):
            return self.observation(result[0]), result[1]
        return self.observation(result)

    def observation(self, observation: Any) -> Any:
        """Return the transformed observation; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not implement observation()")

    _step = step
    _reset = reset
    _observation = observation


class RewardWrapper(Wrapper):
    """A wrapper that transforms rewards; subclasses override `reward`."""

    def step(self, action: Any) -> Any:
        """Run one step and transform its reward."""
        observation, reward, *rest = self.env.step(action)
        return (observation, self.reward(reward), *rest)

    def reward(self, reward: Any) -> Any:
        """Return the transformed reward; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not implement reward()")

    _step = step
    _reward = reward


class ActionWrapper(Wrapper):
    """A wrapper that transforms actions; subclasses override `action`."""

    def step(self, action: Any) -> Any:
        """Transform an action and run one step with it."""
        return self.env.step(self.action(action))

    def action(self, action: Any) -> Any:
        """Return the transformed action; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not implement action()")

    def reverse_action(self, action: Any) -> Any:
        """Return the action that is transformed to this one; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not implement reverse_action()")

    _step = step
    _action = action
    _reverse_action = reverse_action
