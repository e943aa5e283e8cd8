"""Pong for OpenAI Gym, which loads this module by itself from 0.21 on: ale-py registers nothing with it since 0.9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pong_pg.compat._versions import accepts, gym_plugin_of_ale_py, installed_version
from pong_pg.compat.ids import MAX_FRAMES, PONG_IDS, PongId


def register_pong() -> None:
    """Register the Pong ids with OpenAI Gym that neither the emulator's package nor the user has registered.

    Called by Gym itself, through the entry point group `gym.envs`, while it is being imported; Gym before 0.21 has
    no such thing, so `make` calls it too.
    """
    from gym.envs import registration

    if gym_plugin_of_ale_py():
        return
    registry = registration.registry
    old = not isinstance(registry, Mapping)
    registered = registry.env_specs if old else registry
    arguments = _of_atari_py if _gym_has_its_own() else _of_ours
    for env_id, meaning in PONG_IDS.items():
        if env_id in registered:
            continue
        if old:
            # `register` of gym 0.21 would put the id into a namespace, the name of the entry point.
            registered[env_id] = registration.EnvSpec(env_id, **arguments(meaning, registration))
        else:
            registration.register(id=env_id, **arguments(meaning, registration))


def _gym_has_its_own() -> bool:
    """Return whether Gym brings the Atari environment itself, as it did up to 0.19."""
    return installed_version("atari-py") is not None and installed_version("ale-py") is None


def _of_atari_py(meaning: PongId, _registration: Any) -> dict[str, Any]:
    frames = meaning.frameskip if isinstance(meaning.frameskip, int) else meaning.frameskip[0]
    kwargs = {**vars(meaning), "game": "pong", "obs_type": "ram" if meaning.obs_type == "ram" else "image"}
    return {"entry_point": "gym.envs.atari:AtariEnv", "max_episode_steps": MAX_FRAMES // frames, "kwargs": kwargs}


def _of_ours(meaning: PongId, registration: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {"entry_point": "pong_pg.compat.gym_atari:GymPong", "kwargs": dict(vars(meaning))}
    if accepts(registration.EnvSpec, "disable_env_checker"):
        # Gym 0.26's checker uses a NumPy name that NumPy 2 took away.
        arguments["disable_env_checker"] = True
    return arguments
