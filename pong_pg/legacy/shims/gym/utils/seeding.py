"""`gym.utils.seeding`: generators whose streams are those of gym 0.19 (four values) or 0.26 (five values)."""

from __future__ import annotations

import hashlib
import operator
import os
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import error

__all__ = ["RNG", "RandomNumberGenerator", "create_seed", "hash_seed", "np_random"]

TODAYS = np.random.Generator


class OldRandomState(np.random.RandomState):
    """What gym up to 0.21 gave, with the method that code of today calls."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int, endpoint: bool = False) -> Any:
        """Draw whole numbers as `randint` does; `endpoint` makes `high` one of them."""
        low, high = (0, low) if high is None else (low, high)
        return self.randint(low, high + 1 if endpoint else high, size=size, dtype=dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade_state, (self.get_state(),)


class RandomNumberGenerator(np.random.Generator):
    """What gym from 0.22 on gave: NumPy's generator, with the method names of `RandomState`."""

    def rand(self, *size: int) -> Any:
        """Draw from 0 to 1."""
        return self.random(size or None)

    def randn(self, *size: int) -> Any:
        """Draw normally distributed numbers."""
        return self.standard_normal(size or None)

    def random_sample(self, size: Any = None) -> Any:
        """Draw from 0 to 1."""
        return self.random(size)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Draw whole numbers from `low` to `high` - 1."""
        return self.integers(low, high, size=size, dtype=dtype)

    random_integers = randint

    def get_state(self) -> Any:
        """Return the state of its bits."""
        return self.bit_generator.state

    def set_state(self, state: Any) -> None:
        """Set the state of its bits."""
        self.bit_generator.state = state

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade_generator, (self.bit_generator,)


RNG = RandomNumberGenerator


def _remade_state(state: Any) -> OldRandomState:
    generator = OldRandomState()
    generator.set_state(state)
    return generator


def _remade_generator(bits: Any) -> RandomNumberGenerator:
    return RandomNumberGenerator(bits)


def of_era(generator: Any = None) -> Any:
    """Return a new generator of the era; or, with today's, one of 0.22's kind that goes on with its stream."""
    return np_random()[0] if generator is None else RandomNumberGenerator(generator.bit_generator)


def np_random(seed: Any = None) -> tuple[Any, int]:
    """Return a generator and the seed it has.

    Args:
        seed: whole number of at least 0; None draws one.

    Raises:
        Error: it is no such number.
    """
    if seed is not None:
        seed = checked(seed)
    if settings.current().step_values == 5:
        sequence = np.random.SeedSequence(seed)
        entropy: Any = sequence.entropy
        return RandomNumberGenerator(np.random.PCG64(sequence)), entropy
    seed = create_seed(seed)
    generator = OldRandomState()
    generator.seed(_int_list_from_bigint(hash_seed(seed)))
    return generator, seed


def checked(seed: Any) -> int:
    """Return a seed as an int.

    Raises:
        Error: it is no whole number of at least 0.
    """
    try:
        number = operator.index(int(seed) if isinstance(seed, float) and seed.is_integer() else seed)
    except TypeError:
        number = -1
    if number < 0:
        raise error.Error(f"a seed must be a whole number of at least 0 or None; got {seed!r}")
    return number


def hash_seed(seed: Any = None, max_bytes: int = 8) -> int:
    """Return a number that differs much for seeds that differ little.

    Args:
        seed: what its text is hashed of; None draws one.
        max_bytes: how large the number may be.
    """
    seed = create_seed(max_bytes=max_bytes) if seed is None else seed
    return _bigint_from_bytes(hashlib.sha512(str(seed).encode()).digest()[:max_bytes])


def create_seed(a: Any = None, max_bytes: int = 8) -> int:
    """Return a seed made of a number or a text; None draws one.

    Args:
        a: the number or the text.
        max_bytes: how large the seed may be.
    """
    if a is None:
        return _bigint_from_bytes(os.urandom(max_bytes))
    if isinstance(a, str):
        text = a.encode()
        return _bigint_from_bytes((text + hashlib.sha512(text).digest())[:max_bytes])
    modulus: int = 2 ** (8 * max_bytes)
    return operator.index(a) % modulus


def _bigint_from_bytes(digits: bytes) -> int:
    return int.from_bytes(digits, "little")


def _int_list_from_bigint(bigint: int) -> list[int]:
    words = []
    while bigint > 0:
        bigint, word = divmod(bigint, 2**32)
        words.append(word)
    return words or [0]
