"""Ends the children of `multiprocessing` that are to end with their parent, also where it is killed.

A process ends its daemons when it exits, but not where a signal or `os._exit` ends it: those of a `Pool` would then
wait for ever for their next task. On Linux the kernel tells a child of the end of its parent.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing import util
from typing import Any

_PR_SET_PDEATHSIG = 1
# The modules of Python whose processes have no purpose without their parent, but are not marked as daemons.
_HELPERS = frozenset({"concurrent.futures.process", "multiprocessing.managers"})


def install() -> None:
    """Let the children that this process will have from now on end with it, if they are daemons."""
    if sys.platform.startswith("linux"):
        # It is called in each child of `multiprocessing`, and no other, before its own function is.
        util.register_after_fork(_end_with_parent, lambda function: function())


def _end_with_parent() -> None:
    # Python has no type for the attribute that holds what the child is to call.
    process: Any = multiprocessing.current_process()
    if not process.daemon and _module_of(process._target) not in _HELPERS:
        return
    parent, number = os.getppid(), signal.SIGRTMAX - 1

    def end(*_: Any) -> None:
        # The kernel also signals the end of the thread that has started this child, which means nothing.
        if os.getppid() != parent:
            # As the parent would have done.
            os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(number, end)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)
    began_by = multiprocessing.parent_process()
    if began_by is not None and not began_by.is_alive():
        # It had ended before the kernel was told.
        os.kill(os.getpid(), signal.SIGTERM)


def _module_of(target: Any) -> str:
    return str(getattr(target, "__module__", ""))
