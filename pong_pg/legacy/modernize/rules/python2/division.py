"""Divisions that gave integers."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.read.python2 import may_divide_integers


def division(draft: Draft) -> None:
    """Let `/` give what it gave where both sides may be integers."""
    if not draft.facts.classic_division:
        return
    for node in draft.walk(ast.BinOp):
        if isinstance(node.op, ast.Div) and may_divide_integers(node):
            draft.replace(node, draft.support("divide"), "(", node.left, ", ", node.right, ")")


PASSES: tuple[Callable[[Draft], None], ...] = (division,)
