"""`scipy` for old scripts: the installed SciPy with `scipy.misc`, and with NumPy's functions at its top."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np

from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.scipy import misc as misc
from pong_pg.legacy.shims.scipy import submodules
from pong_pg.legacy.tables.scipy import numpys_name

if installed_version("scipy") is not None:
    submodules.register(__name__)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        # The import system looks these up; they must not come from another module.
        raise AttributeError(name)
    numpys = _numpys(name)
    if installed_version("scipy") is not None:
        own = sys.modules.get(f"{__name__}.{name}")
        if own is not None:
            return own
        real = importlib.import_module("scipy")
        try:
            return getattr(real, name)
        except AttributeError:
            if numpys is None:
                raise
    if numpys is not None:
        return numpys
    raise MissingPackageError(f"scipy.{name} needs the package scipy, which is not installed: run  pip install scipy")


def _numpys(name: str) -> Any:
    """Return the object of NumPy by a name that SciPy also had at its top; None if there is no such name."""
    module, _, attribute = numpys_name(f"scipy.{name}").rpartition(".")
    return getattr(_PLACES[module], attribute, None) if module else None


_PLACES = {"numpy": np, "numpy.emath": np.emath, "numpy.random": np.random}


def __dir__() -> list[str]:
    return sorted({*globals(), *(dir(importlib.import_module("scipy")) if installed_version("scipy") else ())})
