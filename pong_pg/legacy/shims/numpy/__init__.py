"""`numpy` for old scripts: the installed NumPy with the names and the tolerance of earlier versions.

Everything else is the object of the installed module itself, so it is as fast as there.
"""

from __future__ import annotations

import importlib
import types
from typing import Any

import numpy as _real

from pong_pg.legacy.read import settings as _settings
from pong_pg.legacy.shims.numpy import linalg as _linalg
from pong_pg.legacy.shims.numpy import random as _random
from pong_pg.legacy.shims.numpy import removed, tolerant
from pong_pg.legacy.tables import numpy as table

# `from numpy import *` would hide the builtins of these names; before NumPy 2 it did not import them.
_NOT_WITH_STAR = frozenset({"abs", "max", "min", "pow", "round", "ulong"}) | table.BUILTINS

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
globals().update(tolerant.FUNCTIONS)
globals().update(removed.NAMES)
__version__ = _real.__version__
globals().update(removed.BUILTINS)
globals()["random"] = _random
globals()["linalg"] = _linalg
globals()["lib"] = importlib.import_module(f"{__name__}.lib")
if _settings.current().python2:
    # The texts of Python 2.
    globals()["string_"] = _real.str_
__all__ = [  # noqa: PLE0604 - names of today's NumPy, whichever that is
    *(name for name in _real.__all__ if name not in _NOT_WITH_STAR),
    *(name for name in removed.NAMES if name not in _real.__all__),
]


def __getattr__(name: str) -> Any:
    value = getattr(_real, name)
    if isinstance(value, types.ModuleType):
        globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_real)})
