"""What a command does while it plays."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Make SIGTERM end the block with an exception, as Ctrl-C does, so that it ends the processes it has started."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def while_playing() -> Iterator[None]:
    """`exit_on_sigterm`, with one thread for each native library, as in training."""
    from pong_pg.distributed.threads import limit_native_threads

    with exit_on_sigterm(), limit_native_threads():
        yield
