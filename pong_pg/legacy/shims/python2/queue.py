"""`Queue` of Python 2: items of any types have an order."""

from __future__ import annotations

import queue as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.shims.python2.heapq import heappop, heappush

globals().update(public(_real, without=["heappop", "heappush"]))
__all__ = ["Empty", "Full", "LifoQueue", "PriorityQueue", "Queue"]


class PriorityQueue(_real.PriorityQueue):  # type: ignore[type-arg]  # as Python 2's
    """A queue that gives its least item first."""

    def _put(self, item: Any) -> None:
        heappush(self.queue, item)

    def _get(self) -> Any:
        return heappop(self.queue)
