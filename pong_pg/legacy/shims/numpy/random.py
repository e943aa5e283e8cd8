"""`numpy.random` with the seeds and the float sizes that earlier versions accepted."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.shims.numpy import creation, tolerant

_real = np.random
_WITH_SIZE = (
    "binomial", "choice", "exponential", "normal", "permutation", "poisson", "rand", "randint", "randn", "random",
    "random_sample", "ranf", "sample", "standard_normal", "uniform",
)  # fmt: skip

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})


__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def _old_seed(seed: Any) -> Any:
    """Return a seed that NumPy accepts: numbers are truncated to integers and taken modulo 2**32."""
    if isinstance(seed, int | float | np.integer | np.floating):
        return int(seed) % 2**32
    if isinstance(seed, list | tuple):
        return [_old_seed(part) for part in seed]
    return seed


def seed(seed: Any = None) -> None:
    """Seed NumPy's global generator."""
    _real.seed(_old_seed(seed))


class RandomState(_real.RandomState):
    """NumPy's `RandomState`, which accepts the seeds of earlier versions."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(_old_seed(seed))

    def seed(self, seed: Any = None) -> None:
        """Seed the generator again."""
        super().seed(_old_seed(seed))

    def choice(self, *arguments: Any, **named: Any) -> Any:
        """Return a random sample of an array, or of the numbers below one."""
        return _accepting(super().choice)(*arguments, **named)

    def permutation(self, *arguments: Any) -> Any:
        """Return a shuffled copy, or the numbers below one, shuffled."""
        return _accepting(super().permutation)(*arguments)

    def random_integers(self, low: Any, high: Any = None, size: Any = None) -> Any:
        """Return random integers from `low` to `high`, or from 1 to `low`, both included."""
        return _integers(self.randint, low, high, size)


def random_integers(low: Any, high: Any = None, size: Any = None) -> Any:
    """Return random integers from `low` to `high`, or from 1 to `low`, both included."""
    return _integers(_real.randint, low, high, size)


def _integers(draw: Callable[..., Any], low: Any, high: Any, size: Any) -> Any:
    if high is None:
        low, high = 1, low
    return draw(int(low), int(high) + 1, size)


def _accepting(real: Callable[..., Any]) -> Callable[..., Any]:
    return creation.taking_ragged(tolerant.accepting_float_counts(real))


for _name in _WITH_SIZE:
    _function = _accepting(getattr(_real, _name))
    functools.update_wrapper(_function, getattr(_real, _name), assigned=("__doc__",), updated=())
    globals()[_name] = tolerant.published(_function, _name, __name__)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
