"""Registers Pong with Gymnasium, for `gymnasium.make("pong_pg:Pong-v5")`, which imports this package."""

from __future__ import annotations

import gymnasium

from pong_pg.compat._versions import accepts

_IDS = ("pong_pg/Pong-v5", "Pong-v5")


def register_pong() -> None:
    """Register `Pong-v5`, for `pong_pg:Pong-v5`, and `pong_pg/Pong-v5`, unless they are registered."""
    # Gymnasium 0.28 has no vector environments that are registered.
    vector = {"vector_entry_point": "pong_pg.compat.pong_vector:PongVectorEnv"}
    arguments = vector if accepts(gymnasium.register, "vector_entry_point") else {}
    for env_id in _IDS:
        if env_id not in gymnasium.registry:
            gymnasium.register(env_id, entry_point="pong_pg.compat.pong_env:PongEnv", **arguments)
