"""Threads that help with what C computes in shares; see shares.h."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from pong_pg.native.structs import fields_of


class Shares(ctypes.Structure):
    """The struct `Shares` of shares.h, of a struct that C computes in.

    Args:
        count: how many threads compute, the caller's among them.
    """

    _fields_ = fields_of(Path(__file__).with_suffix(".h"), "Shares")

    def __init__(self, count: int) -> None:
        # A thread that is there before the first computation finds no share left.
        super().__init__(count=count, ticket=count)

    @contextlib.contextmanager
    def helped(self, help_: Callable[[], None]) -> Iterator[None]:
        """Have threads help while the block runs.

        Args:
            help_: what each of them calls, the function `help` of C. It keeps the struct alive: after an interrupt,
                threads that are late still look whether all is finished.
        """
        self.is_finished = 0
        helpers = [threading.Thread(target=help_) for _ in range(self.count - 1)]
        try:
            for helper in helpers:
                helper.start()
            yield
        finally:
            self.is_finished = 1
        for helper in helpers:
            helper.join()
