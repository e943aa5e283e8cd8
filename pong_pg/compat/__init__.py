"""Gymnasium's API for every environment: `make` one, `adapt` an existing one, or convert one back with `as_legacy`."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from pong_pg.compat import native
from pong_pg.compat._versions import installed_version
from pong_pg.compat.ale import DirectEnv, direct_env
from pong_pg.compat.envs import AdaptedEnv, adapt
from pong_pg.compat.gymnasium_base import with_gymnasium_base
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.compat.interface import Env
from pong_pg.compat.legacy_env import as_legacy
from pong_pg.errors import ConfigError, EnvError

__all__ = [
    "Env",
    "adapt",
    "as_legacy",
    "make",
    "make_for_training",
]


def make(env_id: str, /, *, backend: str = "auto", **kwargs: Any) -> Env:
    """Make an environment with Gymnasium's API.

    That is ``reset(seed=) -> (observation, info)`` and
    ``step(action) -> (observation, reward, terminated, truncated, info)``. Where Gymnasium is installed, the
    environment is a `gymnasium.Env`. Its `repr` says which backend made it.

    Args:
        env_id: a Pong id (see `pong_pg.compat.ids`), any id that is registered with Gymnasium or OpenAI Gym, or
            ``GymV26Environment-v0`` with ``env_id=`` for shimmy's wrapper around OpenAI Gym.
        backend: what makes the environment. ``direct`` plays Pong directly on the emulator; ``gymnasium``, ``gym``
            and ``shimmy`` use those packages; ``auto`` is direct for Pong ids and, for the others, Gymnasium or else
            OpenAI Gym, whichever is installed.
        kwargs: passed to the environment. The direct one takes ``frameskip``, ``repeat_action_probability``,
            ``max_num_frames_per_episode``, ``obs_type`` ("rgb", "ram" or "palette") and ``render_mode``.

    Raises:
        UnknownEnvError: no environment has this id; the message names the nearest ids.
        MissingPackageError: a package that the backend needs is not installed.
        ConfigError: the backend is unknown.
        EnvError: the environment could not be made with these arguments.
    """
    if not isinstance(backend, str):
        raise ConfigError("backend", f"must be a string, such as 'auto'; got {backend!r}")
    if not isinstance(env_id, str):
        raise EnvError(f"an environment id must be a string, such as 'ALE/Pong-v5'; got {env_id!r}")
    if _is_direct(env_id, backend):
        _check_direct_arguments(env_id, kwargs)
        direct: Env = direct_env(env_id, **kwargs)
        return direct
    package = backend
    if backend == "auto":
        package = "gym" if installed_version("gymnasium") is None and installed_version("gym") else "gymnasium"
    if package not in native.BACKENDS:
        raise ConfigError("backend", f"must be one of auto, direct, {', '.join(native.BACKENDS)}; got {backend!r}")
    env = native.BACKENDS[package](env_id, kwargs)
    again = functools.partial(make, env_id, backend=backend, **kwargs)
    made_by = f", {env_id} made by {package} {installed_version(package)}"
    made: Any = with_gymnasium_base(AdaptedEnv)(env, again, made_by)
    if package == "shimmy":
        # Shimmy's own does not take another render mode, which Gymnasium's `check_env` tries.
        made.spec = type(env.spec)(env_id, entry_point=again)
    adapted: Env = made
    return adapted


def make_for_training(env_id: str, /, *, backend: str = "auto", **kwargs: Any) -> Env:
    """Make an environment as `make` does, with the observations that are fastest to train on.

    With the direct backend these are the emulator's palette indices in one buffer that every step overwrites, unless
    the id or the arguments ask for others, and neither Gymnasium nor Gym is imported. For the arguments and exceptions,
    see `make`.
    """
    if not _is_direct(env_id, backend):
        return make(env_id, backend=backend, **kwargs)
    _check_direct_arguments(env_id, kwargs)
    obs_type = "ram" if PONG_IDS[env_id].obs_type == "ram" else "palette"
    return DirectEnv(env_id, **{"obs_type": obs_type, **kwargs})


def _is_direct(env_id: str, backend: str) -> bool:
    return backend == "direct" or (backend == "auto" and env_id in PONG_IDS)


def _check_direct_arguments(env_id: str, kwargs: dict[str, Any]) -> None:
    if env_id not in PONG_IDS:
        raise unknown_id(env_id, PONG_IDS, "the direct backend plays Pong only")
    _, *known = inspect.signature(DirectEnv).parameters
    if unknown := kwargs.keys() - set(known):
        raise EnvError(
            f"the direct backend has no argument {', '.join(sorted(unknown))}, only {', '.join(known)}: "
            "remove it, or use the backend gymnasium, which takes the arguments of ale-py"
        )
