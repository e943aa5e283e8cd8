"""Operators in files of scripts from before NumPy 2, as calls of `runtime.arithmetic`."""

from __future__ import annotations

import ast

from pong_pg.legacy.read.ast_calls import call_helper

_COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_PURE = (ast.Name, ast.Constant)


def binary(node: ast.BinOp) -> ast.expr:
    """Return `a + b` as a call, unless both operands are literals, or one of them is a text."""
    if isinstance(node.op, ast.MatMult) or _is_plain(node.left, node.right):
        return node
    return call_helper(f"promoted_{_name(node.op)}", node, node.left, node.right)


def augmented(node: ast.AugAssign, target: ast.Name) -> ast.stmt:
    """Return `name += b` as an assignment of a call."""
    if isinstance(node.op, ast.MatMult) or is_text(node.value):
        return node
    now = ast.copy_location(ast.Name(target.id, ast.Load()), target)
    value = call_helper(f"promoted_i{_name(node.op)}", node, now, node.value)
    return ast.copy_location(ast.Assign([target], value), node)


def comparison(node: ast.Compare) -> ast.expr:
    """Return `a < b` as a call; a chain of names and numbers as one of calls, any other chain as it is."""
    operands = [node.left, *node.comparators]
    if not all(isinstance(op, _COMPARED) for op in node.ops):
        return node
    if len(node.ops) == 1:
        # A text beside an array of numbers is no plain case.
        return (
            node
            if all(isinstance(operand, ast.Constant) for operand in operands)
            else _compared(node.ops[0], node, *operands)
        )
    if not all(isinstance(operand, _PURE) for operand in operands[1:-1]):
        return node
    pairs = [
        _compared(op, node, left, right) for op, left, right in zip(node.ops, operands[:-1], operands[1:], strict=True)
    ]
    return ast.copy_location(ast.BoolOp(ast.And(), [*pairs]), node)


def _compared(op: ast.cmpop, at: ast.expr, left: ast.expr, right: ast.expr) -> ast.Call:
    return call_helper(f"compared_{_name(op)}", at, left, right)


def condition(node: ast.expr) -> ast.expr:
    """Return an expression whose truth is that of `node`, where an array without elements is false."""
    match node:
        case ast.BoolOp(values=values):
            node.values = [condition(value) for value in values]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            node.operand = condition(operand)
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call():
            return call_helper("truth", node, node)
    return node


def _name(op: ast.operator | ast.cmpop) -> str:
    return type(op).__name__.lower()


def is_text(node: ast.expr) -> bool:
    """Return whether an expression is a literal text."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _is_plain(left: ast.expr, right: ast.expr) -> bool:
    return all(isinstance(operand, ast.Constant) for operand in (left, right)) or is_text(left) or is_text(right)
