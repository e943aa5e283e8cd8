"""`gymnasium` for old scripts: the installed one, with the Atari games registered and what 1.0 removed.

Wrappers forward the attributes of the environments inside, and the names of 0.26 to 0.29 are there. Windows are opened
only where there is a display.
"""

from __future__ import annotations

from typing import Any

import gymnasium as _real

from pong_pg.legacy.shims.gymnasium import vector, wrappers
from pong_pg.legacy.shims.gymnasium.forwarding import ActionWrapper, ObservationWrapper, RewardWrapper, Wrapper
from pong_pg.legacy.shims.gymnasium.making import make

_OWN = {
    "make": make,
    "vector": vector,
    "wrappers": wrappers,
    **{cls.__name__: cls for cls in (ActionWrapper, ObservationWrapper, RewardWrapper, Wrapper)},
}
globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")} | _OWN)
__version__: str = _real.__version__
__all__ = list(_real.__all__)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_real, name)
