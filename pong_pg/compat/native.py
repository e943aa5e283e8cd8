"""Environments as the installed packages make them: Gymnasium, OpenAI Gym, and shimmy's bridge between the two."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.errors import EnvError

SHIMMY_ID = "GymV26Environment-v0"


def make_gymnasium(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gymnasium.make`; Pong ids that ale-py no longer registers are made all the same."""
    gymnasium = require("gymnasium", f"making {env_id} with Gymnasium")
    if env_id == SHIMMY_ID:
        return make_shimmy(env_id, kwargs)
    if env_id in PONG_IDS:
        require("ale_py", f"making {env_id} with Gymnasium")
        if env_id not in gymnasium.registry:
            env_id, kwargs = "ALE/Pong-v5", {**vars(PONG_IDS[env_id]), **kwargs}
    return _made(gymnasium, env_id, kwargs)


def make_gym(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gym.make`, without its checker: gym 0.26's own fails on NumPy 2."""
    gym = require("gym", f"making {env_id} with OpenAI Gym")
    return _made(gym, env_id, {"disable_env_checker": True, **kwargs})


def make_shimmy(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make shimmy's wrapper of an OpenAI Gym environment: `env_id` itself, or `env_id=` of the wrapper's own id."""
    gymnasium = require("gymnasium", f"making {env_id} with shimmy")
    require("gym", f"making {env_id} with shimmy")
    require("shimmy", f"making {env_id} with shimmy")
    if env_id == SHIMMY_ID:
        kwargs = dict(kwargs)
        if "env_id" not in kwargs:
            raise EnvError(f"{SHIMMY_ID} wraps another environment: name it with env_id=, such as env_id='ALE/Pong-v5'")
        env_id = kwargs.pop("env_id")
    make_kwargs = {"disable_env_checker": True, **kwargs.pop("make_kwargs", {}), **kwargs}
    return _made(gymnasium, SHIMMY_ID, {"env_id": env_id, "make_kwargs": make_kwargs})


ROADS: dict[str, Callable[[str, dict[str, Any]], Any]] = {
    "gymnasium": make_gymnasium,
    "gym": make_gym,
    "shimmy": make_shimmy,
}


def _made(package: Any, env_id: str, kwargs: dict[str, Any]) -> Any:
    registry = getattr(package, "registry", None) or package.envs.registry
    with warnings.catch_warnings():
        # Both packages tell users of Pong-v0 and -v4 that a newer version exists.
        warnings.filterwarnings("ignore", message=r".*is out of date.*")
        try:
            return package.make(env_id, **kwargs)
        except (package.error.UnregisteredEnv, ModuleNotFoundError) as error:
            asked = kwargs.get("env_id", env_id)
            raise unknown_id(asked, registry, str(error).splitlines()[0].rstrip(".")) from error
        except (package.error.Error, TypeError, ValueError) as error:
            raise EnvError(f"{env_id} could not be made with {kwargs}: {' '.join(str(error).split())}") from error
