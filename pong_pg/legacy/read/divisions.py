"""Finds the divisions that may be ones of integers, which gave integers in Python 2."""

from __future__ import annotations

import ast

# Functions of NumPy and `math` that never return integers.
_GIVE_FLOATS = frozenset(["exp", "log", "mean", "sqrt", "std"])


def divisions(tree: ast.Module) -> list[tuple[int, str, str]]:
    """Return a row of the report for every division that may be one of integers: line, old code, modern code."""
    return [
        (node.lineno, "/ between integers", "//")
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div) and may_divide_integers(node)
    ]


def may_divide_integers(node: ast.BinOp | ast.AugAssign) -> bool:
    """Return whether both sides of a division may be integers, as far as the code shows it."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return not any(_is_float(side) for side in sides)


def _is_float(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.UnaryOp(operand=operand):
            return _is_float(operand)
        case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            return _is_float(left) or _is_float(right)
        case ast.Call(func=ast.Name(id="float")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "math"), attr=name)):
            return name in _GIVE_FLOATS
    return False
