"""`random` for old scripts: what its functions took until Python 3.10, and Python 2's numbers of a seed."""

from __future__ import annotations

import random as _real
from collections.abc import Set
from typing import Any

from pong_pg.legacy.read import settings as _settings

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class Random(_real.Random):
    """A generator of random numbers."""

    if _settings.current().python2:

        def _randbelow(self, n: int) -> int:
            """Return a number below `n`, as Python 2 drew those of `randint`, `choice`, `shuffle` and `sample`."""
            return int(self.random() * n)

    def sample(self, population: Any, k: int, **named: Any) -> list[Any]:
        """Return `k` different values, also of a set."""
        return super().sample(tuple(population) if isinstance(population, Set) else population, k, **named)

    def randrange(self, start: Any, stop: Any = None, step: Any = 1) -> int:
        """Return a number of a range, whose ends may be whole floats."""
        return super().randrange(_whole(start), _whole(stop), _whole(step))

    def randint(self, a: Any, b: Any) -> int:
        """Return a number from `a` to `b`, which may be whole floats."""
        return super().randint(_whole(a), _whole(b))


def _whole(number: Any) -> Any:
    return int(number) if isinstance(number, float) and number.is_integer() else number


# The module's own generator; that of the real module is left to the libraries.
_generator = Random()
globals().update(
    {
        name: getattr(_generator, name)
        for name in _real.__all__
        if hasattr(_generator, name) and not isinstance(getattr(_real, name), type)
    }
)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
