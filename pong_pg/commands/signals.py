"""What a command does while it plays."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def exit_on_signals() -> Iterator[None]:
    """Make SIGTERM and SIGHUP end the block with SystemExit, so that processes and files are tidied up."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    # Under nohup the command goes on without its terminal.
    numbers = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def while_playing() -> Iterator[None]:
    """`exit_on_signals`, with one thread for each native library, as in training."""
    from pong_pg.distributed.threads import limit_native_threads

    with exit_on_signals(), limit_native_threads():
        yield
