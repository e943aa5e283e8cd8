"""Makes Ray's workers run the script's own code as the driver does, or fail its tasks where that is not possible."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

from pong_pg.errors import PongPGError
from pong_pg.legacy.install import process
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own


class WorkerSetupError(PongPGError):
    """A worker could not be set up, so it must not run code of the script."""


_failure = ""


def setup_hook() -> Callable[[], None]:
    """Return what every worker runs before anything of the script, for Ray's `worker_process_setup_hook`."""
    now, modules = settings.current(), process.own_modules()
    directories = [os.path.realpath(entry) for entry in sys.path if is_own(entry or ".")]

    def set_up() -> None:
        # Ray lets its workers look for modules beside the script; the script may have put more on its path.
        sys.path[:0] = [directory for directory in directories if directory not in sys.path]
        process.install(now, modules)

    return set_up


def set_up(pickled: bytes, loads: Callable[[bytes], Callable[[], None]]) -> None:
    """Run the set-up of this worker; if it fails, so does every task that the worker gets.

    An exception here would make Ray start the worker again and again, without a message.

    Args:
        pickled: the set-up.
        loads: unpickles it.
    """
    global _failure  # noqa: PLW0603 - a worker has one set-up
    try:
        loads(pickled)()
    except Exception as error:
        traceback.print_exc()
        _failure = "".join(traceback.format_exception_only(error)).strip()


def check_setup() -> None:
    """Make sure that the set-up of this worker, if it is one, has not failed.

    Raises:
        WorkerSetupError: it has.
    """
    if _failure:
        raise WorkerSetupError(
            f"a worker of Ray could not be set up to run code of the script: {_failure}; "
            "the traceback is in the worker's log, in /tmp/ray/session_latest/logs"
        )
