"""`importlib` for the script's own files, where `import_module` imports the same as an import statement."""

from __future__ import annotations

import importlib
import types
from typing import Any

from pong_pg.legacy.install.importer import import_for_own


def import_module(name: str, package: str | None = None) -> types.ModuleType:
    """Import a module as an `import` statement of the script would; returns the module itself."""
    if name.startswith("."):
        return importlib.import_module(name, package)
    # With a name to import from it, the innermost module is returned; it need not have this name.
    return import_for_own(name, {"__name__": "__main__"}, None, ["*"], 0)


def __getattr__(name: str) -> Any:
    if name == "__path__":
        # With the path of the real package, its submodules would be imported a second time, as this shim's.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib, name)
