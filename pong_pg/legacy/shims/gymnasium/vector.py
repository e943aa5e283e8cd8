"""`gymnasium.vector`, as scripts for 0.26 to 0.29 expect it.

Before 1.0 an environment that was done started its next episode in the same step, and left the end of the last one in
`infos["final_info"]` and `infos["final_observation"]`. Scripts that use these get this behaviour.
"""

from __future__ import annotations

from typing import Any

import gymnasium.vector as _real
import numpy as np

from pong_pg.compat._versions import accepts
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gymnasium.making import make as make_one
from pong_pg.legacy.tables.gym import FINAL_INFOS

__all__ = list(_real.__all__)


def _with_autoreset_mode(cls: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a class, with the autoreset mode that the script expects."""
    if settings.current().same_step_reset and accepts(cls, "autoreset_mode"):
        return {"autoreset_mode": _real.AutoresetMode.SAME_STEP, **kwargs}
    return kwargs


class SyncVectorEnv(_real.SyncVectorEnv):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """Several environments in this process, one after another."""

    def __init__(self, env_fns: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env_fns, *args, **_with_autoreset_mode(_real.SyncVectorEnv, kwargs))

    def step(self, actions: Any) -> Any:
        """Run one step in each environment."""
        *rest, infos = super().step(actions)
        return (*rest, infos_before_1(infos, self.num_envs) if settings.current().same_step_reset else infos)


class AsyncVectorEnv(_real.AsyncVectorEnv):  # type: ignore[misc]  # as above
    """Several environments, each in a process of its own."""

    def __init__(self, env_fns: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env_fns, *args, **_with_autoreset_mode(_real.AsyncVectorEnv, kwargs))

    def step_wait(self, *args: Any, **kwargs: Any) -> Any:
        """Return the results of the step that `step_async` started."""
        *rest, infos = super().step_wait(*args, **kwargs)
        return (*rest, infos_before_1(infos, self.num_envs) if settings.current().same_step_reset else infos)


class _Maker:
    """Makes one environment; is pickled to its process."""

    def __init__(self, env_id: Any, wrappers: Any, kwargs: dict[str, Any]) -> None:
        self._id = env_id
        self._wrappers = wrappers
        self._kwargs = kwargs

    def __call__(self) -> Any:
        env = make_one(self._id, **self._kwargs)
        for wrapper in self._wrappers:
            env = wrapper(env)
        return env


def make(
    id: Any,  # noqa: A002 - Gymnasium's name
    num_envs: int = 1,
    asynchronous: bool = True,
    wrappers: Any = None,
    disable_env_checker: bool | None = None,
    **kwargs: Any,
) -> Any:
    """Make several environments of one id, as `gymnasium.vector.make` did up to 0.29.

    Args:
        id: the id.
        num_envs: the number of environments.
        asynchronous: run each in a process of its own.
        wrappers: a wrapper or several, applied to each environment.
        disable_env_checker: passed on to `make`.
        kwargs: further arguments of `make`.
    """
    several = () if wrappers is None else (wrappers,) if callable(wrappers) else tuple(wrappers)
    maker = _Maker(id, several, {**kwargs, "disable_env_checker": disable_env_checker})
    return (AsyncVectorEnv if asynchronous else SyncVectorEnv)([maker] * num_envs)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_real, name)


__path__: list[str] = []


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
