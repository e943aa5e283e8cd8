"""Divisions that gave integers."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kinds import Kind

_WHOLE = ("int", "bool", "long", "ints")
# What divides as it did: `/` is right wherever one side is such.
_OTHERS = ("float", "floats", "inexact", "complex", "object", "str", "list", "none", "function", "error")
_METHODS = {"__div__": "__truediv__", "__rdiv__": "__rtruediv__", "__idiv__": "__itruediv__"}


def division(draft: Draft) -> None:
    """Let `/` give what it gave where both sides may be integers."""
    if not draft.facts.classic_division:
        return
    for node in draft.walk(ast.BinOp):
        if isinstance(node.op, ast.Div):
            _divide(draft, node)
    for statement in draft.walk(ast.AugAssign):
        if isinstance(statement.op, ast.Div):
            _divide_in_place(draft, statement)
    for attribute in draft.walk(ast.Attribute):
        if draft.full_name(attribute) in {"operator.div", "operator.idiv"}:
            draft.replace(attribute, draft.support("divide" if attribute.attr == "div" else "divide_in_place"))
    for definition in draft.walk(ast.ClassDef):
        _rename_methods(draft, definition)


def _is_floored(one: Kind, other: Kind) -> bool | None:
    """Return whether a division is one of integers; None if it may be one."""
    if one.is_only(*_WHOLE) and other.is_only(*_WHOLE):
        return True
    return False if one.is_only(*_OTHERS) or other.is_only(*_OTHERS) else None


def _divide(draft: Draft, node: ast.BinOp) -> None:
    is_floored = _is_floored(draft.kinds.of(node.left), draft.kinds.of(node.right))
    if is_floored:
        draft.change_between(draft.end(node.left), draft.start(node.right), "/", "//")
    elif is_floored is None:
        draft.replace(node, draft.support("divide"), "(", node.left, ", ", node.right, ")")


def _divide_in_place(draft: Draft, node: ast.AugAssign) -> None:
    is_floored = _is_floored(draft.kinds.of(node.target), draft.kinds.of(node.value))
    if is_floored:
        draft.change_between(draft.end(node.target), draft.start(node.value), "/=", "//=")
    elif is_floored is None and any(isinstance(part, ast.Call) for part in ast.walk(node.target)):
        draft.comment(node, "between integers, `/=` rounded down to an integer; then write `//=`.")
    elif is_floored is None:
        target = draft.source(node.target)
        value = draft.support("divide_in_place"), "(", target, ", ", node.value, ")"
        draft.replace(node, node.target, " = ", *value)


def _rename_methods(draft: Draft, definition: ast.ClassDef) -> None:
    """Rename `__div__` and its like; a class that has a method for both kept the other for other files."""
    methods = [part for part in definition.body if isinstance(part, ast.FunctionDef)]
    names = {method.name for method in methods}
    assigned = {
        target.id
        for part in definition.body
        if isinstance(part, ast.Assign)
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    for method in methods:
        new = _METHODS.get(method.name)
        if new is None or new in assigned:
            # One is the other.
            continue
        start = draft.start(method)
        if new in names:
            # `/` called this one, wherever both are defined.
            last = max((one for one in methods if one.name in {new, method.name}), key=draft.start)
            draft.insert_after(last, f"{new} = {method.name}")
        else:
            draft.change_between(start, draft.end(method), method.name, new)
