"""The backends that make environments with an installed package: Gymnasium, OpenAI Gym, or shimmy between the two."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from pong_pg.compat._versions import installed_version, load_ale_py, quiet, release, require
from pong_pg.compat.gym_plugin import register_pong
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.errors import EnvError

SHIMMY_ID = "GymV26Environment-v0"


def make_gymnasium(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gymnasium.make`, including Pong ids that ale-py no longer registers."""
    gymnasium = require("gymnasium", f"making {env_id} with Gymnasium")
    if env_id == SHIMMY_ID:
        return make_shimmy(env_id, kwargs)
    is_pong = env_id.rpartition(":")[2] in PONG_IDS
    if is_pong or (env_id not in gymnasium.registry and installed_version("ale-py") is not None):
        # It registers its games with Gymnasium when it is imported; before 0.9 shimmy does that instead.
        load_ale_py()
    if is_pong:
        if "ALE/Pong-v5" not in gymnasium.registry:
            require("shimmy", f"making {env_id} with Gymnasium {installed_version('gymnasium')} and this ale-py")
        if env_id in PONG_IDS and env_id not in gymnasium.registry:
            env_id, kwargs = "ALE/Pong-v5", {**vars(PONG_IDS[env_id]), **kwargs}
    return _call_make(gymnasium, env_id, _with_rgb_array(gymnasium, env_id, kwargs))


def make_gym(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gym.make` of any version, including Pong ids that it does not register itself."""
    gym = require("gym", f"making {env_id} with OpenAI Gym")
    _prepare_gym(env_id)
    # Since then `make` takes a render mode.
    if release("gym") >= (0, 26):
        kwargs = _with_rgb_array(gym, env_id, kwargs)
    return _call_make(gym, env_id, kwargs)


def make_shimmy(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make shimmy's wrapper around the OpenAI Gym environment `env_id`; `SHIMMY_ID` takes its id from `kwargs`."""
    gymnasium = require("gymnasium", f"making {env_id} with shimmy")
    gym = require("gym", f"making {env_id} with shimmy")
    require("shimmy", f"making {env_id} with shimmy")
    kwargs = dict(kwargs)
    if env_id == SHIMMY_ID:
        if "env_id" not in kwargs:
            raise EnvError(f"{SHIMMY_ID} wraps another environment: name it with env_id=, such as env_id='ALE/Pong-v5'")
        env_id = kwargs.pop("env_id")
    inner_kwargs = kwargs.pop("make_kwargs", {})
    if not isinstance(env_id, str) or not isinstance(inner_kwargs, Mapping):
        raise EnvError(
            f"{SHIMMY_ID} needs a string as env_id and a mapping as make_kwargs; got {env_id!r} and {inner_kwargs!r}"
        )
    _prepare_gym(env_id)
    make_kwargs = _with_rgb_array(gym, env_id, {**inner_kwargs, **kwargs})
    return _call_make(gymnasium, SHIMMY_ID, {"env_id": env_id, "make_kwargs": make_kwargs}, wrapped=gym)


# By the name of the backend, which is also the name of its package.
BACKENDS: dict[str, Callable[[str, dict[str, Any]], Any]] = {
    "gymnasium": make_gymnasium,
    "gym": make_gym,
    "shimmy": make_shimmy,
}


def _prepare_gym(env_id: str) -> None:
    """Register the Pong ids with Gym, including versions that load no entry points, and silence the emulator."""
    if env_id.rpartition(":")[2] not in PONG_IDS:
        return
    if installed_version("ale-py") is not None:
        load_ale_py()
    with quiet():
        register_pong()


def _with_rgb_array(package: Any, env_id: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Add ``render_mode="rgb_array"`` where the environment supports it and no other render mode is given."""
    if "render_mode" in kwargs:
        return kwargs
    spec = package.envs.registry.get(env_id)
    try:
        module, _, name = spec.entry_point.partition(":")
        modes = getattr(importlib.import_module(module), name).metadata["render_modes"]
    except Exception:  # no such id, a factory instead of a class, a missing module: `make` reports it
        return kwargs
    return {**kwargs, "render_mode": "rgb_array"} if "rgb_array" in modes else kwargs


def registered_ids(package: Any) -> list[str]:
    """Return the ids that are registered with a package: Gymnasium, or OpenAI Gym of any version."""
    registry = package.envs.registry
    return list(registry if isinstance(registry, Mapping) else registry.env_specs)


def _call_make(package: Any, env_id: str, kwargs: dict[str, Any], *, wrapped: Any = None) -> Any:
    """Call `package.make`; with `wrapped`, the package of the inner environment, `kwargs["env_id"]` is its id."""
    inner_package = wrapped or package
    requested = kwargs["env_id"] if wrapped else env_id
    with warnings.catch_warnings():
        # Both packages warn that Pong-v0 and -v4 have a newer version, and gym 0.25 that its own step API is old.
        warnings.filterwarnings("ignore", message=r".*(is out of date|old step API|step API which returns).*")
        try:
            return package.make(env_id, **kwargs)
        except Exception as error:  # an environment's constructor may raise anything
            reason = " ".join(str(error).split()).rstrip(".")
            known = registered_ids(inner_package)
            if requested.rpartition(":")[2] in known:
                raise EnvError(f"{requested} could not be made with {kwargs}: {reason}") from error
            raise unknown_id(requested, known, reason) from error
