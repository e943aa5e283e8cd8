"""`numpy.random` with the seeds that earlier versions accepted, and with `random_integers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.shims.numpy.functions import of_ragged

_real = np.random

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def _old_seed(seed: Any) -> Any:
    """Return a seed that NumPy accepts: integers are taken modulo 2**32."""
    return int(seed) % 2**32 if isinstance(seed, int | np.integer) else seed


def seed(seed: Any = None) -> None:
    """Seed NumPy's global generator."""
    _real.seed(_old_seed(seed))


class _AlsoReal(type):
    """Counts generators of NumPy's own class, such as those of environments, as ones of the class here."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _real.RandomState)


class RandomState(_real.RandomState, metaclass=_AlsoReal):
    """NumPy's `RandomState`, which accepts the seeds of earlier versions."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(_old_seed(seed))

    def seed(self, seed: Any = None) -> None:
        """Seed the generator again."""
        super().seed(_old_seed(seed))

    def random_integers(self, low: Any, high: Any = None, size: Any = None) -> Any:
        """Return random integers from `low` to `high`, or from 1 to `low`, both included."""
        return _integers(self.randint, low, high, size)


def random_integers(low: Any, high: Any = None, size: Any = None) -> Any:
    """Return random integers from `low` to `high`, or from 1 to `low`, both included."""
    return _integers(_real.randint, low, high, size)


permutation = of_ragged(_real.permutation)


def _integers(draw: Callable[..., Any], low: Any, high: Any, size: Any) -> Any:
    if high is None:
        low, high = 1, low
    return draw(int(low), int(high) + 1, size)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
