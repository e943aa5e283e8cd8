"""`scipy` for old scripts: the installed SciPy with `scipy.misc` and NumPy's at its top."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.scipy import misc as misc
from pong_pg.legacy.tables.scipy import numpys_name


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        # The import system looks these up; they must not come from another module.
        raise AttributeError(name)
    numpys = numpys_name(f"scipy.{name}")
    if installed_version("scipy") is not None:
        real = importlib.import_module("scipy")
        if not numpys or hasattr(real, name):
            return getattr(real, name)
    try:
        return pkgutil.resolve_name(numpys)
    except (ValueError, AttributeError, ImportError):
        if installed_version("scipy") is not None:
            raise AttributeError(f"module 'scipy' has no attribute {name!r}") from None
    raise MissingPackageError(f"scipy.{name} needs the package scipy, which is not installed: run  pip install scipy")
