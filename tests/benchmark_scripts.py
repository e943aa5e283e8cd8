"""The scripts of `benchmarks/` as modules: they are no package."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def script(name: str) -> ModuleType:
    """Return the script of that name, without `.py`, as a module."""
    spec = importlib.util.spec_from_file_location(name, _BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Where its classes look up the names in their annotations.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
