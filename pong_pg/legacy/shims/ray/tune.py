"""`ray.tune` of today; a script that uses it as it was before Ray 2.0 fails there."""

from __future__ import annotations

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "__path__":
        # With the path of the real package, its modules would be imported a second time, as this shim's.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("ray.tune"), name)
