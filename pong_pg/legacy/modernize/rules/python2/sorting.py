"""Sorting by a function that compares two values."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece


def sorting(draft: Draft) -> None:
    """Replace the argument `cmp` of `sort` and `sorted` by a key."""
    if not draft.facts.python2:
        return
    for call in draft.walk(ast.Call):
        _change(draft, call)


def _sorts(draft: Draft, call: ast.Call) -> int | None:
    """Return the place of `cmp` among the arguments of a call that sorts, from 0; None for any other call."""
    if draft.is_builtin(call.func, "sorted"):
        return 1
    if isinstance(call.func, ast.Attribute) and call.func.attr == "sort" and not draft.full_name(call.func):
        return 0
    return None


def _comparison(draft: Draft, call: ast.Call) -> ast.expr | None:
    """Return what a call that sorts compares by; None if it does not."""
    place = _sorts(draft, call)
    if place is None:
        return None
    if len(call.args) > place:
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == "cmp"), None)


def _change(draft: Draft, call: ast.Call) -> None:
    compare = _comparison(draft, call)
    if compare is None:
        return
    place = _sorts(draft, call) or 0
    given = dict(zip(("cmp", "key", "reverse"), call.args[place:], strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    named: dict[str, list[Piece]] = {
        name: [value] for name, value in given.items() if name != "cmp" and not _is_none(value)
    }
    order = None if named else _as_key(draft, compare)
    if order is not None:
        named |= order
    elif not _is_none(compare) and not draft.is_builtin(compare, "cmp"):
        by: list[Piece] = [f"{draft.module('functools')}.cmp_to_key(", compare, ")"]
        if "key" in named:
            by = ["lambda value: ", *by, "(", *draft.operand(given["key"]), "(value))"]
        named["key"] = by
    pieces: list[Piece] = [call.func, "("]
    values: list[list[Piece]] = [[value] for value in call.args[:place]]
    for number, argument in enumerate([*values, *([f"{name}=", *value] for name, value in sorted(named.items()))]):
        pieces += [", " if number else "", *argument]
    draft.replace(call, *pieces, ")")


def _as_key(draft: Draft, compare: ast.expr) -> dict[str, list[Piece]] | None:
    """Return the arguments for `lambda a, b: cmp(f(a), f(b))`; None if a function compares in another way."""
    match compare:
        case ast.Lambda(args=ast.arguments(args=[first, second], defaults=[], vararg=None, kwarg=None), body=body):
            is_reversed = isinstance(body, ast.UnaryOp) and isinstance(body.op, ast.USub)
            call = body.operand if isinstance(body, ast.UnaryOp) else body
        case _:
            return None
    match call:
        case ast.Call(func=function, args=[one, other], keywords=[]) if draft.is_builtin(function, "cmp"):
            pass
        case _:
            return None
    if not _reads(one, first.arg):
        one, other, is_reversed = other, one, not is_reversed
    if _reads(one, second.arg) or ast.dump(_renamed(one, first.arg, second.arg)) != ast.dump(_renamed(other, "", "")):
        return None
    named: dict[str, list[Piece]] = {"reverse": ["True"]} if is_reversed else {}
    return named if isinstance(one, ast.Name) else {"key": [f"lambda {first.arg}: ", one], **named}


def _reads(node: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _renamed(node: ast.expr, old: str, new: str) -> ast.expr:
    copied = ast.parse(ast.unparse(node), mode="eval").body
    for part in ast.walk(copied):
        if isinstance(part, ast.Name) and part.id == old:
            part.id = new
    return copied


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


PASSES: tuple[Callable[[Draft], None], ...] = (sorting,)
