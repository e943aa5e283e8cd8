"""`gymnasium.vector`, as scripts for 0.26 to 0.29 expect it.

Before 1.0 an environment that was done started its next episode in the same step, and left the end of the last one in
`infos["final_info"]` and `infos["final_observation"]`. Scripts that use these get this behaviour.
"""

from __future__ import annotations

from typing import Any

import gymnasium.vector as _real
import numpy as np

from pong_pg.legacy.read import settings

__all__ = list(_real.__all__)

# `make` of the package, which imports this module.
make_one: Any = None


def _autoreset() -> dict[str, Any]:
    mode = getattr(_real, "AutoresetMode", None)
    return {"autoreset_mode": mode.SAME_STEP} if mode and settings.current().same_step_reset else {}


def _infos_before_1(infos: dict[str, Any], count: int) -> dict[str, Any]:
    """Return infos with an array of the last info of each environment whose episode has ended, and None elsewhere."""
    if not settings.current().same_step_reset:
        return infos
    infos = {{"final_obs": "final_observation", "_final_obs": "_final_observation"}.get(k, k): infos[k] for k in infos}
    final = infos.get("final_info")
    if isinstance(final, dict):
        each = infos["final_info"] = np.full(count, None, object)
        for number in np.flatnonzero(infos["_final_info"]):
            each[number] = _info_of(final, int(number))
    return infos


def _info_of(infos: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the info of one environment."""
    names = [name for name in infos if not name.startswith("_")]
    present = [name for name in names if f"_{name}" not in infos or infos[f"_{name}"][number]]
    return {
        name: _info_of(infos[name], number) if isinstance(infos[name], dict) else infos[name][number]
        for name in present
    }


class SyncVectorEnv(_real.SyncVectorEnv):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """Several environments in this process, one after another."""

    def __init__(self, env_fns: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env_fns, *args, **{**_autoreset(), **kwargs})

    def step(self, actions: Any) -> Any:
        """Run one step in each environment."""
        *rest, infos = super().step(actions)
        return (*rest, _infos_before_1(infos, self.num_envs))


class AsyncVectorEnv(_real.AsyncVectorEnv):  # type: ignore[misc]  # as above
    """Several environments, each in a process of its own."""

    def __init__(self, env_fns: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(env_fns, *args, **{**_autoreset(), **kwargs})

    def step_wait(self, *args: Any, **kwargs: Any) -> Any:
        """Return the results of the step that `step_async` started."""
        *rest, infos = super().step_wait(*args, **kwargs)
        return (*rest, _infos_before_1(infos, self.num_envs))


def make(id: Any, num_envs: int = 1, asynchronous: bool = True, wrappers: Any = None, **kwargs: Any) -> Any:  # noqa: A002
    """Make several environments of one id, as `gymnasium.vector.make` did up to 0.29."""
    several = () if wrappers is None else (wrappers,) if callable(wrappers) else tuple(wrappers)

    def one() -> Any:
        env = make_one(id, **kwargs)
        for wrapper in several:
            env = wrapper(env)
        return env

    return (AsyncVectorEnv if asynchronous else SyncVectorEnv)([one] * num_envs)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_real, name)
