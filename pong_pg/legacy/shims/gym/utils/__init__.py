"""`gym.utils` of every version."""

from __future__ import annotations

from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.shims.gym.submodules import gone, publish

__all__ = ["EzPickle", "colorize"]

_utils: Any = require("gymnasium.utils", "a script that imports gym")
EzPickle, colorize = _utils.EzPickle, _utils.colorize

publish(__name__, {"ezpickle": __name__})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise gone(__name__, name)
