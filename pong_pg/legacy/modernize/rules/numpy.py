"""Modernises what scripts use of NumPy."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.tables.numpy import TOP


def names(draft: Draft) -> None:
    """Replace names that NumPy no longer has by those that stand for them."""
    for node in draft.walk(ast.Attribute):
        full = draft.full_name(node)
        row = TOP.get(full.removeprefix("numpy.")) if full.startswith("numpy.") else None
        if row is None or not row.supplied_by:
            continue
        module, _, name = row.supplied_by.partition(":")
        if module == "builtins":
            draft.replace(node, name)
        elif module == "numpy":
            draft.replace(node, node.value, f".{name}")


PASSES: tuple[Callable[[Draft], None], ...] = (names,)
