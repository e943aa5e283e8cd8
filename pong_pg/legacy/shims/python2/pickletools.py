"""`pickletools` of Python 2: pickles are byte strings."""

from __future__ import annotations

import pickletools as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import on_strings, public, to_bytes

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

optimize = on_strings(_real.optimize)


def genops(pickle: Any) -> Any:
    """Return an iterator over the opcodes of a pickle."""
    return _real.genops(to_bytes(pickle))


def dis(pickle: Any, *arguments: Any, **named: Any) -> None:
    """Print the opcodes of a pickle."""
    _real.dis(to_bytes(pickle), *arguments, **named)
