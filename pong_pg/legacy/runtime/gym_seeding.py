"""The seeds of Gym up to 0.21: hashed, so that similar seeds give uncorrelated generators."""

from __future__ import annotations

import hashlib
import operator
import os
from typing import Any


def hash_seed(seed: Any = None, max_bytes: int = 8) -> int:
    """Return a hash of a seed, so that similar seeds give uncorrelated generators.

    Args:
        seed: its string is hashed; None draws one.
        max_bytes: the size of the hash in bytes.
    """
    seed = create_seed(max_bytes=max_bytes) if seed is None else seed
    return _bigint_from_bytes(hashlib.sha512(str(seed).encode()).digest()[:max_bytes])


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


def words_of(seed: int) -> list[int]:
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
