"""`scipy` for old scripts: the installed SciPy with `scipy.misc`."""

from __future__ import annotations

import importlib
from typing import Any

from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.runtime.messages import not_covered
from pong_pg.legacy.shims.scipy import misc as misc


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        # The import system looks these up; they must not come from another module.
        raise AttributeError(name)
    if installed_version("scipy") is None:
        raise MissingPackageError(
            f"scipy.{name} needs the package scipy, which is not installed: run  pip install scipy"
        )
    real = importlib.import_module("scipy")
    if not hasattr(real, name):
        # Up to SciPy 1.11 it had NumPy's functions, too.
        raise not_covered("scipy", name, f"if it is NumPy's, modern code says numpy.{name}")
    return getattr(real, name)
