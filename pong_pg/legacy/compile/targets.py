"""Parts of assignments that may be evaluated twice, or that variables of their own stand for."""

from __future__ import annotations

import ast
import copy
from typing import cast


def is_pure(node: ast.expr) -> bool:
    """Return whether an expression may be evaluated again: names, numbers, and attributes, items and sums of them."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value) | ast.UnaryOp(operand=value):
            return is_pure(value)
        case ast.Subscript(value=left, slice=right) | ast.BinOp(left=left, right=right):
            return is_pure(left) and is_pure(right)
        case ast.Tuple(elts=parts):
            return all(map(is_pure, parts))
        case ast.Slice():
            return all(part is None or is_pure(part) for part in (node.lower, node.upper, node.step))
    return False


def as_value(target: ast.expr) -> ast.expr:
    """Return an expression for the value that a target has."""
    value = copy.deepcopy(target)
    for node in ast.walk(value):
        if hasattr(node, "ctx"):
            node.ctx = ast.Load()
    return value


class Temporaries:
    """Makes variables that stand for parts of a statement.

    Args:
        prefix: what their names begin with; of two passes over a tree each needs another.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._count = 0

    def pure(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Return statements that come first, and an expression that may be evaluated again."""
        if is_pure(node):
            return [], node
        if isinstance(node, ast.Slice | ast.Tuple):
            statements: list[ast.stmt] = []
            changed = copy.copy(node)
            for name, value in ast.iter_fields(node):
                parts = value if isinstance(value, list) else [value]
                pairs = [self.pure(part) if isinstance(part, ast.expr) else ([], part) for part in parts]
                statements += [statement for before, _ in pairs for statement in before]
                new = [part for _, part in pairs]
                setattr(changed, name, new if isinstance(value, list) else new[0])
            return statements, changed
        self._count += 1
        name = f"{self._prefix}{self._count}"
        stored = ast.copy_location(ast.Name(name, ast.Store()), node)
        assign = ast.copy_location(ast.Assign([stored], node), node)
        return [assign], ast.copy_location(ast.Name(name, ast.Load()), node)

    def pure_target(self, target: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Return statements that come first, and a target whose parts may be evaluated again."""
        match target:
            case ast.Subscript(value=container, slice=index):
                before, container = self.pure(container)
                more, index = self.pure(index)
                new = ast.copy_location(ast.Subscript(container, index, ast.Store()), target)
                return [*before, *more], cast("ast.expr", new)
            case ast.Attribute(value=owner, attr=name):
                before, owner = self.pure(owner)
                return before, ast.copy_location(ast.Attribute(owner, name, ast.Store()), target)
        return [], target
