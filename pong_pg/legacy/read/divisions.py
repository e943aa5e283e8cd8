"""Finds the divisions that may be ones of integers, which gave integers in Python 2."""

from __future__ import annotations

import ast

# Functions that never return integers, of these modules and what is in them, such as `np.random.rand`.
_MODULES = frozenset(["math", "np", "numpy", "random", "time"])
_GIVE_FLOATS = frozenset([
    "exp", "linspace", "log", "mean", "rand", "randn", "random", "sqrt", "std", "time", "uniform",
])  # fmt: skip


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
    return not any(map(is_float, sides))


def is_float(node: ast.expr) -> bool:
    """Return whether an expression is evidently a float, or an array of floats."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.UnaryOp(operand=operand):
            return is_float(operand)
        case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            return is_float(left) or is_float(right)
        case ast.Call(func=ast.Name(id="float")):
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr=name)):
            while isinstance(owner, ast.Attribute):
                owner = owner.value
            return name in _GIVE_FLOATS and isinstance(owner, ast.Name) and owner.id in _MODULES
    return False
