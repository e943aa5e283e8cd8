"""`gym.spaces.prng` of 2016: one random generator for all spaces, after it is seeded."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym.utils import seeding

shared: list[Any] = []


def seed(seed: Any = None) -> None:
    """Make all spaces sample from one generator with this seed, which in 2016 was passed to NumPy unchanged."""
    shared[:] = [seeding.OldRandomState(seed)]


def __getattr__(name: str) -> Any:
    if name == "np_random":
        if not shared:
            seed()
        return shared[0]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
