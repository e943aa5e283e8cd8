"""One form for every environment: `make` an id, `adapt` an environment that is there already, `as_legacy` back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from pong_pg.compat._versions import import_emulator_alone
from pong_pg.compat.envs import AdaptedEnv, adapt
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.compat.interface import interface_of
from pong_pg.compat.legacy_env import as_legacy
from pong_pg.compat.protocol import Env
from pong_pg.errors import ConfigError, EnvError

if TYPE_CHECKING:
    from pong_pg.compat.ale import DirectEnv

__all__ = [
    "Env",
    "adapt",
    "as_legacy",
    "direct_obs_type",
    "draws_palette",
    "import_emulator_alone",
    "interface_of",
    "make",
    "make_for_training",
]


def make(env_id: str, /, *, backend: str = "auto", **kwargs: Any) -> Env:
    """Make an environment in the normal form.

    The normal form is Gymnasium's: ``reset(seed=) -> (observation, info)`` and
    ``step(action) -> (observation, reward, terminated, truncated, info)``. Where Gymnasium is installed, the
    environment is one of its `Env`. Which road was taken, and why, stands in its `repr`.

    Args:
        env_id: a Pong id (see `pong_pg.compat.ids`), any id that Gymnasium or OpenAI Gym knows, or
            ``GymV26Environment-v0`` with ``env_id=`` for shimmy's wrapper around OpenAI Gym.
        backend: who makes it. ``direct`` plays Pong straight on the emulator; ``gymnasium``, ``gym`` and
            ``shimmy`` use those packages; ``auto`` is direct for Pong ids and, for the others, Gymnasium or else
            OpenAI Gym, whichever is installed.
        kwargs: handed to the environment. The direct one takes ``frameskip``, ``repeat_action_probability``,
            ``max_num_frames_per_episode``, ``obs_type`` ("rgb", "ram" or "palette") and ``render_mode``.

    Raises:
        UnknownEnvError: no environment has this id; the nearest ones are named.
        MissingPackageError: a package that this road needs is not installed.
        ConfigError: the backend is unknown.
        EnvError: the environment refused to be made.
    """
    if not isinstance(backend, str):
        raise ConfigError("backend", f"must be a string, such as 'auto'; got {backend!r}")
    if not isinstance(env_id, str):
        raise EnvError(f"an environment id must be a string, such as 'ALE/Pong-v5'; got {env_id!r}")
    if _is_direct(env_id, backend):
        from pong_pg.compat.ale import direct_env

        direct: Env = direct_env(env_id, **_direct_arguments(env_id, backend, kwargs))
        return direct
    from pong_pg.compat import native
    from pong_pg.compat._versions import installed_version
    from pong_pg.compat.normal_form import gymnasium_kind

    road, why = backend, ""
    if backend == "auto":
        road = "gym" if installed_version("gymnasium") is None and installed_version("gym") else "gymnasium"
        why = f" (auto: no Pong id, so {road})"
    if road not in native.ROADS:
        raise ConfigError("backend", f"must be one of auto, direct, {', '.join(native.ROADS)}; got {backend!r}")
    env = native.ROADS[road](env_id, kwargs)
    made_by = f", {env_id} made by {road} {installed_version(road)}{why}"
    made: Env = gymnasium_kind(AdaptedEnv)(env, (_remake, (env_id, backend, kwargs)), made_by)
    return made


def make_for_training(env_id: str, /, *, backend: str = "auto", **kwargs: Any) -> Env:
    """Make what `make` makes in the form that is cheapest to play on.

    On the direct road that is the emulator's palette screen in one buffer, and neither Gymnasium nor Gym is imported.
    For the arguments and what is raised, see `make`.
    """
    obs_type = direct_obs_type(env_id, backend, kwargs)
    if obs_type is None:
        return make(env_id, backend=backend, **kwargs)
    from pong_pg.compat.ale import DirectEnv

    env = DirectEnv(env_id, **{**_direct_arguments(env_id, backend, kwargs), "obs_type": obs_type})
    env.quick_reset = obs_type == "palette"
    return env


def direct_obs_type(env_id: str, backend: str, kwargs: Mapping[str, Any]) -> str | None:
    """Return what `make_for_training` observes where it plays directly on the emulator.

    Returns:
        "palette", unless the id or `kwargs` ask for "ram" or "rgb"; None where another package makes the environment.
    """
    if not _is_direct(env_id, backend):
        return None
    default = PONG_IDS[env_id].obs_type if env_id in PONG_IDS else "rgb"
    obs_type: str = kwargs.get("obs_type", "palette" if default == "rgb" else default)
    return obs_type


def draws_palette(env: Env) -> TypeGuard[DirectEnv]:
    """Return whether this is the direct environment itself, which can `advance` and draw in one call."""
    from pong_pg.compat.ale import DirectEnv

    return type(env) is DirectEnv and env.obs_type == "palette"


def _is_direct(env_id: str, backend: str) -> bool:
    return backend == "direct" or (backend == "auto" and env_id in PONG_IDS)


def _direct_arguments(env_id: str, backend: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    from pong_pg.compat.ale import DIRECT_ARGUMENTS

    if env_id not in PONG_IDS:
        raise unknown_id(env_id, PONG_IDS, "the direct backend plays Pong only")
    strange = kwargs.keys() - DIRECT_ARGUMENTS
    if strange:
        raise EnvError(
            f"the direct backend has no argument {', '.join(sorted(strange))}: it has "
            f"{', '.join(DIRECT_ARGUMENTS)}; --backend gymnasium takes what ale-py takes"
        )
    return {**kwargs, "chosen": " (auto: a Pong id)"} if backend == "auto" else dict(kwargs)


def _remake(env_id: str, backend: str, kwargs: dict[str, Any]) -> Any:
    return make(env_id, backend=backend, **kwargs)
