"""Environments as subclasses of `gymnasium.Env`, and `gymnasium.make("pong_pg:Pong-v5")`, which imports pong_pg."""

from __future__ import annotations

import functools
from typing import Any

from pong_pg.compat._versions import accepts, optional

_ID, _SHORT_ID = "pong_pg/Pong-v5", "Pong-v5"


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


def register_pong() -> None:
    """Register `pong_pg/Pong-v5`, and `pong_pg:Pong-v5` as another name of it, unless they are registered."""
    # Gymnasium may be half imported: it loads shimmy, which loads Gym, which loads this package.
    from gymnasium.envs.registration import register, registry

    if _ID not in registry:
        # Gymnasium 0.28 has no vector environments that are registered.
        vector = {"vector_entry_point": "pong_pg.compat.pong_vector:PongVectorEnv"}
        arguments = vector if accepts(register, "vector_entry_point") else {}
        register(_ID, entry_point="pong_pg.compat.pong_env:PongEnv", **arguments)
    # Gymnasium looks the part after the colon up. A spec with this id would make ale-py's Pong-v4 out of date.
    registry.setdefault(_SHORT_ID, registry[_ID])
