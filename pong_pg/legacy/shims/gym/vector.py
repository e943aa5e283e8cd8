"""`gym.vector`: several environments that are stepped together, with four or five values as the script expects."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import accepts, require
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.registration import make as make_one
from pong_pg.legacy.shims.gym.submodules import publish
from pong_pg.legacy.shims.gym.vector_utils import batch_space, ordered
from pong_pg.legacy.shims.gym.wrappers.through_gymnasium import Bridge
from pong_pg.legacy.tables.gym import FINAL_INFOS

_vector: Any = require("gymnasium.vector", "a script that imports gym")
_errors: Any = require("gymnasium.error", "a script that imports gym")
_todays_spaces: Any = require("gymnasium.spaces", "a script that imports gym")

__all__ = ["AsyncVectorEnv", "SyncVectorEnv", "VectorEnv", "VectorEnvWrapper", "make"]


class VectorEnv(Env):
    """The base class of several environments that are stepped together.

    Subclasses override `reset_wait` and `step_wait`, and `reset_async`, `step_async`, `close_extras` and `seed`.

    Args:
        num_envs: the number of environments.
        observation_space: the space of one observation.
        action_space: the space of one action.
    """

    is_vector_env = True

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = observation_space, action_space
        self.observation_space = batch_space(observation_space, num_envs)
        if settings.current().step_values == 4:
            self.action_space = spaces.Tuple((action_space,) * num_envs)
        else:
            self.action_space = batch_space(action_space, num_envs)
        self.closed = False
        self.viewer: Any = None

    def reset_async(self, **_options: Any) -> None:
        """Start a reset of each environment; does nothing here."""

    def reset_wait(self, **_options: Any) -> Any:
        """Return the results of the reset that `reset_async` started; to be overridden."""
        raise NotImplementedError

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode in each environment."""
        self.reset_async(**kwargs)
        return self.reset_wait(**kwargs)

    def step_async(self, actions: Any) -> None:
        """Start a step; does nothing here."""

    def step_wait(self, **_options: Any) -> Any:
        """Return the results of the step that `step_async` started; to be overridden."""
        raise NotImplementedError

    def step(self, actions: Any) -> Any:
        """Run one step in each environment."""
        self.step_async(actions)
        return self.step_wait()

    def close_extras(self, **_options: Any) -> None:
        """Close the environments; to be overridden."""
        raise NotImplementedError

    def close(self, **kwargs: Any) -> None:
        """Close all environments; further calls do nothing."""
        if not self.closed:
            if self.viewer is not None:
                self.viewer.close()
            self.close_extras(**kwargs)
            self.closed = True

    def seed(self, seed: Any = None, *, seeds: Any = None) -> Any:
        """Seed the environments; does nothing here. The argument was `seeds` up to gym 0.19."""

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.num_envs})"


class _ThroughGymnasium(VectorEnv):
    """Several environments that are stepped together, by Gymnasium.

    With four values `step` returns (observations, rewards, dones, infos), the infos as a list or tuple of dictionaries;
    with five values it returns what gym 0.26 did. An environment that is done starts its next episode in the same step.

    Args:
        env_fns: functions that make the environments.
        kwargs: `copy`, `shared_memory`, `context`, `daemon`, as Gymnasium takes them.
    """

    _todays = ""
    _sequence_of_infos: Callable[[list[Any]], Any] = tuple

    def __init__(self, env_fns: Sequence[Callable[[], Any]], *_spaces: Any, **kwargs: Any) -> None:
        cls = getattr(_vector, self._todays)
        accepted = {name: value for name, value in kwargs.items() if accepts(cls, name)}
        if accepts(cls, "autoreset_mode"):
            accepted["autoreset_mode"] = _vector.AutoresetMode.SAME_STEP
        bridged = [_Bridged(make) for make in env_fns]
        self._inner = cls(bridged, **accepted)
        # The spaces of the first environment, with their generators, which it may have seeded.
        action_space, observation_space = bridged[0].spaces
        super().__init__(len(bridged), observation_space, action_space)
        if settings.current().step_values == 4:
            # The actions themselves may be any sequence, which Gymnasium goes through for this space.
            self._inner.action_space = _todays_spaces.MultiBinary(self.num_envs)
        else:
            for name in ("action_space", "observation_space"):
                getattr(self, name)._np_random = copy.deepcopy(getattr(self, f"single_{name}").np_random)
        self._seeds: Any = None

    def seed(self, seed: Any = None, *, seeds: Any = None) -> list[Any]:
        """Seed the next `reset`: a seed for each environment, or the first of consecutive seeds."""
        seeds = seed if seeds is None else seeds
        each = [None] * self.num_envs if seeds is None else seeds
        each = [each + number for number in range(self.num_envs)] if isinstance(each, (int, np.integer)) else each
        self._seeds = None if seeds is None else list(each)
        return list(each)

    def _start(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of Gymnasium's reset."""
        seeds, self._seeds = self._seeds, None
        return {"seed": seeds if kwargs.get("seed") is None else kwargs["seed"], "options": kwargs.get("options")}

    def _begun(self, result: Any, return_info: bool | None) -> Any:
        """Return observations of a reset, or a pair with the infos, as the settings say."""
        observations, infos = result
        observations = ordered(observations)
        pair = settings.current().reset_pair if return_info is None else return_info
        return (observations, infos) if pair else observations

    def _stepped(self, result: Any) -> Any:
        observations, rewards, terminated, truncated, infos = result
        observations = ordered(observations)
        if settings.current().step_values == 5:
            return observations, rewards, terminated, truncated, infos_before_1(infos, self.num_envs)
        one_by_one = [info_of(infos, number, self.num_envs) for number in range(self.num_envs)]
        for number, info in enumerate(one_by_one):
            one_by_one[number] = _old_info(info, bool(terminated[number]), bool(truncated[number]))
        return observations, rewards, np.logical_or(terminated, truncated), self._sequence_of_infos(one_by_one)

    def _in_array(self, actions: Any) -> Any:
        is_sequence = isinstance(actions, (list, tuple)) and self.single_action_space.shape is not None
        return np.asarray(actions) if is_sequence and settings.current().step_values == 5 else actions

    def close_extras(self, **kwargs: Any) -> None:
        """Close the environments."""
        self._inner.close(**kwargs)

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a method of each environment, or its attribute."""
        return self._inner.call(name, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "_inner" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "envs":
            return [bridge.env for bridge in self._inner.envs]
        if name == "observations" and name not in vars(self._inner):
            return self._inner._observations
        return getattr(self._inner, name)


class SyncVectorEnv(_ThroughGymnasium):
    """Several environments in this process, one after another."""

    _todays = "SyncVectorEnv"
    _sequence_of_infos = list
    _actions: Any = None

    def reset_wait(self, *, return_info: bool | None = None, **kwargs: Any) -> Any:
        """Start an episode in each environment."""
        return self._begun(self._inner.reset(**self._start(kwargs)), return_info)

    def step_async(self, actions: Any) -> None:
        """Keep the actions; `step_wait` runs the step."""
        self._actions = actions

    def step_wait(self, **_options: Any) -> Any:
        """Run the step with the actions that `step_async` was given."""
        return self._stepped(self._inner.step(self._in_array(self._actions)))


class AsyncVectorEnv(_ThroughGymnasium):
    """Several environments, each in a process of its own."""

    _todays = "AsyncVectorEnv"

    def reset_async(self, **kwargs: Any) -> None:
        """Start an episode in each environment."""
        with _gyms_errors():
            self._inner.reset_async(**self._start(kwargs))

    def reset_wait(self, timeout: Any = None, *, return_info: bool | None = None, **_options: Any) -> Any:
        """Return the results of `reset_async`, or raise `multiprocessing.TimeoutError` after some seconds."""
        with _gyms_errors():
            return self._begun(self._inner.reset_wait(timeout=timeout), return_info)

    def step_async(self, actions: Any) -> None:
        """Start a step in each environment."""
        with _gyms_errors():
            self._inner.step_async(self._in_array(actions))

    def step_wait(self, timeout: Any = None, **_options: Any) -> Any:
        """Return the results of `step_async`, or raise `multiprocessing.TimeoutError` after some seconds."""
        with _gyms_errors():
            return self._stepped(self._inner.step_wait(timeout=timeout))


@contextlib.contextmanager
def _gyms_errors() -> Iterator[None]:
    """Raise Gym's errors in place of Gymnasium's."""
    try:
        yield
    except (_errors.AlreadyPendingCallError, _errors.NoAsyncCallError) as problem:
        raise getattr(error, type(problem).__name__)(str(problem), problem.name) from problem
    except _errors.ClosedEnvironmentError as problem:
        raise error.ClosedEnvironmentError(str(problem)) from problem


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


def info_of(infos: Any, number: int, count: int) -> dict[str, Any]:
    """Return the info of one environment from the dictionary of all; `_key` is the mask of those that have `key`."""
    one = {}
    for name, values in infos.items():
        has = infos.get(f"_{name}")
        if isinstance(has, np.ndarray) and has.shape == (count,) and has[number]:
            one[name] = info_of(values, number, count) if isinstance(values, dict) else values[number]
    return one


def infos_before_1(infos: dict[str, Any], count: int) -> dict[str, Any]:
    """Return the infos of a step in the form that they had before Gymnasium 1.0.

    `final_info` is an array with the last info of each environment whose episode has ended, and None for the others.
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
    in_order = [name for number in range(count) for name, mask in masks if mask[number]]
    return {key: infos[key] for name in in_order for key in (name, f"_{name}")} | infos


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
