"""`gymnasium` for old scripts: the installed one, with the Atari games registered and what 1.0 removed.

Windows are opened only where there is a display.
"""

from __future__ import annotations

from typing import Any

import gymnasium as _real

from pong_pg.compat._versions import installed_version, load_ale_py, quiet
from pong_pg.compat.ids import unknown_id
from pong_pg.compat.native import SHIMMY_ID, make_shimmy, registered_ids
from pong_pg.errors import UnknownEnvError
from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.shims.gym.envs.atari_ids import OBS_TYPES, old_atari_id
from pong_pg.legacy.shims.gymnasium import vector, wrappers

if installed_version("ale-py") is not None:
    with quiet():
        # Registers its games when it is imported.
        load_ale_py()


def make(id: Any, **kwargs: Any) -> Any:  # noqa: A002 - Gymnasium's names
    """Make an environment, as `gymnasium.make` does.

    Args:
        id: an id of Gymnasium, or an old id of an Atari game that ale-py no longer registers.
        kwargs: arguments of `gymnasium.make`; `render_mode="human"` becomes "rgb_array" where there is no display.

    Raises:
        UnknownEnvError: there is no such id. The error is one of Gymnasium's too, with a message of one line.
    """
    viewer.draw_without_display()
    inner = kwargs.get("make_kwargs") or kwargs
    if inner.get("render_mode") == "human" and not viewer.has_display():
        inner = {**inner, "render_mode": "rgb_array"}
        kwargs = {**kwargs, "make_kwargs": inner} if kwargs.get("make_kwargs") else inner
    if id == SHIMMY_ID:
        return make_shimmy(id, kwargs)
    env_id = id
    atari = old_atari_id(id, _real.registry) if isinstance(id, str) and id not in _real.registry else None
    if atari is not None:
        obs_type = atari.kwargs["obs_type"]
        env_id, kwargs = atari.todays, {**atari.kwargs, "obs_type": OBS_TYPES.get(obs_type, obs_type), **kwargs}
    try:
        return _real.make(env_id, **kwargs)
    except _real.error.UnregisteredEnv as problem:
        kind = type(type(problem).__name__, (UnknownEnvError, type(problem)), {"__module__": __name__})
        raise kind(str(unknown_id(str(id), registered_ids(_real)))) from problem


vector.make_one = make
_OWN = {"make": make, "vector": vector, "wrappers": wrappers}
globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")} | _OWN)
__version__: str = _real.__version__
__all__ = list(_real.__all__)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_real, name)
