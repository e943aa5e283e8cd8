"""`gym.utils.seeding`: the random generators of gym 0.19 (four step values) or 0.26 (five), number for number."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from pong_pg.compat import gym_seeding
from pong_pg.compat.gym_seeding import create_seed, words_of
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.python2_names import long
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.numpy.random import RandomState

__all__ = ["create_seed", "hash_seed", "np_random"]

TODAYS = np.random.Generator


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


class RandomNumberGenerator(np.random.Generator):
    """The generator of gym from 0.22 on: NumPy's, with the method names of `RandomState`."""

    def rand(self, *size: int) -> Any:
        """Draw floats from the interval [0, 1)."""
        return self.random(size or None)

    def randn(self, *size: int) -> Any:
        """Draw normally distributed numbers."""
        return self.standard_normal(size or None)

    def random_sample(self, size: Any = None) -> Any:
        """Draw floats from the interval [0, 1)."""
        return self.random(size)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Draw integers from `low` to `high` - 1."""
        return self.integers(low, high, size=size, dtype=dtype)

    random_integers = randint

    def get_state(self) -> Any:
        """Return the state of the bit generator."""
        return self.bit_generator.state

    def set_state(self, state: Any) -> None:
        """Set the state of the bit generator."""
        self.bit_generator.state = state

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade_generator, (self.bit_generator,)


def _remade_state(state: Any) -> OldRandomState:
    generator = OldRandomState()
    generator.set_state(state)
    return generator


def _remade_generator(bits: Any) -> RandomNumberGenerator:
    return RandomNumberGenerator(bits)


def as_gyms(generator: Any = None) -> Any:
    """Return NumPy's generator as one of gym 0.22, which continues its stream; for None a newly seeded one."""
    return np_random()[0] if generator is None else RandomNumberGenerator(generator.bit_generator)


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
        return RandomNumberGenerator(np.random.PCG64(sequence)), entropy
    seed = create_seed(seed)
    generator = OldRandomState()
    generator.seed(words_of(seed))
    return generator, as_then(seed)


def hash_seed(seed: Any = None, max_bytes: int = 8) -> int:
    """Return a hash of a seed, so that similar seeds give uncorrelated generators."""
    return as_then(gym_seeding.hash_seed(seed, max_bytes))


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
