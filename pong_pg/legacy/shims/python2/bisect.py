"""`bisect` of Python 2: items of any types have an order."""

from __future__ import annotations

import bisect as _real
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.python2_compare import is_refused, lt

__all__ = ["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"]


def bisect_left(a: Any, x: Any, lo: int = 0, hi: Any = None) -> int:
    """Return where to insert a value into a sorted sequence, before those that are equal."""
    return _place(_real.bisect_left, a, x, lo, hi, lambda item: bool(lt(item, x)))


def bisect_right(a: Any, x: Any, lo: int = 0, hi: Any = None) -> int:
    """Return where to insert a value into a sorted sequence, after those that are equal."""
    return _place(_real.bisect_right, a, x, lo, hi, lambda item: not lt(x, item))


def _place(real: Callable[..., int], a: Any, x: Any, lo: int, hi: Any, is_before: Callable[[Any], bool]) -> int:
    end = len(a) if hi is None or hi == -1 else hi
    try:
        return real(a, x, lo, end)
    except TypeError as error:
        if not is_refused(error):
            raise
    while lo < end:
        middle = (lo + end) // 2
        if is_before(a[middle]):
            lo = middle + 1
        else:
            end = middle
    return lo


def insort_left(a: Any, x: Any, lo: int = 0, hi: Any = None) -> None:
    """Insert a value into a sorted list, before those that are equal."""
    a.insert(bisect_left(a, x, lo, hi), x)


def insort_right(a: Any, x: Any, lo: int = 0, hi: Any = None) -> None:
    """Insert a value into a sorted list, after those that are equal."""
    a.insert(bisect_right(a, x, lo, hi), x)


bisect, insort = bisect_right, insort_right
