"""`os.path` of Python 2, with `walk`."""

from __future__ import annotations

import os.path as _real

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.stdlib_names import walk as walk

globals().update(public(_real))
__all__ = [*_real.__all__, "walk"]  # noqa: PLE0604 - the names of the real module
