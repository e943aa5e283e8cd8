"""Makes Ray's workers run the script's own code as the driver does, or fail its tasks where that is not possible."""

from __future__ import annotations

import importlib
import io
import os
import pickle
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.legacy.install import process
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own


class WorkerSetupError(PongPGError):
    """A worker could not be set up, so it must not run code of the script."""


def setup_hook() -> Callable[[], None]:
    """Return what every worker runs before anything of the script, for Ray's `worker_process_setup_hook`."""
    now = settings.current()
    directories = [os.path.realpath(entry) for entry in sys.path if is_own(entry or ".")]

    def set_up() -> None:
        # Ray lets its workers look for modules beside the script; the script may have put more on its path.
        sys.path[:0] = [directory for directory in directories if directory not in sys.path]
        process.install(now)

    return set_up


def set_up(pickled: bytes, loads: Callable[[bytes], Callable[[], None]]) -> None:
    """Run the set-up of this worker; if it fails, so does every task and every actor that the worker gets.

    An exception here would make Ray start the worker again and again, without a message.
    """
    try:
        loads(pickled)()
    except Exception as error:
        traceback.print_exc()
        _refuse_code("".join(traceback.format_exception_only(error)).strip())


def _refuse_code(failure: str) -> None:
    """Keep Ray from loading functions and classes in this worker; it makes tasks and actors raise the error instead."""

    class DataUnpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:  # noqa: ARG002 - the signature of `Unpickler`
            raise WorkerSetupError(
                f"a worker of Ray could not be set up to run code of the script: {failure}; "
                "the traceback is in the worker's log, in session_latest/logs of Ray's temporary directory"
            )

    function_manager: Any = importlib.import_module("ray._private.function_manager")
    # Ray's own records of functions and classes are dictionaries of plain data.
    function_manager.pickle = types.SimpleNamespace(loads=lambda data: DataUnpickler(io.BytesIO(data)).load())
