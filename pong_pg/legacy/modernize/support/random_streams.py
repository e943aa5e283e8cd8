"""Draws of Python 2's `random`, which gave other numbers than today's from the same seed."""

from __future__ import annotations

import hashlib
import math
from typing import Any

from pong_pg.legacy.modernize.support.python2_order import python2_hash


def python2_randbelow(generator: Any, n: int) -> int:
    """Draw an integer below `n` as Python 2's `random` did."""
    if n < 2**53:
        return int(generator.random() * n)
    bits = int(1.00001 + math.log(n - 1, 2.0))
    drawn: int = generator.getrandbits(bits)
    while drawn >= n:
        drawn = generator.getrandbits(bits)
    return drawn


def python2_randrange(generator: Any, start: int, stop: int | None = None, step: int = 1) -> int:
    """Draw an element of a range as Python 2's `random.randrange` did, so that seeds give the same numbers."""
    first, last = (0, start) if stop is None else (start, stop)
    count = -((first - last) // step)
    if count <= 0:
        raise ValueError("empty range for randrange()")
    return int(first + step * python2_randbelow(generator, int(count)))


def python2_randint(generator: Any, a: int, b: int) -> int:
    """Draw an integer from `a` to `b` as Python 2's `random.randint` did, so that seeds give the same numbers."""
    return python2_randrange(generator, a, b + 1)


def python2_choice(generator: Any, sequence: Any) -> Any:
    """Draw an element as Python 2's `random.choice` did, so that seeds give the same elements."""
    return sequence[int(generator.random() * len(sequence))]


def python2_shuffle(generator: Any, items: Any, draw: Any = None) -> None:
    """Shuffle a list as Python 2's `random.shuffle` did, so that seeds give the same order."""
    draw = draw or generator.random
    for place in range(len(items) - 1, 0, -1):
        other = int(draw() * (place + 1))
        items[place], items[other] = items[other], items[place]


def python2_sample(generator: Any, population: Any, k: int) -> list[Any]:
    """Draw `k` different elements as Python 2's `random.sample` did, so that seeds give the same elements."""
    size = len(population)
    if not 0 <= k <= size:
        raise ValueError("sample larger than population")
    few = 21 + (4 ** math.ceil(math.log(k * 3, 4)) if k > 5 else 0)
    if size <= few or hasattr(population, "keys"):
        pool = list(population)
        result = []
        for taken in range(k):
            place = int(generator.random() * (size - taken))
            result.append(pool[place])
            pool[place] = pool[size - taken - 1]
        return result
    if isinstance(population, set | frozenset):
        # Python 2 drew for an element of the set first, which it could not take.
        if k:
            generator.random()
        population = tuple(population)
    places: dict[int, None] = {}
    while len(places) < k:
        places.setdefault(int(generator.random() * size))
    return [population[place] for place in places]


def python2_gammavariate(generator: Any, alpha: float, beta: float) -> Any:
    """Draw from the gamma distribution as Python 2 did, which drew otherwise where `alpha` is 1."""
    if alpha != 1.0 or beta <= 0.0:
        return generator.gammavariate(alpha, beta)
    drawn = generator.random()
    while drawn <= 1e-7:
        drawn = generator.random()
    return -math.log(drawn) * beta


def python2_betavariate(generator: Any, alpha: float, beta: float) -> Any:
    """Draw from the beta distribution as Python 2 did."""
    drawn = python2_gammavariate(generator, alpha, 1.0)
    return drawn / (drawn + python2_gammavariate(generator, beta, 1.0)) if drawn else 0.0


def python2_paretovariate(generator: Any, alpha: float) -> Any:
    """Draw from the Pareto distribution as Python 2 did, to the last digit."""
    return 1.0 / pow(1.0 - generator.random(), 1.0 / alpha)


def python2_triangular(generator: Any, low: float = 0.0, high: float = 1.0, mode: float | None = None) -> Any:
    """Draw from the triangular distribution as Python 2 did, to the last digit."""
    drawn = generator.random()
    middle = 0.5 if mode is None else (mode - low) / (high - low)
    if drawn > middle:
        drawn, middle, low, high = 1.0 - drawn, 1.0 - middle, high, low
    return low + (high - low) * (drawn * middle) ** 0.5


def python2_jumpahead(generator: Any, n: int) -> None:
    """Change the state of a generator as Python 2's `random.jumpahead` did."""
    version, words, following = generator.getstate()
    text = repr(n) + f"({version}, ({', '.join(f'{word}L' for word in words)}), {following!r})"
    far = int(hashlib.sha512(text.encode()).hexdigest(), 16)
    mixed = list(words[:624])
    for place in range(623, 1, -1):
        other = far % place
        mixed[place], mixed[other] = mixed[other], mixed[place]
    mixed = [(word + place + 1) & 0xFFFFFFFF for place, word in enumerate(mixed)]
    generator.setstate((3, (*mixed, 624), following))


def python2_seed(seed: Any) -> Any:
    """Return the number that Python 2 made of a seed: the hash of a text, a float or a tuple."""
    if seed is None or isinstance(seed, int):
        return seed
    return int(python2_hash(seed)) % 2**64
