"""Modernises Python 2: names, modules, iteration and classes first, then values."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import division, import_guards, modules

PASSES: tuple[Callable[[Draft], None], ...] = (
    *import_guards.PASSES,
    *modules.PASSES,
    *division.PASSES,
    *modules.LATE_PASSES,
)
