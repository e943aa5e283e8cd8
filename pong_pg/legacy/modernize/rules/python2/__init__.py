"""Modernises Python 2: values first, while all names show what they are; then names, iteration, classes, printing."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import (
    builtins,
    byte_strings,
    files,
    import_guards,
    lists,
    modules,
    printing,
    random_streams,
    sorting,
    values,
)

PASSES: tuple[Callable[[Draft], None], ...] = (
    *random_streams.PASSES,
    *import_guards.PASSES,
    *modules.PASSES,
    *files.PASSES,
    *byte_strings.PASSES,
    *values.PASSES,
    *lists.PASSES,
    *sorting.PASSES,
    *builtins.PASSES,
    *printing.PASSES,
    *modules.LATE_PASSES,
)
