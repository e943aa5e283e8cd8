"""The random numbers of Gym up to 0.21."""

from __future__ import annotations

import hashlib
import operator
import os
from typing import Any

import gymnasium as gym
import numpy as np


def hash_seed(seed: Any = None, max_bytes: int = 8) -> int:
    """Return a hash of a seed, as `gym.utils.seeding.hash_seed` did."""
    seed = create_seed(max_bytes=max_bytes) if seed is None else seed
    return int.from_bytes(hashlib.sha512(str(seed).encode()).digest()[:max_bytes], "little")


def create_seed(a: Any = None, max_bytes: int = 8) -> int:
    """Return a seed made from an integer or a string, as `gym.utils.seeding.create_seed` did."""
    if a is None:
        return int.from_bytes(os.urandom(max_bytes), "little")
    if isinstance(a, str):
        return int.from_bytes((a.encode() + hashlib.sha512(a.encode()).digest())[:max_bytes], "little")
    return int(operator.index(a) % 2 ** (8 * max_bytes))


class OldRandomState(np.random.RandomState):
    """The generator of Gym up to 0.21, with the method of today's that environments and spaces call."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Draw integers as `randint` does."""
        return self.randint(low, high, size, dtype)


def np_random(seed: Any = None) -> Any:
    """Return a generator and its seed, as `gym.utils.seeding.np_random` up to Gym 0.21: a seeded `RandomState`."""
    if seed is not None and not (isinstance(seed, int | np.integer) and seed >= 0):
        raise gym.error.Error(f"Seed must be a non-negative integer or omitted, not {seed}")
    seed = create_seed(seed)
    hashed = hash_seed(seed)
    generator = OldRandomState()
    generator.seed([hashed % 2**32, hashed >> 32] if hashed >> 32 else [hashed])
    return generator, seed


def seed_env(env: Any, seed: Any = None) -> Any:
    """Seed an environment without a reset, as `env.seed(seed)` did; return the seeds."""
    unwrapped = env.unwrapped
    if hasattr(unwrapped, "seed"):
        return unwrapped.seed(seed)
    unwrapped.np_random, number = np_random(seed)
    return [number]


class SpaceGenerator(np.random.Generator):
    """An `OldRandomState` in the form that Gymnasium's vector environments ask of a space's generator."""

    def __init__(self, state: Any) -> None:
        super().__init__(np.random.MT19937())
        for name in ("exponential", "integers", "normal", "permutation", "random", "shuffle", "uniform"):
            setattr(self, name, getattr(state, name))


def seed_space(space: Any, seed: Any = None) -> Any:
    """Seed a space, whose samples are then those of Gym 0.10 to 0.21; return the seed."""
    if isinstance(space, gym.spaces.Tuple | gym.spaces.Dict):
        parts = space.spaces
        for part in parts.values() if isinstance(parts, dict) else parts:
            seed_space(part, seed)
        return None
    state, number = np_random(seed)
    space._np_random = SpaceGenerator(state)
    if isinstance(space, gym.spaces.Discrete):
        # So that samples are plain integers.
        space.start = int(space.start)
    return [number]


class CommonRandomState(OldRandomState):
    """The generator of all spaces of Gym up to 0.9, which drew long integers whatever the dtype."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Draw integers as `randint` does."""
        drawn = self.randint(low, high, size)
        return drawn if size is None else drawn.astype(dtype)


# The generator that all spaces of Gym up to 0.9 had in common, seeded with 0 from the start.
SPACES_RANDOM = CommonRandomState(0)


def seed_spaces(seed: Any = None) -> None:
    """Let all spaces draw from one generator, as `gym.spaces.prng.seed` did."""
    SPACES_RANDOM.seed(seed)
    gym.spaces.Space.np_random = SPACES_RANDOM
