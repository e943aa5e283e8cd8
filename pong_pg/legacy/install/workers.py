"""Makes Ray's workers run the script's own code as the driver does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from pong_pg.legacy.install import process
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own


def setup_hook(then: Callable[[], None]) -> Callable[[], None]:
    """Return what every worker runs before anything of the script, for Ray's `worker_process_setup_hook`.

    Args:
        then: what the worker does after that.
    """
    now, modules = settings.current(), process.own_modules()
    directories = [os.path.realpath(entry) for entry in sys.path if is_own(entry or ".")]

    def set_up() -> None:
        # Ray lets its workers look for modules beside the script; the script may have put more on its path.
        sys.path[:0] = [directory for directory in directories if directory not in sys.path]
        process.install(now, modules)
        then()

    return set_up
