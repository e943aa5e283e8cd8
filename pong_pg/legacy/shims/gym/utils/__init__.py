"""`gym.utils` of every version."""

from __future__ import annotations

import sys
from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym.submodules import Submodule, publish
from pong_pg.legacy.shims.gym.utils import helpers
from pong_pg.legacy.shims.gym.utils.helpers import EzPickle, colorize, reraise

__all__ = ["EzPickle", "colorize", "reraise"]

publish(__name__, dict.fromkeys(("ezpickle", "closer", "json_utils", "atomic_write"), helpers.__name__))


class _Callable(Submodule):
    """A module that is called like the function in it: `gym.utils.colorize` was imported as both."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, self.__name__.rpartition(".")[2])(*args, **kwargs)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise not_covered("gym.utils", name)


for _name in ("colorize", "reraise"):
    sys.modules[f"{__name__}.{_name}"] = _Callable(f"{__name__}.{_name}", helpers.__name__)
