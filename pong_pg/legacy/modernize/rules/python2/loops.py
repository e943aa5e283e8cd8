"""Loops that do the same in whatever order they go through a dict or set."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kind_values import ARRAYS

_PURE_BUILTINS = frozenset([
    "abs", "bool", "float", "int", "len", "list", "max", "min", "range", "round", "str", "sum", "tuple", "xrange",
    "zip", "enumerate",
])  # fmt: skip
_PURE_METHODS = frozenset([
    "T", "astype", "clip", "copy", "dot", "flatten", "get", "items", "iteritems", "keys", "max", "mean", "min", "ravel",
    "reshape", "std", "sum", "tolist", "transpose", "values",
])  # fmt: skip
_PLAIN = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.IfExp, ast.List, ast.ListComp,
    ast.Name, ast.Slice, ast.Starred, ast.Subscript, ast.Tuple, ast.UnaryOp,
)  # fmt: skip


def is_any_order(draft: Draft, loop: ast.For) -> bool:
    """Return whether a loop over different keys does the same in any order.

    It only changes what belongs to its key, `memory[key] += ...`, or counts with integers.
    """
    keys = _keys(loop)
    if not keys or loop.orelse or _is_read_elsewhere(draft, loop):
        return False
    return all(_is_own(draft, one, keys) for one in loop.body)


def _is_read_elsewhere(draft: Draft, loop: ast.For) -> bool:
    """Return whether what a loop leaves in its variables is read."""
    inside = set(ast.walk(loop))
    names = list(draft.walk(ast.Name))
    own = {draft.scopes.variable(node) for node in names if node in inside and isinstance(node.ctx, ast.Store)}
    return any(
        isinstance(node.ctx, ast.Load)
        and node not in inside
        and draft.scopes.variable(node) in own
        and not _is_of_other_loop(draft, node)
        for node in names
    )


def _is_of_other_loop(draft: Draft, node: ast.Name) -> bool:
    """Return whether a loop around a name gives it its value."""
    around = draft.around(node, ast.For)
    while isinstance(around, ast.For):
        if any(isinstance(one, ast.Name) and one.id == node.id for one in ast.walk(around.target)):
            return True
        around = draft.around(around, ast.For)
    return False


def _keys(loop: ast.For) -> list[str]:
    """Return the name of what differs from turn to turn."""
    match loop.target, loop.iter:
        case ast.Tuple(elts=[ast.Name(id=key), *_]), ast.Call(func=ast.Attribute(attr="items" | "iteritems")):
            return [key]
        case ast.Name(id=key), ast.Call(func=ast.Attribute(attr="keys" | "iterkeys")):
            return [key]
        case ast.Name(id=key), ast.Name() | ast.Attribute():
            return [key]
    return []


def _is_own(draft: Draft, statement: ast.stmt, keys: list[str]) -> bool:  # noqa: PLR0911 - the cases exclude each other
    match statement:
        case ast.Assign(targets=targets, value=value):
            return all(_is_own_target(draft, target, keys) for target in targets) and _is_pure(draft, value)
        case ast.AugAssign(target=ast.Name() as target, op=ast.Add() | ast.Sub(), value=value):
            return draft.kinds.of(target).is_only("int") and _is_pure(draft, value)
        case ast.AugAssign(target=ast.Subscript() as target, value=value):
            return _is_own_target(draft, target, keys) and _is_pure(draft, value)
        case ast.If(test=test, body=body, orelse=orelse):
            return _is_pure(draft, test) and all(_is_own(draft, one, keys) for one in [*body, *orelse])
        case ast.For(iter=values, body=body):
            return _is_pure(draft, values) and all(_is_own(draft, one, keys) for one in body)
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


def _is_own_target(draft: Draft, target: ast.expr, keys: list[str]) -> bool:
    match target:
        case ast.Subscript(value=ast.Name() | ast.Attribute() as container, slice=ast.Name(id=name)):
            return name in keys and not draft.kinds.of(container).is_only(*ARRAYS, "list")
        case ast.Name():
            return True
        case ast.Tuple(elts=elts):
            return all(isinstance(one, ast.Name) for one in elts)
    return False


def _is_pure(draft: Draft, value: ast.expr) -> bool:
    """Return whether evaluating an expression does nothing, and does not depend on what was evaluated before."""
    for node in ast.walk(value):
        if not isinstance(node, ast.expr):
            continue
        if not isinstance(node, _PLAIN):
            return False
        if isinstance(node, ast.Call) and not _is_pure_call(draft, node.func):
            return False
    return True


def _is_pure_call(draft: Draft, function: ast.expr) -> bool:
    full = draft.full_name(function)
    if full:
        return full.partition(".")[0] in {"numpy", "math"} and ".random." not in full
    if isinstance(function, ast.Name):
        return function.id in _PURE_BUILTINS and draft.scopes.is_builtin(function)
    return isinstance(function, ast.Attribute) and function.attr in _PURE_METHODS
