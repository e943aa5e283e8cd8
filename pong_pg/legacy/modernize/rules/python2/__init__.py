"""Modernises Python 2: names, modules, iteration and classes first, then values."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import division, printing

PASSES: tuple[Callable[[Draft], None], ...] = (*division.PASSES, *printing.PASSES)
