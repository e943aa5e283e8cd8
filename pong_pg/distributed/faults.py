"""What goes wrong with workers: why one was replaced, and how long one may take."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pong_pg.errors import PongPGError

# Seconds that a call may take: before any has returned; at least; and times the slowest one so far.
_FIRST_BOUND = 600.0
_LEAST_BOUND = 30.0
_TIMES_SLOWEST = 10.0

# How many failures of one kind an update survives.
MAX_FAILURES = 4

# What Ray says when an actor is lost, and what that means; the first that matches. Ray also lists common causes of what
# it does not know the cause of, so these must be whole phrases.
_REASONS = (
    (r"OutOfMemoryError|NODE_OUT_OF_MEMORY|running low on memory", "it was killed because its node ran out of memory"),
    (r"its node (has )?died|NODE_DIED", "its node was lost"),
    (r"died unexpectedly|worker process has died|connection error code", "its process died"),
)


class ActorLostError(Exception):
    """The result of a call is lost, and its actor is to be replaced; the message is the reason.

    Attributes:
        raised: the call raised an exception, instead of being lost with its actor.
        cause: that exception, if it is one of this package.
        retries: how many such exceptions an update survives.
    """

    def __init__(
        self, reason: str, *, raised: bool = False, cause: PongPGError | None = None, retries: int = MAX_FAILURES
    ) -> None:
        super().__init__(reason)
        self.raised, self.cause, self.retries = raised, cause, retries


@dataclass(frozen=True)
class WorkerFault:
    """A worker that was replaced, or whose games others have taken over.

    Attributes:
        worker: index of the worker, from 0.
        reason: why, as the rest of a sentence.
        lost: what is played again, such as "3 games".
        count: how many faults the run has had, this one included.
    """

    worker: int
    reason: str
    lost: str
    count: int

    def __str__(self) -> str:
        return f"worker {self.worker} is being replaced (fault {self.count} of this run): {self.reason}; {self.lost}"


def reason_of(error: BaseException) -> str:
    """Return why an actor was lost, in one line, from an error of Ray."""
    text = f"{type(error).__name__} {error}"
    for pattern, reason in _REASONS:
        if re.search(pattern, text):
            return reason
    return f"it was lost ({first_line(error)})"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or its type where it has none."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


class CallBound:
    """How long a call may take before its worker counts as hanging: follows the calls that have returned.

    Work is measured in any unit that its time is proportional to, such as games or steps.
    """

    def __init__(self) -> None:
        self._slowest = 0.0

    def note(self, work: float, seconds: float) -> None:
        """Take in a call that has returned, with the seconds that it took in the worker."""
        if work > 0:
            self._slowest = max(self._slowest, seconds / work)

    def seconds(self, work: float) -> float:
        """Return how long a call with so much work may take."""
        if not self._slowest:
            return _FIRST_BOUND
        return max(_LEAST_BOUND, _TIMES_SLOWEST * self._slowest * work)
