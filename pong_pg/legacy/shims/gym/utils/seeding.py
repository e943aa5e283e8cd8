"""`gym.utils.seeding`: the random generators of gym up to 0.21 (four step values), or NumPy's as later."""

from __future__ import annotations

import hashlib
import operator
import os
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.python2_names import long
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.numpy.random import RandomState

__all__ = ["create_seed", "hash_seed", "np_random"]


class OldRandomState(RandomState):
    """The generator of gym up to 0.21, with the method `integers` that current code calls.

    It derives from what scripts get as `numpy.random.RandomState`, so that `isinstance` is as it was.
    """

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int, endpoint: bool = False) -> Any:
        """Draw integers as `randint` does; with `endpoint`, `high` is included."""
        low, high = (0, low) if high is None else (low, high)
        return self.randint(low, high + 1 if endpoint else high, size=size, dtype=dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade_state, (self.get_state(),)


def _remade_state(state: Any) -> OldRandomState:
    generator = OldRandomState()
    generator.set_state(state)
    return generator


def np_random(seed: Any = None) -> tuple[Any, int]:
    """Return a random generator and its seed.

    Args:
        seed: an integer of at least 0; None draws one.

    Raises:
        Error: the seed is anything else.
    """
    if seed is not None:
        seed = checked(seed)
    if settings.current().step_values == 5:
        sequence = np.random.SeedSequence(seed)
        entropy: Any = sequence.entropy
        return np.random.Generator(np.random.PCG64(sequence)), entropy
    seed = create_seed(seed)
    generator = OldRandomState()
    generator.seed(_words_of(seed))
    return generator, as_then(seed)


def hash_seed(seed: Any = None, max_bytes: int = 8) -> int:
    """Return a hash of so many bytes of a seed, so that similar seeds give uncorrelated generators; None draws one."""
    seed = create_seed(max_bytes=max_bytes) if seed is None else seed
    return as_then(_bigint_from_bytes(hashlib.sha512(str(seed).encode()).digest()[:max_bytes]))


def create_seed(a: Any = None, max_bytes: int = 8) -> int:
    """Return a seed made from an integer or a string.

    Args:
        a: the integer or the string; None draws a seed.
        max_bytes: the largest size of the seed in bytes.
    """
    if a is None:
        return _bigint_from_bytes(os.urandom(max_bytes))
    if isinstance(a, str):
        text = a.encode()
        return _bigint_from_bytes((text + hashlib.sha512(text).digest())[:max_bytes])
    modulus: int = 2 ** (8 * max_bytes)
    return operator.index(a) % modulus


def _words_of(seed: int) -> list[int]:
    """Return the 32-bit words of the hash of a seed, with which Gym seeded a `RandomState`."""
    bigint = hash_seed(seed)
    words = []
    while bigint > 0:
        bigint, word = divmod(bigint, 2**32)
        words.append(word)
    return words or [0]


def emulator_seed(seed: int) -> int:
    """Return the seed that Gym gave the emulator for an environment with this seed."""
    return hash_seed(seed + 1) % 2**31


def _bigint_from_bytes(digits: bytes) -> int:
    return int.from_bytes(digits, "little")


def as_then(seed: int) -> int:
    """Return a seed of the type that it had: in Python 2 a long, because it was computed with powers of two."""
    return long(seed) if settings.current().python2 else seed


def checked(seed: Any) -> int:
    """Return a seed as an int.

    Raises:
        Error: the seed is not an integer of at least 0.
    """
    try:
        number = operator.index(int(seed) if isinstance(seed, float) and seed.is_integer() else seed)
    except TypeError:
        number = -1
    if number < 0:
        raise error.Error(f"a seed must be an integer of at least 0, or None; got {seed!r}")
    return number
