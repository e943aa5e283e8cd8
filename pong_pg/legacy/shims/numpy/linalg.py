"""`numpy.linalg` with the results and the stacks of vectors of earlier versions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.numpy import tolerant

_real = np.linalg
# What gives a named tuple since NumPy 1.25, which prints otherwise.
_PLAIN_TUPLES = ("eig", "eigh", "qr", "slogdet", "svd")

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})


__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def _as_tuple(real: Callable[..., Any]) -> Callable[..., Any]:
    def calculate(*arguments: Any, **named: Any) -> Any:
        result = real(*arguments, **named)
        is_named = isinstance(result, tuple) and settings.current().promotes_by_value
        return tuple(result) if is_named else result

    return calculate


def _solve(a: Any, b: Any) -> Any:
    if settings.current().promotes_by_value and np.ndim(b) == np.ndim(a) - 1:
        # A vector for each matrix; since NumPy 2 a stack of vectors counts as one matrix.
        return _real.solve(a, np.asanyarray(b)[..., np.newaxis])[..., 0]
    return _real.solve(a, b)


for _name, _function in {"solve": _solve, **{name: _as_tuple(getattr(_real, name)) for name in _PLAIN_TUPLES}}.items():
    functools.update_wrapper(_function, getattr(_real, _name), assigned=("__doc__",), updated=())
    globals()[_name] = tolerant.published(_function, _name, __name__)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
