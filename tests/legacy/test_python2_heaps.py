"""`heapq`, `bisect` and `Queue` of Python 2; what is expected is what Python 2.7.18 printed."""

from __future__ import annotations

import heapq as todays
import random
from typing import Any

import pytest

from pong_pg.legacy.shims.python2 import bisect, heapq, queue

pytestmark = pytest.mark.any_stack

POOL: list[Any] = [None, "a", "b", 3, 2.5, (1, 2), [1], {"k": 1}, {"k": 0}, {"a": 1, "b": 2}, True, "", (None,)]
ITEMS = [(number * 7 % 3, POOL[number * 5 % 13]) for number in range(20)]
PUSHED = [
    (0, None),
    (0, True),
    (0, 2.5),
    (0, [1]),
    (0, "b"),
    (0, {"k": 0}),
    (1, None),
    (1, {"a": 1, "b": 2}),
    (0, (None,)),
    (1, 2.5),
    (1, ""),
    (2, (None,)),
    (2, 3),
    (2, True),
    (2, (1, 2)),
    (1, (1, 2)),
    (1, "b"),
    (2, "a"),
    (2, {"k": 1}),
    (1, {"k": 1}),
]
HEAP = [
    (0, None),
    (0, True),
    (0, 2.5),
    (0, "b"),
    (0, [1]),
    (0, {"k": 0}),
    (1, None),
    (1, {"a": 1, "b": 2}),
    (0, (None,)),
    (1, 2.5),
    (1, ""),
    (2, 3),
    (2, (None,)),
    (2, True),
    (2, (1, 2)),
    (1, (1, 2)),
    (1, "b"),
    (2, {"k": 1}),
    (2, "a"),
    (1, {"k": 1}),
]
POPPED = [
    (0, True),
    (0, 2.5),
    (0, {"k": 0}),
    (0, [1]),
    (0, "b"),
    (0, (None,)),
    (1, None),
    (1, 2.5),
    (1, {"k": 1}),
    (1, {"a": 1, "b": 2}),
    (1, ""),
    (1, "b"),
    (1, (1, 2)),
    (2, True),
    (2, 3),
    (2, {"k": 1}),
    (2, "a"),
    (2, "q"),
    (2, (None,)),
    (2, (1, 2)),
]


def test_heaps_of_items_of_any_types() -> None:
    pushed: list[Any] = []
    for item in ITEMS:
        heapq.heappush(pushed, item)
    assert pushed == PUSHED
    heap = ITEMS.copy()
    heapq.heapify(heap)
    assert heap == HEAP
    assert heapq.heappushpop(heap, (0, None)) == (0, None)
    assert heapq.heapreplace(heap, (2, "q")) == (0, None)
    assert [heapq.heappop(heap) for _ in HEAP] == POPPED


def test_large_heaps_are_those_of_today() -> None:
    generator = random.Random(1)
    numbers = [generator.randrange(5000) for _ in range(3000)]
    ours: list[Any] = []
    theirs: list[Any] = []
    for number in numbers:
        heapq.heappush(ours, number)
        todays.heappush(theirs, number)
    assert ours == theirs
    for number in numbers[:1500]:
        assert heapq.heapreplace(ours, number) == todays.heapreplace(theirs, number)
        assert heapq.heappushpop(ours, number) == todays.heappushpop(theirs, number)
        assert heapq.heappop(ours) == todays.heappop(theirs)
    assert ours == theirs


def test_a_large_heap_of_items_of_any_types() -> None:
    items = [(number % 7, POOL[number % 13]) for number in range(1500)]
    heap = items.copy()
    heapq.heapify(heap)
    assert heapq.nsmallest(1500, items) == [heapq.heappop(heap) for _ in items]


def test_least_and_greatest() -> None:
    assert heapq.nlargest(4, ITEMS) == [(2, (1, 2)), (2, (None,)), (2, "a"), (2, {"k": 1})]
    assert heapq.nsmallest(4, ITEMS, key=lambda pair: pair[1]) == [(0, None), (1, None), (2, True), (0, True)]
    assert heapq.nsmallest(0, ITEMS) == heapq.nlargest(-1, ITEMS) == []
    assert list(heapq.merge([None, 1, "a"], [0, 2, "b"], [None, (1,)])) == [None, None, 0, 1, 2, "a", "b", (1,)]


def test_places_in_sorted_lists() -> None:
    values = heapq.nsmallest(len(ITEMS), ITEMS)
    bisect.insort(values, (1, None))
    bisect.insort_left(values, (1, "a"))
    places = [
        bisect.bisect(values, (1, 3)),
        bisect.bisect_left(values, (1, "a")),
        bisect.bisect_right(values, (1, "a")),
    ]
    assert places == [10, 13, 14]
    assert values[8:14] == [(1, None), (1, 2.5), (1, {"k": 1}), (1, {"a": 1, "b": 2}), (1, ""), (1, "a")]


def test_queues() -> None:
    waiting = queue.PriorityQueue()
    for item in ITEMS:
        waiting.put(item)
    assert [waiting.get_nowait() for _ in ITEMS] == heapq.nsmallest(len(ITEMS), ITEMS)


def test_other_methods_are_asked_as_they_were() -> None:
    class Item:
        def __init__(self, cost: int) -> None:
            self.cost = cost

        def __le__(self, other: Item) -> bool:
            return self.cost <= other.cost

    heap: list[Item] = []
    for cost in [5, 2, 8, 1, 9, 3, 7]:
        heapq.heappush(heap, Item(cost))
    assert [item.cost for item in heap] == [1, 2, 3, 5, 9, 8, 7]


def test_what_is_refused() -> None:
    class Item:
        def __lt__(self, other: Item) -> bool:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        heapq.heapify([Item(), Item()])
    with pytest.raises(TypeError, match="no ordering relation is defined for complex numbers"):
        heapq.heappush([1j], 2j)
    with pytest.raises(IndexError, match="index out of range"):
        heapq.heappop([])
    with pytest.raises(TypeError, match="heap argument must be a list"):
        heapq.heappush((1,), 2)
