"""`gymnasium.wrappers`: a name that 1.0 removed ends in an error that says what modern code says."""

from __future__ import annotations

from typing import Any

import gymnasium.wrappers as _real

from pong_pg.legacy.runtime.messages import not_covered
from pong_pg.legacy.tables.gym import GYMNASIUM_NAMES

__all__ = [*_real.__all__]  # noqa: PLE0604 - names of the installed Gymnasium


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    row = GYMNASIUM_NAMES.get(f"gymnasium.wrappers.{name}")
    if row is not None and not hasattr(_real, name):
        raise not_covered("gymnasium.wrappers", name, f"modern code: {row.modern}")
    return getattr(_real, name)
