"""Submodules of old Gym whose names are defined in other modules of this shim."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered

_ROOT = __name__.rpartition(".")[0]


class Submodule(ModuleType):
    """A module that has the names of another module.

    Args:
        name: its full name.
        source: the full name of the module that has the names; it is imported at the first access.
    """

    def __init__(self, name: str, source: str) -> None:
        super().__init__(name)
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        try:
            return getattr(importlib.import_module(self._source), name)
        except AttributeError:
            raise not_covered(script_name(self.__name__), name) from None


def script_name(module: str) -> str:
    """Return the name by which a script knows a module of this shim: "gym.wrappers"."""
    return "gym" + module.removeprefix(_ROOT)


def publish(package: str, table: Mapping[str, str]) -> None:
    """Make submodules of a package importable.

    Args:
        package: the full name of the package.
        table: from the submodule's name to the full name of the module that has its names.
    """
    for name, source in table.items():
        module = Submodule(f"{package}.{name}", source)
        # A dotted import requires that the parent has a path; the modules themselves are found in sys.modules.
        module.__path__ = []
        sys.modules[module.__name__] = module
        parent, _, short = module.__name__.rpartition(".")
        setattr(sys.modules[parent], short, module)
