"""What a file of Python 2 takes names from that it imports from `sys`; `import sys` gives it the real module."""

from __future__ import annotations

import sys as _real
from typing import Any

from pong_pg.legacy.runtime import python2_version
from pong_pg.legacy.tables.python2_library import OF_SYS


def __getattr__(name: str) -> Any:
    return getattr(python2_version, f"sys_{name}") if name in OF_SYS else getattr(_real, name)
