"""`gym.spaces.prng` of 2016: one random generator for all spaces, seeded with 0 when Gym is imported."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym.utils import seeding

np_random = seeding.OldRandomState(0)


def seed(seed: Any = None) -> None:
    """Seed the generator of all spaces; in 2016 the seed was passed to NumPy unchanged."""
    np_random.seed(seed)
