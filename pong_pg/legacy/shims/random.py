"""`random` of Python 3 with what its functions took until Python 3.10 and 3.11, where they are errors today."""

from __future__ import annotations

import random as _real
from collections.abc import Set
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class Random(_real.Random):
    """A generator of random numbers."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Set the state by a number or a string, or by the hash of another value."""
        super().seed(_seed_of(a), version)

    def sample(self, population: Any, k: int, **named: Any) -> list[Any]:
        """Return `k` different values, also of a set."""
        return super().sample(_listed(population), k, **named)

    def shuffle(self, x: Any, random: Any = None) -> None:
        """Shuffle a list, by a function that gives numbers from 0 to 1 if one is given."""
        if random is None:
            super().shuffle(x)
        else:
            _shuffle_by(x, random)

    def randrange(self, start: Any, stop: Any = None, step: Any = 1) -> int:
        """Return a number of a range, whose ends may be whole floats."""
        return super().randrange(_whole(start), _whole(stop), _whole(step))

    def randint(self, a: Any, b: Any) -> int:
        """Return a number from `a` to `b`, which may be whole floats."""
        return super().randint(_whole(a), _whole(b))


class SystemRandom(Random, _real.SystemRandom):
    """A generator of random numbers of the operating system."""


def seed(a: Any = None, version: int = 2) -> None:
    """Set the state of the module's own generator; see `Random.seed`."""
    _real.seed(_seed_of(a), version)


def sample(population: Any, k: int, **named: Any) -> list[Any]:
    """Return `k` different values, also of a set."""
    return _real.sample(_listed(population), k, **named)


def shuffle(x: Any, random: Any = None) -> None:
    """Shuffle a list; see `Random.shuffle`."""
    if random is None:
        _real.shuffle(x)
    else:
        _shuffle_by(x, random)


def randrange(start: Any, stop: Any = None, step: Any = 1) -> int:
    """Return a number of a range, whose ends may be whole floats."""
    return _real.randrange(_whole(start), _whole(stop), _whole(step))


def randint(a: Any, b: Any) -> int:
    """Return a number from `a` to `b`, which may be whole floats."""
    return _real.randint(_whole(a), _whole(b))


def _seed_of(value: Any) -> Any:
    is_taken = value is None or isinstance(value, int | float | str | bytes | bytearray)
    # A hash counted as a number without a sign.
    return value if is_taken else _hash(value) % 2**64


def _hash(value: Any) -> int:
    """Return the hash of a value; that of a tuple is another one from Python 3.8 on."""
    if type(value) is not tuple:
        return hash(value)
    found, factor = 0x345678, 1000003
    for left, item in zip(range(len(value) - 1, -1, -1), value, strict=True):
        found = (found ^ _hash(item)) * factor
        factor += 82520 + 2 * left
    found = (found + 97531) % 2**64
    return found - 2**64 if found >= 2**63 else found


def _listed(population: Any) -> Any:
    return tuple(population) if isinstance(population, Set) else population


def _shuffle_by(values: Any, random: Any) -> None:
    for place in reversed(range(1, len(values))):
        other = int(random() * (place + 1))
        values[place], values[other] = values[other], values[place]


def _whole(number: Any) -> Any:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
