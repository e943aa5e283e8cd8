"""`gym.vector`: several environments that are stepped together, with four or five values as the script expects."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import accepts, require
from pong_pg.compat.spaces import converted
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.registration import make as make_one
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.wrappers.through_gymnasium import Bridge
from pong_pg.legacy.tables.gym import FINAL_INFOS

_vector: Any = require("gymnasium.vector", "a script that imports gym")
_todays_spaces: Any = require("gymnasium.spaces", "a script that imports gym")

__all__ = ["AsyncVectorEnv", "SyncVectorEnv", "VectorEnv", "VectorEnvWrapper", "make"]


class VectorEnv(Env):
    """Several environments that are stepped together.

    With four values `step` returns (observations, rewards, dones, infos), the infos as a list or tuple of dictionaries;
    with five values it returns what gym 0.26 did. An environment that is done starts its next episode in the same step.

    Args:
        env_fns: functions that make the environments.
        kwargs: `copy`, `shared_memory`, `context`, `daemon`, as Gymnasium takes them.
    """

    is_vector_env = True
    _todays = ""
    _sequence_of_infos: Callable[[list[Any]], Any] = tuple

    def __init__(self, env_fns: Sequence[Callable[[], Any]], *_spaces: Any, **kwargs: Any) -> None:
        cls = getattr(_vector, self._todays)
        accepted = {name: value for name, value in kwargs.items() if accepts(cls, name)}
        if accepts(cls, "autoreset_mode"):
            accepted["autoreset_mode"] = _vector.AutoresetMode.SAME_STEP
        bridged = [_Bridged(make) for make in env_fns]
        self._inner = cls(bridged, **accepted)
        self.num_envs: int = self._inner.num_envs
        # Those of the first environment, with their generators, which it may have seeded.
        self.single_action_space, self.single_observation_space = bridged[0].spaces
        for name in ("action_space", "observation_space"):
            space = converted(getattr(self._inner, name), spaces)
            setattr(self, name, space)
            if settings.current().step_values == 5:
                space._np_random = copy.deepcopy(getattr(self, f"single_{name}").np_random)
        if settings.current().step_values == 4:
            # As in gym 0.19; the actions themselves may be any sequence, which Gymnasium goes through for this space.
            self.action_space = spaces.Tuple((self.single_action_space,) * self.num_envs)
            self._inner.action_space = _todays_spaces.MultiBinary(self.num_envs)
        self.closed = False
        self._seeds: Any = None

    def seed(self, seed: Any = None) -> list[Any]:
        """Seed the next `reset`: a seed for each environment, or the first of consecutive seeds."""
        seeds = [None] * self.num_envs if seed is None else seed
        seeds = [seeds + number for number in range(self.num_envs)] if isinstance(seeds, (int, np.integer)) else seeds
        self._seeds = None if seed is None else list(seeds)
        return list(seeds)

    def reset(self, *, seed: Any = None, return_info: bool | None = None, options: Any = None, **_more: Any) -> Any:
        """Start an episode in each environment; returns observations, or a pair with the infos, as the settings say."""
        seed, self._seeds = self._seeds if seed is None else seed, None
        observations, infos = self._inner.reset(seed=seed, options=options)
        observations = _ordered(observations)
        pair = settings.current().reset_pair if return_info is None else return_info
        return (observations, infos) if pair else observations

    def step(self, actions: Any) -> Any:
        """Run one step in each environment."""
        observations, rewards, terminated, truncated, infos = self._inner.step(self._in_array(actions))
        observations = _ordered(observations)
        if settings.current().step_values == 5:
            return observations, rewards, terminated, truncated, infos_before_1(infos, self.num_envs)
        one_by_one = [info_of(infos, number, self.num_envs) for number in range(self.num_envs)]
        for number, info in enumerate(one_by_one):
            one_by_one[number] = _old_info(info, bool(terminated[number]), bool(truncated[number]))
        return observations, rewards, np.logical_or(terminated, truncated), self._sequence_of_infos(one_by_one)

    def _in_array(self, actions: Any) -> Any:
        is_sequence = isinstance(actions, (list, tuple)) and self.single_action_space.shape is not None
        return np.asarray(actions) if is_sequence and settings.current().step_values == 5 else actions

    def step_async(self, actions: Any) -> None:
        """Start a step; `step_wait` returns its results."""
        self._actions = actions

    def step_wait(self, **_options: Any) -> Any:
        """Return the results of the step that `step_async` started."""
        return self.step(self._actions)

    def reset_async(self, **_options: Any) -> None:
        """Do nothing: `reset_wait` starts the episodes."""

    def reset_wait(self, **kwargs: Any) -> Any:
        """Reset each environment to start an episode."""
        kwargs.pop("timeout", None)
        return self.reset(**kwargs)

    def close(self, **kwargs: Any) -> None:
        """Close all environments; further calls do nothing."""
        if not self.closed:
            self.closed = True
            self._inner.close(**kwargs)

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a method of each environment, or its attribute."""
        return self._inner.call(name, *args, **kwargs)

    def __len__(self) -> int:
        return self.num_envs

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "_inner" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "envs":
            return [bridge.env for bridge in self._inner.envs]
        return getattr(self._inner, name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.num_envs})"


class SyncVectorEnv(VectorEnv):
    """Several environments in this process, one after another."""

    _todays = "SyncVectorEnv"
    _sequence_of_infos = list


class AsyncVectorEnv(VectorEnv):
    """Several environments, each in a process of its own."""

    _todays = "AsyncVectorEnv"


class VectorEnvWrapper(Env):
    """A wrapper of several environments.

    Args:
        env: the vector environment.
    """

    def __init__(self, env: Any) -> None:
        self.env = env

    def step(self, actions: Any) -> Any:
        """Run one step in each environment."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Start a step; `step_wait` returns its results."""
        self.env.step_async(actions)

    def step_wait(self, **kwargs: Any) -> Any:
        """Return the results of the step that `step_async` started."""
        return self.env.step_wait(**kwargs)

    def reset(self, **kwargs: Any) -> Any:
        """Reset each environment to start an episode."""
        self.reset_async(**kwargs)
        return self.reset_wait(**kwargs)

    def reset_async(self, **kwargs: Any) -> None:
        """Start a reset; `reset_wait` returns its results."""
        self.env.reset_async(**kwargs)

    def reset_wait(self, **kwargs: Any) -> Any:
        """Return the results of the reset that `reset_async` started."""
        return self.env.reset_wait(**kwargs)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {self.env}>"

    def __getattribute__(self, name: str) -> Any:
        # What the base class defines must come from the inner environment all the same.
        if name in {"action_space", "observation_space", "metadata", "spec", "seed", "close", "unwrapped"}:
            written = any(name in vars(cls) for cls in type(self).__mro__[: type(self).__mro__.index(VectorEnvWrapper)])
            if not written:
                return getattr(object.__getattribute__(self, "env"), name)
        return super().__getattribute__(name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "env" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.env, name)


class _Bridged:
    """Makes an environment as Gymnasium's vector environments take it; is pickled to their processes."""

    spaces: tuple[Any, Any]

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._settings = settings.current()

    def __call__(self) -> Any:
        settings.use(self._settings)
        env = self._make()
        # In this process; in theirs, Gymnasium makes them anew.
        self.spaces = env.action_space, env.observation_space
        return Bridge(env)


def make(
    id: Any,  # noqa: A002 - Gym's name
    num_envs: int = 1,
    asynchronous: bool = True,
    wrappers: Any = None,
    **kwargs: Any,
) -> Any:
    """Make several environments of one id.

    Args:
        id: the id.
        num_envs: the number of environments.
        asynchronous: run each in a process of its own.
        wrappers: a wrapper or several, applied to each environment.
        kwargs: arguments of `gym.make`.
    """
    several = wrappers if isinstance(wrappers, Iterable) else [] if wrappers is None else [wrappers]
    kwargs = {name: value for name, value in kwargs.items() if name != "disable_env_checker"}

    def make_and_wrap() -> Any:
        env = make_one(id, **kwargs)
        for wrapper in several:
            env = wrapper(env)
        return env

    return (AsyncVectorEnv if asynchronous else SyncVectorEnv)([make_and_wrap] * num_envs)


def _ordered(observations: Any) -> Any:
    """Return the observations of a Dict space, and those within it, as an OrderedDict, as Gym gave them."""
    if isinstance(observations, dict):
        return OrderedDict((key, _ordered(value)) for key, value in observations.items())
    return tuple(map(_ordered, observations)) if isinstance(observations, tuple) else observations


def info_of(infos: Any, number: int, count: int) -> dict[str, Any]:
    """Return the info of one environment from the dictionary of all; `_key` is the mask of those that have `key`."""
    one = {}
    for name, values in infos.items():
        has = infos.get(f"_{name}")
        if isinstance(has, np.ndarray) and has.shape == (count,) and has[number]:
            one[name] = info_of(values, number, count) if isinstance(values, dict) else values[number]
    return one


def infos_before_1(infos: dict[str, Any], count: int) -> dict[str, Any]:
    """Return the infos of a step as before Gymnasium 1.0: by the names of then, with one dictionary an ended episode.

    The entries are in the order in which the environments, one after another, brought them.
    """
    infos = {FINAL_INFOS.get(name, name): value for name, value in infos.items()}
    final = infos.get("final_info")
    if isinstance(final, dict):
        each = np.full(count, None, object)
        for number in np.flatnonzero(infos["_final_info"]):
            each[number] = info_of(final, int(number), count)
        infos["final_info"] = each
    last = [name for name in ("final_observation", "final_info") if name in infos]
    names = [name for name in infos if f"_{name}" in infos and name not in last]
    masks = [(name, infos[f"_{name}"]) for name in [*names, *last]]
    ordered = [name for number in range(count) for name, mask in masks if mask[number]]
    return {key: infos[key] for name in ordered for key in (name, f"_{name}")} | infos


def _old_info(info: dict[str, Any], terminated: bool, truncated: bool) -> dict[str, Any]:
    """Return an info as with four values: of an ended episode the last one; its last observation if the script asks."""
    if not (terminated or truncated):
        return info
    info = {FINAL_INFOS.get(name, name): value for name, value in info.items()}
    key = settings.current().last_observation
    last = {key: info["final_observation"]} if key and "final_observation" in info else {}
    _, old = steps.join_done(terminated, truncated, info.get("final_info") or {})
    return {**old, **last}


publish(__name__, dict.fromkeys(("vector_env", "sync_vector_env", "async_vector_env"), __name__))
publish(
    __name__,
    dict.fromkeys(
        ("utils", "utils.misc", "utils.numpy_utils", "utils.shared_memory", "utils.spaces"),
        f"{__name__}_utils",
    ),
)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise not_covered("gym.vector", name)


__path__: list[str] = []
