"""`ray.tune` of today; a script that uses it as it was before Ray 2.0 is told so, since nothing translates that."""

from __future__ import annotations

import importlib
from typing import Any

from pong_pg.legacy.read import settings as _settings
from pong_pg.legacy.runtime.uncovered import NotCoveredModuleError as _NotCoveredModuleError

if _settings.current().early_tune:
    raise _NotCoveredModuleError(
        f"ray.tune as it was before Ray 2.0 is not covered ({_settings.current().early_tune}): rewrite that part for "
        "tune.Tuner, see https://docs.ray.io/en/latest/tune, or run the script with the Ray of its time"
    )


def __getattr__(name: str) -> Any:
    if name == "__path__":
        # With the path of the real package, its modules would be imported a second time, as this shim's.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("ray.tune"), name)
