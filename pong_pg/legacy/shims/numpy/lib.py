"""`numpy.lib` with the functions and the modules that it had; what they contained is found at NumPy's top."""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np

_real = np.lib
_MODULES = (
    "arraypad", "arraysetops", "arrayterator", "financial", "function_base", "histograms", "index_tricks",
    "nanfunctions", "npyio", "polynomial", "shape_base", "twodim_base", "type_check", "ufunclike", "utils",
)  # fmt: skip

# Makes it a package, whose modules are below.
__path__: list[str] = []


class _OldModule(types.ModuleType):
    """A module of `numpy.lib` that is private today."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _named(name, self.__name__)


def _named(name: str, where: str) -> Any:
    top = sys.modules[__name__.rpartition(".")[0]]
    try:
        return getattr(top, name)
    except AttributeError:
        raise AttributeError(f"module {where.rpartition('shims.')[2]!r} has no attribute {name!r}") from None


for _name in _MODULES:
    _module = globals()[_name] = sys.modules[f"{__name__}.{_name}"] = _OldModule(f"{__name__}.{_name}")


def __getattr__(name: str) -> Any:
    try:
        return getattr(_real, name)
    except AttributeError:
        if name.startswith("__"):
            raise
        return _named(name, __name__)
