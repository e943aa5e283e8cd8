"""Signals while Ray starts: the process's own handlers stay in place."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def own_sigterm_handler() -> Iterator[None]:
    """Keep Ray, in the block, from replacing the SIGTERM handler of the process by one that ends it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    install, handler = signal.signal, signal.getsignal(signal.SIGTERM)

    def install_others(number: int, other: Any) -> Any:
        return handler if number == signal.SIGTERM else install(number, other)

    # Restoring it afterwards would be too late for a signal that comes while Ray starts. A function of `signal` is
    # not meant to be replaced, so its type does not allow it.
    signal.signal = install_others  # type: ignore[assignment]
    try:
        yield
    finally:
        signal.signal = install
        # Ray's native code has put one before Python's, which prints its stack.
        install(signal.SIGTERM, handler)
