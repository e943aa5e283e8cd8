"""SciPy with `scipy.misc` as it was, and with the names of NumPy that it once had at its top."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.scipy import misc as misc

_FROM_RANDOM = frozenset(["rand", "randn"])


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        # The machinery of imports asks for these; they are this module's or nobody's.
        raise AttributeError(name)
    if installed_version("scipy") is not None:
        real = importlib.import_module("scipy")
        try:
            return getattr(real, name)
        except AttributeError:
            if not hasattr(np, name) and name not in _FROM_RANDOM:
                raise
    if name in _FROM_RANDOM:
        return getattr(np.random, name)
    if hasattr(np, name) and name not in {"linalg", "fft", "test", "version"}:
        return getattr(np, name)
    raise MissingPackageError(f"scipy.{name} needs the package scipy, which is not installed: run  pip install scipy")


def __dir__() -> list[str]:
    return sorted({*globals(), *(dir(importlib.import_module("scipy")) if installed_version("scipy") else ())})
