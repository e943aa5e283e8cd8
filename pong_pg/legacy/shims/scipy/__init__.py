"""`scipy` for old scripts: the installed SciPy with `scipy.misc`, names that have moved, and NumPy's at its top."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import types
from typing import Any

from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.scipy import misc as misc
from pong_pg.legacy.tables.scipy import MOVED_IN, numpys_name


class _Module(types.ModuleType):
    """A module of the installed SciPy, and what it no longer has."""

    def __init__(self, name: str, real: str) -> None:
        super().__init__(name)
        self._pong_pg_real = real
        # Makes it a package, whose modules are found as the real one's.
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        real, row = importlib.import_module(self._pong_pg_real), MOVED_IN[self._pong_pg_real].get(name)
        value = pkgutil.resolve_name(row.supplied_by) if row and not hasattr(real, name) else getattr(real, name)
        setattr(self, name, value)
        return value


for _real in MOVED_IN if installed_version("scipy") is not None else ():
    _name = f"{__name__}.{_real.partition('.')[2]}"
    globals()[_real.partition(".")[2]] = sys.modules[_name] = _Module(_name, _real)


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
