"""Modernises Python 2: values first, while all names show what they are; then names, iteration, classes, printing."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import (
    attributes,
    builtins,
    classes,
    exceptions,
    execution,
    lists,
    printing,
    sorting,
    values,
    variables,
)

_PASSES: tuple[Callable[[Draft], None], ...] = (
    *values.PASSES,
    *exceptions.PASSES,
    *variables.PASSES,
    *classes.PASSES,
    *attributes.PASSES,
    *lists.PASSES,
    *sorting.PASSES,
    *builtins.PASSES,
    *exceptions.PASSES_AFTER_NAMES,
    *printing.PASSES,
)
# Code in texts goes through the same passes.
PASSES: tuple[Callable[[Draft], None], ...] = (execution.execution(_PASSES), *_PASSES)
