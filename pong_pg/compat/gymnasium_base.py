"""Make a class of environments a subclass of `gymnasium.Env`, wherever Gymnasium is installed."""

from __future__ import annotations

import functools
from typing import Any

from pong_pg.compat._versions import optional


@functools.cache
def with_gymnasium_base(cls: Any) -> Any:
    """Return a class of environments as a subclass of `gymnasium.Env`; without Gymnasium, the class itself.

    Gymnasium's wrappers and its `check_env` then accept the instances, while the class itself can be imported, and
    used by a worker, without Gymnasium.
    """
    gymnasium = optional("gymnasium", "subclassing gymnasium.Env")
    if gymnasium is None:
        return cls

    def reset(self: Any, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        result = cls.reset(self, seed=seed, options=options)
        if seed is not None:
            gymnasium.Env.reset(self, seed=int(seed))
        return result

    reset.__doc__ = cls.reset.__doc__
    body = {"reset": reset, "__doc__": cls.__doc__, "__module__": cls.__module__}
    return type(cls.__name__, (cls, gymnasium.Env), body)
