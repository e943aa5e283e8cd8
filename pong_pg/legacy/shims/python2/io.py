"""`io` of Python 2: binary files give and take byte strings."""

from __future__ import annotations

import builtins
import io as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_files import BytesIO as BytesIO
from pong_pg.legacy.runtime.python2_files import open_file

globals().update(public(_real, without=["BytesIO"]))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def open(file: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
    """Open a file: a binary one for byte strings, any other for text."""
    if "b" in mode and isinstance(file, str):
        return open_file(file, mode)
    return builtins.open(file, mode, *arguments, **named)
