"""NumPy's evenly spaced numbers, with the types that they had before NumPy 2: between scalars they were float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.runtime.promotion import beside, full_dtype, watched
from pong_pg.legacy.shims.numpy.ufuncs import UFUNCS


def _ends(start: Any, stop: Any) -> tuple[Any, Any]:
    """Return the ends times 1.0, which gave float64 of a scalar and left an array as it was."""
    if not watched:
        return start, stop
    first, last = _full(start), _full(stop)
    if isinstance(start, np.ndarray) and start.ndim:
        last = beside(start.dtype, last) if not np.ndim(last) else last
    elif isinstance(stop, np.ndarray) and stop.ndim:
        first = beside(stop.dtype, first)
    return first, last


def _full(end: Any) -> Any:
    dtype = full_dtype(end)
    return end if dtype is None or np.ndim(end) else np.asarray(end, np.promote_types(dtype, np.float64))[()]


def linspace(start: Any, stop: Any, *arguments: Any, **named: Any) -> Any:
    """Return evenly spaced numbers over an interval."""
    return np.linspace(*_ends(start, stop), *arguments, **named)


def logspace(  # noqa: PLR0917 - NumPy's signature
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Any:
    """Return numbers that are evenly spaced on a logarithmic scale."""
    powers = UFUNCS["power"](base, linspace(start, stop, num, endpoint=endpoint, axis=axis))
    return powers if dtype is None else powers.astype(dtype, copy=False)
