"""`gym.utils` of every version."""

from __future__ import annotations

import sys
from typing import Any

from pong_pg.legacy.shims.gym.submodules import Submodule, gone, publish
from pong_pg.legacy.shims.gym.utils import helpers
from pong_pg.legacy.shims.gym.utils.helpers import EzPickle, colorize

__all__ = ["EzPickle", "colorize"]

publish(__name__, dict.fromkeys(("ezpickle", "closer", "atomic_write", "env_checker"), helpers.__name__))


class _Colorize(Submodule):
    """A module that is called like the function in it: `gym.utils.colorize` was imported as both."""

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        return colorize(*args, **kwargs)


sys.modules[f"{__name__}.colorize"] = _Colorize(f"{__name__}.colorize", helpers.__name__)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise gone(__name__, name)
