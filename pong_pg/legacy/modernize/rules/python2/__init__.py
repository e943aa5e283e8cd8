"""Modernises Python 2: values first, while all names show what they are; then names, iteration, classes, printing."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import builtins, lists, printing, sorting, values

PASSES: tuple[Callable[[Draft], None], ...] = (
    *values.PASSES,
    *lists.PASSES,
    *sorting.PASSES,
    *builtins.PASSES,
    *printing.PASSES,
)
