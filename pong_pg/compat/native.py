"""Environments as the installed packages make them: Gymnasium, OpenAI Gym, and shimmy's bridge between the two."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from pong_pg.compat._versions import accepts, gym_steps_in_five, installed_version, load_ale_py, quiet, require
from pong_pg.compat.gym_plugin import register_pong
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.errors import EnvError

SHIMMY_ID = "GymV26Environment-v0"


def make_gymnasium(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gymnasium.make`; Pong ids that ale-py no longer registers are made all the same."""
    gymnasium = require("gymnasium", f"making {env_id} with Gymnasium")
    if env_id == SHIMMY_ID:
        return make_shimmy(env_id, kwargs)
    if env_id.rpartition(":")[2] in PONG_IDS:
        # Registers its games with Gymnasium, and says nothing while it does; before 0.9 shimmy does that instead.
        load_ale_py()
        if "ALE/Pong-v5" not in gymnasium.registry:
            require("shimmy", f"making {env_id} with Gymnasium {installed_version('gymnasium')} and this ale-py")
        if env_id in PONG_IDS and env_id not in gymnasium.registry:
            env_id, kwargs = "ALE/Pong-v5", {**vars(PONG_IDS[env_id]), **kwargs}
    return _made(gymnasium, env_id, _with_pictures(gymnasium, env_id, kwargs))


def make_gym(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gym.make` of any version; Pong ids that are not registered are made all the same."""
    gym = require("gym", f"making {env_id} with OpenAI Gym")
    _prepare_gym(env_id)
    if gym_steps_in_five():
        kwargs = _with_pictures(gym, env_id, kwargs)
    return _made(gym, env_id, {**_without_checker(gym), **kwargs})


def make_shimmy(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make shimmy's wrapper of an OpenAI Gym environment: of `env_id` itself, or of `env_id=` for the wrapper's id."""
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
            f"{SHIMMY_ID} takes a text as env_id and a mapping as make_kwargs; got {env_id!r} and {inner_kwargs!r}"
        )
    _prepare_gym(env_id)
    make_kwargs = {**_without_checker(gym), **_with_pictures(gym, env_id, {**inner_kwargs, **kwargs})}
    return _made(gymnasium, SHIMMY_ID, {"env_id": env_id, "make_kwargs": make_kwargs}, wrapped=gym)


ROADS: dict[str, Callable[[str, dict[str, Any]], Any]] = {
    "gymnasium": make_gymnasium,
    "gym": make_gym,
    "shimmy": make_shimmy,
}


def _prepare_gym(env_id: str) -> None:
    """Make the Pong ids known to Gym, also where it loads no entry points, and their emulator silent."""
    if env_id.rpartition(":")[2] not in PONG_IDS:
        return
    if installed_version("ale-py") is not None:
        load_ale_py()
    with quiet():
        register_pong()


def _without_checker(gym: Any) -> dict[str, Any]:
    """The argument that leaves the checker of gym 0.24 and later out: it fails on NumPy 2, and adapters check."""
    return {"disable_env_checker": True} if accepts(gym.make, "disable_env_checker") else {}


def _with_pictures(package: Any, env_id: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Ask for pictures without a window, where the environment offers them and nothing else is asked for."""
    if "render_mode" in kwargs:
        return kwargs
    spec = package.envs.registry.get(env_id)
    try:
        module, _, name = spec.entry_point.partition(":")
        modes = getattr(importlib.import_module(module), name).metadata["render_modes"]
    except Exception:  # no such id, a factory instead of a class, a module that is missing: `make` will say
        return kwargs
    return {**kwargs, "render_mode": "rgb_array"} if "rgb_array" in modes else kwargs


def registered_ids(package: Any) -> list[str]:
    """Return the ids that Gymnasium, or OpenAI Gym of any version, has registered."""
    registry = package.envs.registry
    return list(registry if isinstance(registry, Mapping) else registry.env_specs)


def _made(package: Any, env_id: str, kwargs: dict[str, Any], *, wrapped: Any = None) -> Any:
    """Call `package.make`; `wrapped` is the package that makes the environment inside, named by `env_id=`."""
    inner = wrapped or package
    asked = kwargs["env_id"] if wrapped else env_id
    with warnings.catch_warnings():
        # Both packages tell users of Pong-v0 and -v4 that a newer version exists, and gym 0.25 that it is old.
        warnings.filterwarnings("ignore", message=r".*(is out of date|old step API|step API which returns).*")
        try:
            return package.make(env_id, **kwargs)
        except Exception as error:  # what an environment's constructor can raise is not known here
            reason = " ".join(str(error).split()).rstrip(".")
            known = registered_ids(inner)
            if asked.rpartition(":")[2] in known:
                raise EnvError(f"{asked} could not be made with {kwargs}: {reason}") from error
            raise unknown_id(asked, known, reason) from error
