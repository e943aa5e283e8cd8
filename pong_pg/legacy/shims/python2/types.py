"""`types` of Python 2."""

from __future__ import annotations

import types as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.stdlib import names_of
from pong_pg.legacy.runtime.stdlib_names import instancemethod

globals().update(public(_real))
globals().update(names_of("types"))
__all__ = [name for name in globals() if name.endswith("Type") or name == "StringTypes"]

MethodType: Any = instancemethod
UnboundMethodType: Any = instancemethod
NoneType = type(None)
