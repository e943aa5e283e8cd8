"""Pong for OpenAI Gym, which loads this module by itself: ale-py registers nothing with it since 0.9."""

from __future__ import annotations

from pong_pg.compat._versions import gym_plugin_of_ale_py
from pong_pg.compat.ids import PONG_IDS


def register_pong() -> None:
    """Register the Pong ids with OpenAI Gym, where neither ale-py nor the user has done it.

    Called by Gym itself, through the entry point `gym.envs`, while it is being imported.
    """
    from gym.envs import registration

    if gym_plugin_of_ale_py():
        return
    for env_id, meaning in PONG_IDS.items():
        if env_id not in registration.registry:
            registration.register(
                id=env_id,
                entry_point="pong_pg.compat.gym_atari:GymPong",
                # Gym 0.26's checker uses a NumPy name that NumPy 2 took away.
                disable_env_checker=True,
                kwargs=dict(vars(meaning)),
            )
