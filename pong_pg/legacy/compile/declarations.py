"""Moves `global` statements to the beginning of their function: until Python 3.5 the name could be used before one."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def declare_first(tree: ast.Module) -> None:
    """Change a tree in place so that names are declared `global` before they are used."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            late = _used_before_declared(node)
            if late:
                _replace(node, late)


def _used_before_declared(scope: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Global]:
    used: set[str] = set()
    late: list[ast.Global] = []
    for node in _inside(scope):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            used.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            used |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Global) and used.intersection(node.names):
            late.append(node)
    return late


def _inside(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, but not those of functions and classes in it."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _inside(child)


def _replace(scope: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef, late: list[ast.Global]) -> None:
    names = [name for statement in late for name in statement.names]
    _Without(late).visit(scope)
    # At the top level every name is global.
    if not isinstance(scope, ast.Module):
        has_text = ast.get_docstring(scope, clean=False) is not None
        at = scope.body[int(has_text)] if len(scope.body) > int(has_text) else scope.body[0]
        scope.body.insert(int(has_text), ast.copy_location(ast.Global(list(dict.fromkeys(names))), at))


class _Without(ast.NodeTransformer):
    def __init__(self, statements: list[ast.Global]) -> None:
        self._statements = statements

    def visit_Global(self, node: ast.Global) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if node in self._statements else node
