"""Registers Pong with Gymnasium, whichever of the two packages is imported first, without importing Gymnasium."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


def register_pong_with_gymnasium() -> None:
    """Register Pong now if Gymnasium is imported, and otherwise as soon as it is.

    `gymnasium.make("pong_pg:Pong-v5")` imports `pong_pg` and looks the id up: if the package was imported before
    Gymnasium, that import does nothing, and Gymnasium has no other way to let packages register anything.
    """
    if sys.modules.get("gymnasium") is not None:
        _register()
    else:
        sys.meta_path.insert(0, _Finder())


def _register() -> None:
    importlib.import_module("pong_pg.compat.gymnasium_plugin").register_pong()


class _Finder(MetaPathFinder):
    """Finds Gymnasium as the others do, and registers Pong once it is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        found = (finder.find_spec(fullname, path, target) for finder in sys.meta_path if finder is not self)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                sys.meta_path.remove(self)
                _register()

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec
