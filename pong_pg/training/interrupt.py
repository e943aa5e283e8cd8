"""Ctrl-C in a script that trains: the run is saved before KeyboardInterrupt is raised."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType


def _never() -> bool:
    return False


@contextlib.contextmanager
def first_interrupt() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a request to stop; KeyboardInterrupt is raised once the run has been saved."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield _never
        return
    came = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        if came:
            raise KeyboardInterrupt
        came = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
