"""Booleans of NumPy as indices of lists, which NumPy 2 refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.read.forms import names_arrays

_SEQUENCES = {"list", "tuple", "str", "range"}
_OF_NUMPY = {"array", "floats", "inexact", "ints"}


def flags(draft: Draft) -> None:
    """Make `["left", "right"][x > 0]` say `[bool(x > 0)]`, where `x` may be a number of NumPy."""
    if not names_arrays(draft.text):
        return
    # In a script of then, it may also be a number whose type does not show.
    given = _OF_NUMPY | ({"unknown"} if draft.facts.settings.promotes_by_value else set())
    for node in draft.walk(ast.Subscript):
        index = node.slice
        if not isinstance(index, ast.Compare) or not draft.kinds.of(node.value).names <= _SEQUENCES:
            continue
        if any(draft.kinds.of(side).names & given for side in (index.left, *index.comparators)):
            draft.wrap(index, "bool(", ")")


PASSES: tuple[Callable[[Draft], None], ...] = (flags,)
