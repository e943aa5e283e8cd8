"""`math` of Python 2: `floor` and `ceil` return floats."""

from __future__ import annotations

import math as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))


def floor(x: Any) -> float:
    """Return the largest whole number not above `x`, a float."""
    x = _number(x)
    return x if not _real.isfinite(x) else _real.copysign(float(_real.floor(x)), x)


def ceil(x: Any) -> float:
    """Return the smallest whole number not below `x`, a float."""
    x = _number(x)
    return x if not _real.isfinite(x) else _real.copysign(float(_real.ceil(x)), x)


def _number(x: Any) -> float:
    if isinstance(x, str):
        raise TypeError("a float is required")
    return float(x)


def factorial(x: Any) -> int:
    """Return the factorial of a whole number, which may be a float."""
    if x != int(x):
        raise ValueError("factorial() only accepts integral values")
    return _real.factorial(int(x))
