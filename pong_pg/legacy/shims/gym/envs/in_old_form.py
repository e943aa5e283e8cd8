"""Classes of Gymnasium's environments in the form of Gym: each derives from Gymnasium's class and from `OldForm`."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.as_then import AS_THEN
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, metadata_of
from pong_pg.legacy.tables.gym import OVERRIDES


@functools.cache
def in_old_form(native: Any) -> Any:
    """Return a class of Gymnasium's environments in the form of Gym.

    It can be pickled by reference: `__getattr__` of this module finds it by its qualified name.

    Args:
        native: a class that derives from `gymnasium.Env`.
    """
    if issubclass(native, Env):
        return native
    if native.__module__.startswith("ale_py"):
        # It needs ale-py, which scripts for other environments may not have.
        from pong_pg.legacy.shims.gym.envs.atari import AtariEnv

        return AtariEnv
    body: dict[str, Any] = {
        "__module__": __name__,
        "__qualname__": f"{native.__module__.replace('.', '/')}:{native.__qualname__}",
        "__doc__": native.__doc__,
        "_native": native,
        "metadata": metadata_of(native),
        "_then": AS_THEN.get(native.__name__),
    }
    if body["_then"] is not None:
        body |= dict(body["_then"].attributes)
    # Helpers of Gymnasium's class that have the names of methods that scripts overrode in old Gym.
    own = OVERRIDES.keys() & set(dir(native))
    body |= {name: getattr(native, name) for name in own}
    return type(native.__name__, (OldForm, native), body)


def __getattr__(name: str) -> Any:
    module, colon, qualified = name.partition(":")
    if not colon:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return in_old_form(getattr(importlib.import_module(module.replace("/", ".")), qualified))
