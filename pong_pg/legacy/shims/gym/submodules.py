"""Submodules of old Gym whose names are defined in other modules of this shim, and errors for names that are gone."""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pong_pg.legacy.runtime.messages import NotCoveredError, not_covered
from pong_pg.legacy.tables.gym import GYM_MODULES, GYM_NAMES

_ROOT = __name__.rpartition(".")[0]


def gone(module: str, name: str) -> NotCoveredError:
    """Return the error for a name that this shim doesn't have; it says what modern code uses, if anything does."""
    known = "gym" + module.removeprefix(_ROOT)
    row = GYM_NAMES.get(f"{known}.{name}")
    advice = row.modern if row else GYM_MODULES.get(f"{known}.{name}") or GYM_MODULES.get(known, "")
    return not_covered(known, name, f"modern code: {advice}" if advice else "")


class Submodule(ModuleType):
    """A module that has the names of another module.

    Args:
        name: its full name.
        source: the full name of the module that has the names, which is imported at the first access; "" if none has.
    """

    def __init__(self, name: str, source: str) -> None:
        super().__init__(name)
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module = importlib.import_module(self._source) if self._source else None
        if not hasattr(module, name):
            raise gone(self.__name__, name)
        return getattr(module, name)


def publish(package: str, table: Mapping[str, str]) -> None:
    """Make submodules of a package importable: from their names to the modules that have theirs, see `Submodule`."""
    for name, source in table.items():
        add(Submodule(f"{package}.{name}", source))


def add(module: ModuleType) -> None:
    """Make a module importable by its full name; its parent must be imported."""
    # A dotted import requires that the parent has a path; the modules themselves are found in sys.modules.
    module.__path__ = []
    sys.modules[module.__name__] = module
    parent, _, short = module.__name__.rpartition(".")
    # `gym.spaces.tuple` is not to hide the function from the code of `gym.spaces`.
    if not hasattr(builtins, short):
        setattr(sys.modules[parent], short, module)
