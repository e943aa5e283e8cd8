"""Numbers of Python 2: `round`, `oct`, `hash`, and integers of the type `long`."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2.levels import Levels


def numbers(draft: Draft, levels: Levels) -> None:
    """Let functions of numbers give what they gave."""
    shows_long = levels.shows_long
    for node in draft.walk(ast.Call):
        function = node.func
        if not isinstance(function, ast.Name) or not draft.scopes.is_builtin(function):
            continue
        count = len(node.args)
        match function.id:
            case "round":
                is_whole = count == 1 and draft.kinds.of(node.args[0]).is_only("int", "bool", "long")
                draft.replace(function, "float" if is_whole else draft.support("round_away"))
            case "oct":
                draft.replace(function, draft.support("octal"))
            case "hex" if count and (levels.has_longs or _may_have_own_hex(draft, node.args[0])):
                draft.replace(function, draft.support("hexadecimal"))
            case "coerce" if any("long" in draft.kinds.of(argument).names for argument in node.args):
                draft.comment(node, "Python 2 made long integers of both, which it wrote with an `L`.")
            case "hash" if count and not draft.kinds.of(node.args[0]).is_only("int", "bool", "object"):
                draft.replace(function, draft.support("python2_hash"))
            case "long" if shows_long:
                draft.replace(function, draft.support("Long"))
            case "long" if count == 1 and isinstance(node.args[0], ast.Constant) and not node.keywords:
                if isinstance(node.args[0].value, int):
                    draft.replace(node, node.args[0])
            case "type" if count == 1 and (levels.has_longs or "long" in draft.kinds.of(node.args[0]).names):
                draft.comment(node, "integers beyond 64 bits were of the type `long`.")
            case "int" if count == 2 and _is_zero(node.args[1]):
                draft.comment(node, 'with base 0, Python 2 read "010" as octal digits.')


def _may_have_own_hex(draft: Draft, node: ast.expr) -> bool:
    """Return whether a value is a long integer, or an object whose class says what `hex` gives."""
    of = draft.kinds.of(node)
    return "long" in of.names or (
        of.may_be("object") and any(one.name == "__hex__" for one in draft.walk(ast.FunctionDef))
    )


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0
