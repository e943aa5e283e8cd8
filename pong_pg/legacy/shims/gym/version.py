"""`gym.version`: 0.9.4 for scripts of before 2019, otherwise 0.19.0 with four values per step and 0.26.2 with five."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.read import settings


def __getattr__(name: str) -> Any:
    if name == "VERSION":
        if settings.current().is_gym_094:
            return "0.9.4"
        return "0.26.2" if settings.current().step_values == 5 else "0.19.0"
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
