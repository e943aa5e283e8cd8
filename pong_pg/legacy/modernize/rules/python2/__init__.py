"""Modernises Python 2: values by what they were in it, then modules, files, lists and builtins."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import (
    attributes,
    builtins,
    byte_strings,
    byte_texts,
    classes,
    exceptions,
    execution,
    files,
    import_guards,
    library_calls,
    library_methods,
    lists,
    modules,
    printing,
    random_streams,
    relative_imports,
    sorting,
    values,
    variables,
)

_PASSES: tuple[Callable[[Draft], None], ...] = (
    *import_guards.PASSES,
    *byte_texts.PASSES,
    *values.PASSES,
    *relative_imports.PASSES,
    *random_streams.PASSES,
    *modules.PASSES,
    *library_methods.PASSES,
    *library_calls.PASSES,
    *files.PASSES,
    *byte_strings.PASSES,
    *exceptions.PASSES,
    *variables.PASSES,
    *classes.PASSES,
    *attributes.PASSES,
    *lists.PASSES,
    *sorting.PASSES,
    *builtins.PASSES,
    *exceptions.PASSES_AFTER_NAMES,
    *printing.PASSES,
    *modules.LATE_PASSES,
)
# Code in texts goes through the same passes.
PASSES: tuple[Callable[[Draft], None], ...] = (execution.execution(_PASSES), *_PASSES)
