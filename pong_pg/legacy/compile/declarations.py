"""Moves `global` statements to the beginning of their function: until Python 3.5 the name could be used before one."""

from __future__ import annotations

import ast

from pong_pg.legacy.read.scopes import own_nodes

_Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef


def declare_first(tree: ast.Module) -> None:
    """Change a tree in place so that names are declared `global` before they are used."""
    for scope in ast.walk(tree):
        if isinstance(scope, _Scope):
            late = _used_before_declared(scope)
            for statement in late:
                _leave_out(scope, statement)
            # At the top level every name is global.
            if late and not isinstance(scope, ast.Module):
                names = list(dict.fromkeys(name for statement in late for name in statement.names))
                place = int(ast.get_docstring(scope, clean=False) is not None)
                scope.body.insert(place, ast.copy_location(ast.Global(names), scope.body[0]))


def _used_before_declared(scope: _Scope) -> list[ast.Global]:
    used: set[str] = set()
    late: list[ast.Global] = []
    for node in (inner for statement in scope.body for inner in own_nodes(statement)):
        match node:
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                used.add(name)
            case ast.alias():
                used.add(node.asname or node.name.partition(".")[0])
            case ast.Global() if used.intersection(node.names):
                late.append(node)
    return late


def _leave_out(scope: _Scope, late: ast.Global) -> None:
    """Put `pass` in the place of a statement."""
    for node in ast.walk(scope):
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list) and late in statements:
                statements[statements.index(late)] = ast.copy_location(ast.Pass(), late)
