"""Finds the environment variables by which a script sets the number of threads of NumPy's libraries."""

from __future__ import annotations

import ast
from collections.abc import Iterator

VARIABLES = frozenset([
    "BLIS_NUM_THREADS", "GOTO_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_MAX_THREADS", "NUMEXPR_NUM_THREADS",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
])  # fmt: skip


def thread_variables(tree: ast.Module) -> dict[str, tuple[str, bool]]:
    """Return the variables of threads that a file sets to constants, outside of functions.

    Returns:
        For each variable its value, and whether that takes the place of a value that the variable has already.
    """
    found: dict[str, tuple[str, bool]] = {}
    for node in _outside_functions(tree):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=place, slice=ast.Constant(value=name))], value=value):
                if _is_environment(place):
                    _keep(found, name, value, replaces=True)
            case ast.Call(func=ast.Attribute(value=place, attr="setdefault"), args=[ast.Constant(value=name), value]):
                if _is_environment(place):
                    _keep(found, name, value, replaces=False)
            case ast.Call(func=ast.Attribute(value=place, attr="update")) if _is_environment(place):
                for argument in node.args:
                    for key, value in zip(*_items(argument), strict=True):
                        _keep(found, getattr(key, "value", None), value, replaces=True)
                for keyword in node.keywords:
                    _keep(found, keyword.arg, keyword.value, replaces=True)
            case ast.Call(func=ast.Attribute(attr="putenv"), args=[ast.Constant(value=name), value]):
                _keep(found, name, value, replaces=True)
    return found


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside_functions(child)


def _is_environment(node: ast.expr) -> bool:
    return ast.unparse(node) in {"os.environ", "environ"}


def _items(node: ast.expr) -> tuple[list[ast.expr | None], list[ast.expr]]:
    return (node.keys, node.values) if isinstance(node, ast.Dict) else ([], [])


def _keep(found: dict[str, tuple[str, bool]], name: object, value: ast.expr, *, replaces: bool) -> None:
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "str" and len(value.args) == 1:
        value = value.args[0]
    text = str(value.value) if isinstance(value, ast.Constant) else ""
    if name in VARIABLES and isinstance(name, str) and text.isdigit() and int(text) > 0 and name not in found:
        found[name] = text, replaces
