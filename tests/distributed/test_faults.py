from __future__ import annotations

import pytest

from pong_pg.distributed import faults
from pong_pg.distributed.faults import CallBound, WorkerFault, reason_of

GENERIC = (
    "The actor died unexpectedly before finishing this task.\n\tclass_name: Worker\nThe actor is dead because its "
    "worker process has died. Worker exit type: SYSTEM_ERROR Worker exit detail: Worker unexpectedly exits with a "
    "connection error code 2. End of file. Some common causes include: (1) the process was killed by the OOM killer "
    "due to high memory usage, (2) ray stop --force was called, or (3) the worker crashed unexpectedly due to SIGSEGV."
)


class OutOfMemoryError(Exception):
    """Named as Ray's."""


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Exception(GENERIC), "its process died"),
        (
            Exception("Worker exit type: NODE_OUT_OF_MEMORY Worker exit detail: ..."),
            "it was killed because its node ran",
        ),
        (Exception("Task was killed due to the node running low on memory."), "it was killed because its node ran out"),
        (OutOfMemoryError("x"), "it was killed because its node ran out of memory"),
        (Exception("The actor died because its node has died. Node Id: 1f"), "its node was lost"),
        (Exception("its node died: unexpected termination"), "its node was lost"),
        (Exception("something new\nwith lines"), "it was lost (something new)"),
        (Exception(), "it was lost (Exception)"),
    ],
)
def test_the_reason_is_what_ray_knows_and_not_what_it_lists_as_possible(error: Exception, reason: str) -> None:
    assert reason_of(error).startswith(reason)


def test_the_bound_follows_the_slowest_call_so_far() -> None:
    bound = CallBound()
    assert bound.seconds(5) == faults._FIRST_BOUND
    bound.note(2, 1.0)
    assert bound.seconds(1) == faults._LEAST_BOUND
    bound.note(4, 100.0)
    bound.note(4, 1.0)
    assert bound.seconds(2) == 2 * 25 * faults._TIMES_SLOWEST
    bound.note(0, 1000.0)
    assert bound.seconds(2) == 2 * 25 * faults._TIMES_SLOWEST


def test_a_fault_says_who_why_and_what_is_played_again() -> None:
    text = str(WorkerFault(3, "its process died", "games to play again: 2", 7))
    assert text == "worker 3 is being replaced (fault 7 of this run): its process died; games to play again: 2"
