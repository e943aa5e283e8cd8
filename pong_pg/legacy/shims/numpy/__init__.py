"""`numpy` for old scripts: the installed NumPy with the names and the tolerance of earlier versions.

Everything else is the object of the installed module itself, so it is as fast as there.
"""

from __future__ import annotations

import pkgutil as _pkgutil
import warnings as _warnings
from typing import Any

import numpy as _real

from pong_pg.legacy.runtime.messages import not_covered as _not_covered
from pong_pg.legacy.shims.numpy import functions as _functions
from pong_pg.legacy.shims.numpy import random as _random
from pong_pg.legacy.tables import numpy as _table

# `from numpy import *` would hide the builtins of these names; before NumPy 2 it did not import them.
_NOT_WITH_STAR = frozenset({"abs", "max", "min", "pow", "round", "ulong"}) | _table.BUILTINS

# Names that some versions still have, but are about to remove, and warn of.
_supplied = {name for name, row in _table.TOP.items() if row.supplied_by}
globals().update({name: vars(_real)[name] for name in vars(_real).keys() - _supplied if not name.startswith("__")})
globals().update(_functions.FUNCTIONS)
# Python's own types, also where NumPy 2 has others by these names.
globals().update({name: _pkgutil.resolve_name(_table.TOP[name].supplied_by) for name in _table.BUILTINS})
globals()["random"] = _random
__version__ = _real.__version__
__all__ = [  # noqa: PLE0604 - names of today's NumPy, whichever that is
    *(name for name in _real.__all__ if name not in _NOT_WITH_STAR),
    *(_supplied - {*_table.BUILTINS, *_real.__all__}),
]


def __getattr__(name: str) -> Any:
    row = None if name.startswith("__") else _table.TOP.get(name)
    if row is None:
        value = getattr(_real, name)
    elif row.supplied_by:
        with _warnings.catch_warnings():
            # NumPy 2.5 deprecates some, such as chararray, which it is about to remove.
            _warnings.simplefilter("ignore", DeprecationWarning)
            value = _pkgutil.resolve_name(row.supplied_by)
    else:
        raise _not_covered("numpy", name, f"modern code says {row.modern}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_real)})
