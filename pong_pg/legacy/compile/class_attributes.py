"""Attributes of classes that are set to builtins, which Python does not make methods of."""

from __future__ import annotations

import ast

from pong_pg.legacy.read.ast_calls import call_helper


def keep_builtins_apart(tree: ast.Module) -> None:
    """Let `best = max` in the body of a class call `max`, although what stands for it is a function.

    Args:
        tree: the module; changed in place.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name | ast.Attribute):
                    statement.value = call_helper("of_class", statement.value, statement.value)
