"""`operator` for old scripts: its functions of two operands give the types that results had before NumPy 2."""

from __future__ import annotations

import functools
import operator as _real
from typing import Any

from pong_pg.legacy.runtime import arithmetic as _arithmetic
from pong_pg.legacy.shims.numpy.tolerant import published as _published

# The functions, by what `runtime.arithmetic` calls them; each has a form that works in place.
_PROMOTED = {
    "add": "add", "and_": "bitand", "floordiv": "floordiv", "lshift": "lshift", "mod": "mod", "mul": "mult",
    "or_": "bitor", "pow": "pow", "rshift": "rshift", "sub": "sub", "truediv": "div", "xor": "bitxor",
}  # fmt: skip

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


for _name, _operation in _PROMOTED.items():
    for _full, _function in (
        (_name, getattr(_arithmetic, f"promoted_{_operation}")),
        (f"i{_name.rstrip('_')}", getattr(_arithmetic, f"promoted_i{_operation}")),
    ):
        functools.update_wrapper(_function, getattr(_real, _full), assigned=("__doc__",), updated=())
        globals()[_full] = globals()[f"__{_full.rstrip('_')}__"] = _published(_function, _full, __name__)


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
