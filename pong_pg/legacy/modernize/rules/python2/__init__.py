"""Modernises Python 2: names, modules, iteration and classes first, then values."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import (
    byte_strings,
    division,
    files,
    import_guards,
    library_calls,
    library_methods,
    modules,
    random_streams,
)

PASSES: tuple[Callable[[Draft], None], ...] = (
    *random_streams.PASSES,
    *import_guards.PASSES,
    *modules.PASSES,
    *library_methods.PASSES,
    *library_calls.PASSES,
    *files.PASSES,
    *byte_strings.PASSES,
    *division.PASSES,
    *modules.LATE_PASSES,
)
