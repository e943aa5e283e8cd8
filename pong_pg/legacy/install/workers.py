"""Makes Ray's workers run the script's own code as the driver does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own

_shipped: dict[str, tuple[str, bytes]] = {}


def ship(modules: Mapping[str, tuple[str, bytes]]) -> None:
    """Note the own modules, path and text by name, that workers on other machines may not have as files."""
    _shipped.update(modules)


def setup_hook() -> Callable[[], None]:
    """Return what every worker is to run before anything of the script, for `worker_process_setup_hook`."""
    now, shipped = settings.current(), dict(_shipped)
    directories = [os.path.realpath(entry) for entry in sys.path if is_own(entry or ".")]

    def set_up() -> None:
        from pong_pg.legacy.install import process
        from pong_pg.legacy.shims.ray._logs import tidy_failures

        # Ray lets its workers look beside the script; the script may have put more on its path.
        sys.path[:0] = [directory for directory in directories if directory not in sys.path]
        ship(shipped)
        process.install(now, shipped)
        tidy_failures()

    return set_up
