"""What a command does while it plays."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def while_playing() -> Iterator[None]:
    """Use one thread for each native library, as in training, and end the block with an exception at a signal.

    SIGTERM and SIGHUP raise SystemExit, as Ctrl-C raises KeyboardInterrupt, so that processes and files are tidied up.
    """
    from pong_pg.distributed.threads import limit_native_threads

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    # Under nohup the command goes on without its terminal.
    numbers = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        with limit_native_threads():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
