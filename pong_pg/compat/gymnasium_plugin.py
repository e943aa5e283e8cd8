"""Registers Pong with Gymnasium, for `gymnasium.make("pong_pg:Pong-v5")`, which imports this package."""

from __future__ import annotations

import gymnasium

from pong_pg.compat._versions import accepts

_ID, _SHORT_ID = "pong_pg/Pong-v5", "Pong-v5"


def register_pong() -> None:
    """Register `pong_pg/Pong-v5`, and `pong_pg:Pong-v5` as another name of it, unless they are registered."""
    registry = gymnasium.envs.registration.registry
    if _ID not in registry:
        # Gymnasium 0.28 has no vector environments that are registered.
        vector = {"vector_entry_point": "pong_pg.compat.pong_vector:PongVectorEnv"}
        arguments = vector if accepts(gymnasium.register, "vector_entry_point") else {}
        gymnasium.register(_ID, entry_point="pong_pg.compat.pong_env:PongEnv", **arguments)
    # Gymnasium looks the part after the colon up. A spec with this id would make ale-py's Pong-v4 out of date.
    registry.setdefault(_SHORT_ID, registry[_ID])
