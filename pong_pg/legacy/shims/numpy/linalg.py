"""`numpy.linalg` with the results, real eigenvalues and stacks of vectors of earlier versions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.shims.numpy import tolerant

_real = np.linalg
# What gives a named tuple since NumPy 1.25, which prints otherwise.
_PLAIN_TUPLES = ("eig", "eigh", "qr", "slogdet", "svd")

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})


__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def _as_tuple(real: Callable[..., Any]) -> Callable[..., Any]:
    def calculate(*arguments: Any, **named: Any) -> Any:
        result = real(*arguments, **named)
        is_named = isinstance(result, tuple)
        return tuple(result) if is_named else result

    return calculate


def _eig(a: Any) -> Any:
    values, vectors = result = _real.eig(a)
    return (values.real, vectors.real) if _are_real(a, values) else result


def _eigvals(a: Any) -> Any:
    values = _real.eigvals(a)
    return values.real if _are_real(a, values) else values


def _are_real(a: Any, values: Any) -> bool:
    """Return whether eigenvalues were given as real numbers; since NumPy 2.5 they are always complex."""
    return not np.iscomplexobj(a) and not np.imag(values).any()


def _solve(a: Any, b: Any) -> Any:
    if np.ndim(b) == np.ndim(a) - 1:
        # A vector for each matrix; since NumPy 2 a stack of vectors counts as one matrix.
        return _real.solve(a, np.asanyarray(b)[..., np.newaxis])[..., 0]
    return _real.solve(a, b)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "eigvals": _eigvals,
    "solve": _solve,
    **{name: _as_tuple(_eig if name == "eig" else getattr(_real, name)) for name in _PLAIN_TUPLES},
}
for _name, _function in _FUNCTIONS.items():
    functools.update_wrapper(_function, getattr(_real, _name), assigned=("__doc__",), updated=())
    globals()[_name] = tolerant.published(_function, _name, __name__)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
