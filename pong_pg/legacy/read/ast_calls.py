"""Builds the calls of runtime helpers that stand in a rewritten tree."""

from __future__ import annotations

import ast

# The builtin name by which rewritten code, also of functions that travel to other processes, finds `runtime.helpers`.
HELPERS = "__pong_pg__"


def call_helper(name: str, at: ast.expr | ast.stmt, *arguments: ast.expr) -> ast.Call:
    """Return the call of a helper, at the position of a node."""
    return ast.copy_location(ast.Call(name_helper(name, at), list(arguments), []), at)


def name_helper(name: str, at: ast.expr | ast.stmt) -> ast.Attribute:
    """Return the expression that a helper is called by, at the position of a node."""
    module = ast.copy_location(ast.Name(HELPERS, ast.Load()), at)
    return ast.copy_location(ast.Attribute(module, name, ast.Load()), at)
