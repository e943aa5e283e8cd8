"""Environments as the installed packages make them: Gymnasium, OpenAI Gym, and shimmy's bridge between the two."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from pong_pg.compat._versions import load_ale, require
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.errors import EnvError

SHIMMY_ID = "GymV26Environment-v0"


def make_gymnasium(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gymnasium.make`; Pong ids that ale-py no longer registers are made all the same."""
    gymnasium = require("gymnasium", f"making {env_id} with Gymnasium")
    if env_id == SHIMMY_ID:
        return make_shimmy(env_id, kwargs)
    if env_id.rpartition(":")[2] in PONG_IDS:
        # Registers its games with Gymnasium, and says nothing while it does.
        load_ale()
        if env_id in PONG_IDS and env_id not in gymnasium.registry:
            env_id, kwargs = "ALE/Pong-v5", {**vars(PONG_IDS[env_id]), **kwargs}
    return _made(gymnasium, env_id, kwargs)


def make_gym(env_id: str, kwargs: dict[str, Any]) -> Any:
    """Make an environment with `gym.make`, without its checker: gym 0.26's own fails on NumPy 2."""
    gym = require("gym", f"making {env_id} with OpenAI Gym")
    return _made(gym, env_id, {"disable_env_checker": True, **kwargs})


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
    make_kwargs = {"disable_env_checker": True, **inner_kwargs, **kwargs}
    return _made(gymnasium, SHIMMY_ID, {"env_id": env_id, "make_kwargs": make_kwargs}, wrapped=gym)


ROADS: dict[str, Callable[[str, dict[str, Any]], Any]] = {
    "gymnasium": make_gymnasium,
    "gym": make_gym,
    "shimmy": make_shimmy,
}


def _made(package: Any, env_id: str, kwargs: dict[str, Any], *, wrapped: Any = None) -> Any:
    """Call `package.make`; `wrapped` is the package that makes the environment inside, named by `env_id=`."""
    inner = wrapped or package
    asked = kwargs["env_id"] if wrapped else env_id
    with warnings.catch_warnings():
        # Both packages tell users of Pong-v0 and -v4 that a newer version exists.
        warnings.filterwarnings("ignore", message=r".*is out of date.*")
        try:
            return package.make(env_id, **kwargs)
        except Exception as error:  # what an environment's constructor can raise is not known here
            reason = " ".join(str(error).split()).rstrip(".")
            if asked.rpartition(":")[2] in inner.envs.registry:
                raise EnvError(f"{asked} could not be made with {kwargs}: {reason}") from error
            raise unknown_id(asked, inner.envs.registry, reason) from error
