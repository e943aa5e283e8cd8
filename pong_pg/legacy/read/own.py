"""Tells the script's own files, all that are not installed, from those of Python and of installed packages."""

from __future__ import annotations

import functools
import os
import site
import sysconfig
from pathlib import Path
from typing import Any

_PACKAGE = os.path.realpath(Path(__file__).parents[2])
_INSTALLED_FOLDERS = {"site-packages", "dist-packages"}


def _installed_paths() -> tuple[str, ...]:
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths |= {*site.getsitepackages(), site.getusersitepackages(), _PACKAGE}
    return tuple(os.path.realpath(path) + os.sep for path in paths if path)


# Now, before the importer is installed: `sysconfig` imports a module when it is first asked, which would ask it again
# before it can answer (Python 3.13 raises then).
_INSTALLED_PATHS = _installed_paths()


@functools.cache
def is_own(path: str) -> bool:
    """Return whether a file or directory is the script's own: neither Python's, nor installed, nor pong_pg's."""
    real = os.path.realpath(path)
    if _INSTALLED_FOLDERS.intersection(Path(real).parts):
        return False
    return not (real + os.sep).startswith(_INSTALLED_PATHS)


def is_own_namespace(namespace: dict[str, Any]) -> bool:
    """Return whether code with these globals is the script's own."""
    file = namespace.get("__file__")
    if isinstance(file, str):
        return is_own(file)
    # The cells of a notebook, and functions that were defined in them and travelled to a worker.
    return namespace.get("__name__") in {"__main__", "__mp_main__"}
