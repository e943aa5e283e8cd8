"""Warnings about something that fails for some time, without one for each attempt."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

# Seconds until the second warning; each later interval is twice the one before, up to the longest.
_FIRST_INTERVAL = 60.0
_LONGEST_INTERVAL = 3600.0


class Outage:
    """Warns of failures: of the first, again at growing intervals while they go on, and when it works again.

    Args:
        works_again: the line for that.
        clock: returns seconds.
    """

    def __init__(self, works_again: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._works_again = works_again
        self._clock = clock
        self._failures = 0
        self._next_warning = 0.0
        self._interval = _FIRST_INTERVAL

    @property
    def failures(self) -> int:
        """Failed attempts since it last worked."""
        return self._failures

    def failed(self, message: str) -> None:
        """Count a failed attempt, and log the message if it is time to."""
        now = self._clock()
        if not self._failures:
            self._interval = _FIRST_INTERVAL
        self._failures += 1
        if self._failures > 1 and now < self._next_warning:
            return
        times = "" if self._failures == 1 else f" ({self._failures} failed attempts so far)"
        log.warning("%s%s", message, times)
        self._next_warning = now + self._interval
        self._interval = min(2 * self._interval, _LONGEST_INTERVAL)

    def succeeded(self) -> None:
        """Take note of an attempt that worked."""
        if self._failures:
            log.warning("%s, after %d failed attempts", self._works_again, self._failures)
        self._failures = 0
