"""Signals while Ray starts and shuts down: the process's own handlers stay in place, and Ray's processes end."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

_STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


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


def shut_down(ray: Any) -> None:
    """Shut Ray down, also if signals arrive meanwhile.

    The first is handled when Ray's processes have ended; at a second one they are killed.

    Raises:
        KeyboardInterrupt: a second signal has come.
    """
    if threading.current_thread() is not threading.main_thread():
        ray.shutdown()
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        if len(came) > 1:
            raise KeyboardInterrupt

    # Ray forgets the node as it begins to shut down.
    node: Any = getattr(sys.modules.get("ray._private.worker"), "_global_node", None)
    before = {number: handler for number in _STOPPING if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, note)
    try:
        ray.shutdown()
    except KeyboardInterrupt:
        # Nobody is to wait for anything now. The processes of actors end with the node's.
        with contextlib.suppress(Exception):
            node.kill_all_processes(check_alive=False, allow_graceful=False)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])
