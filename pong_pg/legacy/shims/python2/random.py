"""`random` of Python 2.7: with the same seed, the same numbers.

The generator is today's; what differs is how seeds become its state, and how integers, choices and some distributions
are drawn from its numbers.
"""

from __future__ import annotations

import hashlib
import math
import random as _real
import time
import warnings
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_hash import hash_of
from pong_pg.legacy.runtime.python2_order import ordered

globals().update(public(_real))

__all__ = [
    "Random",
    "SystemRandom",
    "WichmannHill",
    "betavariate",
    "choice",
    "expovariate",
    "gammavariate",
    "gauss",
    "getrandbits",
    "getstate",
    "jumpahead",
    "lognormvariate",
    "normalvariate",
    "paretovariate",
    "randint",
    "random",
    "randrange",
    "sample",
    "seed",
    "setstate",
    "shuffle",
    "triangular",
    "uniform",
    "vonmisesvariate",
    "weibullvariate",
]  # fmt: skip

BPF = 53
_WORDS = 624


class Random(_real.Random):
    """A generator of random numbers; the Mersenne Twister."""

    VERSION = 3

    def __new__(cls, *_: Any, **__: Any) -> Random:
        """Make a generator; `__init__` sets its state."""
        return super().__new__(cls)

    def __init__(self, x: Any = None) -> None:
        self.seed(x)
        self.gauss_next = None

    def seed(self, a: Any = None) -> None:  # type: ignore[override]  # it had no argument `version`
        """Set the state from an integer or from the hash of any other value; without one, from the system."""
        if a is not None and not isinstance(a, int):
            a = hash_of(a) & 0xFFFFFFFFFFFFFFFF
        # Today's sign of a seed is dropped, too.
        super().seed(a)
        self.gauss_next = None

    def setstate(self, state: Any) -> None:
        """Set the state to one that `getstate` returned; numbers of version 2 may be negative."""
        if state[0] == 2:
            state = (3, tuple(int(word) % (1 << 32) for word in state[1]), state[2])
        elif state[0] != 3:
            raise ValueError(f"state with version {state[0]} passed to Random.setstate() of version {self.VERSION}")
        super().setstate((3, tuple(state[1]), state[2]))

    def jumpahead(self, n: Any) -> None:
        """Change the state to one that is likely far away."""
        version, words, following = self.getstate()
        text = _repr(n) + f"({version}, ({', '.join(f'{word}L' for word in words)}), {following!r})"
        far = int(hashlib.sha512(text.encode()).hexdigest(), 16)
        mixed = list(words[:_WORDS])
        for place in range(_WORDS - 1, 1, -1):
            other = far % place
            mixed[place], mixed[other] = mixed[other], mixed[place]
        mixed = [(word + place + 1) & 0xFFFFFFFF for place, word in enumerate(mixed)]
        super().setstate((3, (*mixed, _WORDS), following))

    def __reduce__(self) -> Any:
        return type(self), (), self.getstate()

    def getrandbits(self, k: int) -> int:
        """Return an integer of so many random bits."""
        if k <= 0:
            raise ValueError("number of bits must be greater than zero")
        return super().getrandbits(k)

    def randrange(self, start: Any, stop: Any = None, step: Any = 1) -> int:
        """Return an element of `range(start, stop, step)`."""
        first = _whole(start, "non-integer arg 1 for randrange()")
        if stop is None:
            if first <= 0:
                raise ValueError("empty range for randrange()")
            return self._below(first)
        last = _whole(stop, "non-integer stop for randrange()")
        width = last - first
        if step == 1:
            if width <= 0:
                raise ValueError(f"empty range for randrange() ({first},{last}, {width})")
            return first + self._below(width)
        by = _whole(step, "non-integer step for randrange()")
        if by == 0:
            raise ValueError("zero step for randrange()")
        count = (width + by - 1) // by if by > 0 else (width + by + 1) // by
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return first + by * self._below(count)

    def _below(self, n: int) -> int:
        return int(self.random() * n) if n < 1 << BPF else self._randbelow(n)

    def _randbelow(self, n: int) -> int:
        """Return an integer below `n`, which may have more bits than a random float."""
        if type(self).random is not Random.random and type(self).getrandbits is Random.getrandbits:
            if n >= 1 << BPF:
                warnings.warn(
                    "Underlying random() generator does not supply \n"
                    "enough bits to choose from a population range this large",
                    stacklevel=2,
                )
            return int(self.random() * n)
        bits = int(1.00001 + math.log(n - 1, 2.0))
        drawn = self.getrandbits(bits)
        while drawn >= n:
            drawn = self.getrandbits(bits)
        return drawn

    def randint(self, a: Any, b: Any) -> int:
        """Return an integer from `a` to `b`, both included."""
        return self.randrange(a, b + 1)

    def choice(self, seq: Any) -> Any:
        """Return an element of a sequence."""
        return seq[int(self.random() * len(seq))]

    def shuffle(self, x: Any, random: Callable[[], float] | None = None) -> None:
        """Shuffle a list in place; `random` draws the numbers."""
        draw = random or self.random
        for place in range(len(x) - 1, 0, -1):
            other = int(draw() * (place + 1))
            x[place], x[other] = x[other], x[place]

    def sample(self, population: Any, k: int) -> list[Any]:  # type: ignore[override]  # it had no counts
        """Return `k` different elements of a sequence, or of a set."""
        size = len(population)
        if not 0 <= k <= size:
            raise ValueError("sample larger than population")
        set_size = 21
        if k > 5:
            set_size += 4 ** math.ceil(math.log(k * 3, 4))
        if size <= set_size or hasattr(population, "keys"):
            return self._sample_of_pool(list(ordered(population)), k)
        drawn: set[int] = set()
        result = []
        try:
            for _ in range(k):
                place = int(self.random() * size)
                while place in drawn:
                    place = int(self.random() * size)
                drawn.add(place)
                result.append(population[place])
        except (TypeError, KeyError):
            if isinstance(population, list):
                raise
            return self.sample(tuple(ordered(population)), k)
        return result

    def _sample_of_pool(self, pool: list[Any], k: int) -> list[Any]:
        size = len(pool)
        result = []
        for taken in range(k):
            place = int(self.random() * (size - taken))
            result.append(pool[place])
            pool[place] = pool[size - taken - 1]
        return result

    def triangular(self, low: float = 0.0, high: float = 1.0, mode: float | None = None) -> float:
        """Draw from the triangular distribution."""
        drawn = self.random()
        try:
            middle = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if drawn > middle:
            drawn, middle, low, high = 1.0 - drawn, 1.0 - middle, high, low
        return low + (high - low) * (drawn * middle) ** 0.5

    def expovariate(self, lambd: float) -> float:  # type: ignore[override]  # it had no default
        """Draw from the exponential distribution."""
        return -math.log(1.0 - self.random()) / lambd

    def gauss(self, mu: float, sigma: float) -> float:  # type: ignore[override]  # it had no defaults
        """Draw from the normal distribution."""
        return super().gauss(mu, sigma)

    def gammavariate(self, alpha: float, beta: float) -> float:
        """Draw from the gamma distribution."""
        if alpha != 1.0 or beta <= 0.0:
            return super().gammavariate(alpha, beta)
        drawn = self.random()
        while drawn <= 1e-7:
            drawn = self.random()
        return -math.log(drawn) * beta

    def paretovariate(self, alpha: float) -> float:
        """Draw from the Pareto distribution."""
        return 1.0 / pow(1.0 - self.random(), 1.0 / alpha)

    def weibullvariate(self, alpha: float, beta: float) -> float:
        """Draw from the Weibull distribution."""
        return alpha * pow(-math.log(1.0 - self.random()), 1.0 / beta)


def _whole(value: Any, message: str) -> int:
    whole = int(value)
    if whole != value:
        raise ValueError(message)
    return whole


def _repr(value: Any) -> str:
    """Return Python 2's `repr` of a number: integers beyond 63 bits ended in L."""
    return f"{value}L" if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63 else repr(value)


class WichmannHill(Random):
    """The generator of Python before 2.3."""

    VERSION = 1

    def seed(self, a: Any = None) -> None:  # type: ignore[override]  # it had no argument `version`
        """Set the state from an integer or from the hash of any other value; without one, from the system."""
        if a is None:
            a = int.from_bytes(_real.SystemRandom().randbytes(16), "big")
        elif not isinstance(a, int):
            a = hash_of(a)
        a, x = divmod(a, 30268)
        a, y = divmod(a, 30306)
        a, z = divmod(a, 30322)
        self._seed = x + 1, y + 1, z + 1
        self.gauss_next = None

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""
        x, y, z = self._seed
        self._seed = x, y, z = 171 * x % 30269, 172 * y % 30307, 170 * z % 30323
        return (x / 30269.0 + y / 30307.0 + z / 30323.0) % 1.0

    def getstate(self) -> Any:
        """Return the state."""
        return self.VERSION, self._seed, self.gauss_next

    def setstate(self, state: Any) -> None:
        """Set the state to one that `getstate` returned."""
        if state[0] != self.VERSION:
            raise ValueError(f"state with version {state[0]} passed to Random.setstate() of version {self.VERSION}")
        _, self._seed, self.gauss_next = state

    def jumpahead(self, n: int) -> None:
        """Change the state as `n` calls of `random` do."""
        if not n >= 0:
            raise ValueError("n must be >= 0")
        x, y, z = self._seed
        self._seed = x * pow(171, n, 30269) % 30269, y * pow(172, n, 30307) % 30307, z * pow(170, n, 30323) % 30323

    def whseed(self, a: Any = None) -> None:
        """Set the state as Python before 2.1 did."""
        if a is None:
            self._set_seed(0, 0, 0)
            return
        a, x = divmod(hash_of(a), 256)
        a, y = divmod(a, 256)
        a, z = divmod(a, 256)
        self._set_seed((x + a) % 256 or 1, (y + a) % 256 or 1, (z + a) % 256 or 1)

    def _set_seed(self, x: int = 0, y: int = 0, z: int = 0) -> None:
        if not all(type(part) is int for part in (x, y, z)):
            raise TypeError("seeds must be integers")
        if not (0 <= x < 256 and 0 <= y < 256 and 0 <= z < 256):
            raise ValueError("seeds must be in range(0, 256)")
        if x == y == z == 0:
            now = int(time.time() * 256)
            now = (now & 0xFFFFFF) ^ (now >> 24)
            now, x = divmod(now, 256)
            now, y = divmod(now, 256)
            now, z = divmod(now, 256)
        self._seed = x or 1, y or 1, z or 1
        self.gauss_next = None

    # Scripts reach it by the name that the class's private names have from outside.
    _WichmannHill__whseed = _set_seed


class SystemRandom(Random):
    """A generator whose numbers come from the system."""

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""
        return (int.from_bytes(_real._urandom(7), "big") >> 3) * 2.0**-BPF  # type: ignore[attr-defined]

    def getrandbits(self, k: int) -> int:
        """Return an integer of so many random bits."""
        if k <= 0:
            raise ValueError("number of bits must be greater than zero")
        if k != int(k):
            raise TypeError("number of bits should be an integer")
        return _real.SystemRandom().getrandbits(k)

    def seed(self, *_: Any, **__: Any) -> None:
        """Do nothing."""

    jumpahead = seed

    def _no_state(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError("System entropy source does not have state.")

    getstate = setstate = _no_state


_generator = Random()
globals().update({name: getattr(_generator, name) for name in __all__ if hasattr(Random, name)})
