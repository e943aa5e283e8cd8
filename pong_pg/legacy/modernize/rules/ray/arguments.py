"""Changes the arguments of calls, and keeps the layout of those that stay."""

from __future__ import annotations

import ast
from collections.abc import Collection

from pong_pg.legacy.modernize.draft import Draft


def keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """Return the keyword argument of a call by its name."""
    return next((one for one in call.keywords if one.arg == name), None)


def rename(draft: Draft, argument: ast.keyword, name: str) -> None:
    """Give a keyword argument another name."""
    draft.replace(argument, f"{name}=", argument.value)


def drop(draft: Draft, call: ast.Call, dropped: Collection[ast.AST]) -> None:
    """Remove arguments from a call, with their commas."""
    if not dropped:
        return
    arguments = sorted([*call.args, *call.keywords], key=draft.start)
    kept = [one for one in arguments if one not in dropped]
    if not kept:
        draft.replace(call, call.func, "()")
        return
    first = arguments.index(kept[0])
    for number, argument in enumerate(arguments):
        if argument in dropped:
            draft.replace(argument)
        if number and (argument in dropped or number <= first):
            draft.change(draft.end(arguments[number - 1]), draft.start(argument), "")


def is_constant(node: ast.expr, *values: object) -> bool:
    """Return whether an expression is one of some constants."""
    return isinstance(node, ast.Constant) and any(node.value is value or node.value == value for value in values)
