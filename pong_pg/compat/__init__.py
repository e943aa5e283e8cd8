"""One form for every environment: `make` an id, or `adapt` an environment that is there already."""

from __future__ import annotations

from typing import Any

from pong_pg.compat.envs import adapt
from pong_pg.compat.ids import PONG_IDS, unknown_id
from pong_pg.errors import ConfigError, EnvError

__all__ = ["adapt", "make", "plays_direct"]


def plays_direct(env_id: str, backend: str) -> bool:
    """Return whether `make` gives the direct environment for this id and backend."""
    return backend == "direct" or (backend == "auto" and env_id in PONG_IDS)


def make(env_id: str, /, *, backend: str = "auto", **kwargs: Any) -> Any:
    """Make an environment in the normal form.

    The normal form is Gymnasium's: ``reset(seed=) -> (observation, info)`` and
    ``step(action) -> (observation, reward, terminated, truncated, info)``.

    Args:
        env_id: a Pong id (see `pong_pg.compat.ids`), any id of Gymnasium's registry, or ``GymV26Environment-v0``
            with ``env_id=`` for shimmy's wrapper around OpenAI Gym.
        backend: who makes it. ``direct`` plays Pong straight on the emulator; ``gymnasium``, ``gym`` and
            ``shimmy`` use those packages; ``auto`` is direct for Pong ids and Gymnasium for the others.
        kwargs: handed to the environment. The direct one takes ``frameskip``, ``repeat_action_probability``,
            ``max_num_frames_per_episode``, ``obs_type`` ("rgb" or "palette") and ``render_mode``.

    Raises:
        UnknownEnvError: no environment has this id; the nearest ones are named.
        MissingPackageError: a package that this road needs is not installed.
        ConfigError: the backend is unknown.
        EnvError: the environment refused to be made.
    """
    from pong_pg.compat import native

    if not isinstance(env_id, str):
        raise EnvError(f"an environment id must be a text, such as 'ALE/Pong-v5'; got {env_id!r}")
    if plays_direct(env_id, backend):
        from pong_pg.compat.ale import DIRECT_ARGUMENTS, DirectEnv

        if env_id not in PONG_IDS:
            raise unknown_id(env_id, PONG_IDS, "the direct backend plays Pong only")
        strange = kwargs.keys() - DIRECT_ARGUMENTS
        if strange:
            raise EnvError(
                f"the direct backend has no argument {', '.join(sorted(strange))}: it has "
                f"{', '.join(DIRECT_ARGUMENTS)}; --backend gymnasium takes what ale-py takes"
            )
        return DirectEnv(env_id, **kwargs)
    road = native.ROADS.get("gymnasium" if backend == "auto" else backend)
    if road is None:
        raise ConfigError("backend", f"must be one of auto, direct, {', '.join(native.ROADS)}; got {backend!r}")
    return adapt(road(env_id, kwargs))
