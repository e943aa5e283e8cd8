"""`heapq` of Python 2: items of any types have an order."""

from __future__ import annotations

import heapq as _real
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from pong_pg.legacy.runtime.python2_compare import is_refused, le, lt, sorted_list
from pong_pg.legacy.runtime.python2_order import ordered

__all__ = ["heapify", "heappop", "heappush", "heappushpop", "heapreplace", "merge", "nlargest", "nsmallest"]

# A call that is refused half-way has moved items, so that the heap is copied before; that of a larger one would take
# longer than to do the call in Python.
_MOST_COPIED = 100
_NO_METHOD = vars(object)["__lt__"]


def _on_items_of_any_types(real: Callable[..., Any], in_python: Callable[..., Any]) -> Callable[..., Any]:
    def call(heap: Any, *arguments: Any) -> Any:
        if not isinstance(heap, list):
            raise TypeError("heap argument must be a list")
        if len(heap) > _MOST_COPIED and real is not _real.heapify:
            return in_python(heap, *arguments)
        before = heap.copy()
        try:
            return real(heap, *arguments)
        except TypeError as error:
            if not is_refused(error):
                raise
        heap[:] = before
        return in_python(heap, *arguments)

    return call


def _is_less(a: Any, b: Any) -> Any:
    try:
        return a < b
    except TypeError:
        kind: Any = type(a)
    # What has no method of its own was asked the other way round.
    return lt(a, b) if kind.__lt__ is not _NO_METHOD else not le(b, a)


def _sift_down(heap: list[Any], start: int, place: int) -> None:
    item = heap[place]
    while place > start:
        above = (place - 1) >> 1
        if not _is_less(item, heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _sift_up(heap: list[Any], place: int) -> None:
    item, start, end = heap[place], place, len(heap)
    child = 2 * place + 1
    while child < end:
        if child + 1 < end and not _is_less(heap[child], heap[child + 1]):
            child += 1
        heap[place] = heap[child]
        place, child = child, 2 * child + 1
    heap[place] = item
    _sift_down(heap, start, place)


def _push(heap: list[Any], item: Any) -> None:
    heap.append(item)
    _sift_down(heap, 0, len(heap) - 1)


def _pop(heap: list[Any]) -> Any:
    last = heap.pop()
    return _replace(heap, last) if heap else last


def _replace(heap: list[Any], item: Any) -> Any:
    try:
        return _replace_plainly(heap, item)
    except TypeError as error:
        if not is_refused(error):
            raise
    first, heap[0] = heap[0], item
    _sift_up(heap, 0)
    return first


def _replace_plainly(heap: list[Any], item: Any) -> Any:
    """Do what `_sift_up` does, in items that Python 3 compares; others are refused before anything has moved."""
    path, child, end = [0], 1, len(heap)
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        path.append(child)
        child = 2 * child + 1
    # Each item of the path moves up by one, as far down as the new item is not less.
    last = len(path) - 1
    while last and item < heap[path[last]]:
        last -= 1
    first = heap[0]
    for place, below in itertools.pairwise(path[: last + 1]):
        heap[place] = heap[below]
    heap[path[last]] = item
    return first


def _push_and_pop(heap: list[Any], item: Any) -> Any:
    return _replace(heap, item) if heap and _is_less(heap[0], item) else item


def _order(heap: list[Any]) -> None:
    for place in reversed(range(len(heap) // 2)):
        _sift_up(heap, place)


heappush = _on_items_of_any_types(_real.heappush, _push)
heappop = _on_items_of_any_types(_real.heappop, _pop)
heapreplace = _on_items_of_any_types(_real.heapreplace, _replace)
heappushpop = _on_items_of_any_types(_real.heappushpop, _push_and_pop)
heapify = _on_items_of_any_types(_real.heapify, _order)


def nlargest(n: int, iterable: Any, key: Any = None) -> list[Any]:
    """Return the largest values, the largest first."""
    return _first(_real.nlargest, n, iterable, key, reverse=True)


def nsmallest(n: int, iterable: Any, key: Any = None) -> list[Any]:
    """Return the smallest values, the smallest first."""
    return _first(_real.nsmallest, n, iterable, key, reverse=False)


def _first(real: Callable[..., Any], n: int, iterable: Any, key: Any, *, reverse: bool) -> list[Any]:
    values = list(ordered(iterable))
    try:
        return list(real(n, values, key))
    except TypeError as error:
        if not is_refused(error):
            raise
    return sorted_list(values, key, reverse)[: max(n, 0)]


def merge(*iterables: Any) -> Iterator[Any]:
    """Yield the values of several sorted iterables, sorted."""
    heap: list[Any] = []
    for number, values in enumerate(map(iter, map(ordered, iterables))):
        # One at most, the first.
        heap += [[value, number, values] for value in _next(values)]
    heapify(heap)
    while heap:
        value, _, values = first = heap[0]
        yield value
        following = _next(values)
        if following:
            first[0] = following[0]
            heapreplace(heap, first)
        else:
            heappop(heap)


def _next(values: Iterator[Any]) -> list[Any]:
    for value in values:
        return [value]
    return []
