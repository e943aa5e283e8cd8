"""Register Pong with OpenAI Gym, which loads this plugin itself since 0.21; ale-py has not registered it since 0.9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pong_pg.compat._versions import accepts, has_only_atari_py, release
from pong_pg.compat.ids import MAX_FRAMES, PONG_IDS, PongId


def register_pong() -> None:
    """Register with OpenAI Gym the Pong ids that neither the emulator's package nor the user has registered.

    Gym calls it through the entry point group `gym.envs` while it is being imported; Gym before 0.21 has no entry
    points, so `make` calls it too.
    """
    from gym.envs import registration

    if () < release("ale-py") < (0, 9):
        # It registers its games itself.
        return
    registry = registration.registry
    old = not isinstance(registry, Mapping)
    registered = registry.env_specs if old else registry
    arguments = _atari_py_arguments if has_only_atari_py() else _own_arguments
    for env_id, meaning in PONG_IDS.items():
        if env_id in registered:
            continue
        if old:
            # `register` of gym 0.21 would put the id into a namespace with the name of the entry point.
            registered[env_id] = registration.EnvSpec(env_id, **arguments(meaning, registration))
        else:
            registration.register(id=env_id, **arguments(meaning, registration))


def _atari_py_arguments(meaning: PongId, _registration: Any) -> dict[str, Any]:
    frames = meaning.frameskip if isinstance(meaning.frameskip, int) else meaning.frameskip[0]
    kwargs = {**vars(meaning), "game": "pong", "obs_type": "ram" if meaning.obs_type == "ram" else "image"}
    return {"entry_point": "gym.envs.atari:AtariEnv", "max_episode_steps": MAX_FRAMES // frames, "kwargs": kwargs}


def _own_arguments(meaning: PongId, registration: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {"entry_point": "pong_pg.compat.gym_atari:GymPong", "kwargs": dict(vars(meaning))}
    if accepts(registration.EnvSpec, "disable_env_checker"):
        # Gym 0.26's checker uses a name that NumPy 2 has removed.
        arguments["disable_env_checker"] = True
    return arguments
