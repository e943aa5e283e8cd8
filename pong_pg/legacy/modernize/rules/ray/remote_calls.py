"""Calls of remote functions, actor classes and actors' methods without `.remote`, as up to 2017."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.call_arguments import set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.ray.bindings import methods
from pong_pg.legacy.modernize.rules.ray.kinds import ACTOR_CLASS, FUNCTION, HANDLE, UNKNOWN, Inference
from pong_pg.legacy.modernize.rules.ray.uses import stop_importing

_OF_HANDLES = ("remote", "options", "_remote", "_submit")
# Methods that values of many other types have.
_COMMON = frozenset(name for kind in (dict, list, set, str, float) for name in dir(kind)) | {"close", "reset", "step"}


def direct_calls(draft: Draft) -> None:
    """Add `.remote` to the calls that lack it."""
    kinds = Inference(draft)
    of_actors = _methods_of_2017(draft, kinds)
    for call in draft.walk(ast.Call):
        function = call.func
        if kinds.is_only(function, FUNCTION) and not draft.full_name(function).startswith("ray."):
            draft.wrap(function, "", ".remote")
        elif isinstance(function, ast.Name) and draft.is_builtin(function, "map") and call.args:
            if kinds.is_only(call.args[0], FUNCTION):
                draft.wrap(call.args[0], "", ".remote")
        elif any(kind.name == ACTOR_CLASS and kind.of_2017 for kind in kinds.of(function)):
            draft.wrap(function, "", ".remote")
        elif isinstance(function, ast.Attribute) and function.attr not in _OF_HANDLES:
            _method(draft, kinds, function, of_actors)


def _method(draft: Draft, kinds: Inference, function: ast.Attribute, of_actors: frozenset[str]) -> None:
    if draft.full_name(function):
        return
    found = kinds.of(function.value)
    is_handle = any(kind.name == HANDLE and kind.of_2017 for kind in found)
    if is_handle and kinds.is_only(function.value, HANDLE):
        draft.wrap(function, "", ".remote")
    elif is_handle or (function.attr in of_actors and _may_be_handle(kinds, function.value)):
        if is_handle or function.attr not in _COMMON:
            draft.wrap(function, "", ".remote")
        draft.comment(
            function,
            f"{function.attr} is a method of an actor; if {draft.source(function.value)} is a handle of one here, "
            "the call has `.remote`, otherwise it has not",
        )


def _may_be_handle(kinds: Inference, node: ast.expr) -> bool:
    is_self = isinstance(node, ast.Name) and node.id in ("self", "cls")
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not is_self and kinds.is_only(node, UNKNOWN)


def _methods_of_2017(draft: Draft, kinds: Inference) -> frozenset[str]:
    """Return the names of methods that only classes of `ray.actor` have in this file."""
    of_actors: set[str] = set()
    of_others: set[str] = set()
    for cls in draft.walk(ast.ClassDef):
        is_actor = any(kind.of_2017 for kind in kinds.of(cls))
        (of_actors if is_actor else of_others).update(method.name for method in methods(cls))
    return frozenset(name for name in of_actors - of_others if not name.startswith("__"))


def decorators(draft: Draft) -> None:
    """Write `ray.actor` and the lists of types of `ray.remote` as today."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) != "ray.remote" or not call.args:
            continue
        if not all(isinstance(one, ast.List | ast.Tuple | ast.BinOp) for one in call.args):
            continue
        new: list[Piece] = []
        if len(call.args) > 1:
            results = call.args[1]
            if not isinstance(results, ast.List | ast.Tuple):
                new.append(f"num_returns=len({draft.source(results)})")
            elif len(results.elts) != 1:
                new.append(f"num_returns={len(results.elts)}")
        new += call.keywords
        if new:
            set_arguments(draft, call, new)
        else:
            draft.replace(call, call.func)
    for node in draft.walk(ast.Attribute):
        if draft.full_name(node) == "ray.actor" and isinstance(node.value, ast.Name) and _is_called(draft, node):
            draft.replace(node, node.value, ".remote")
    for name in draft.walk(ast.Name):
        if draft.names.get(name.id) == "ray.actor" and _is_called(draft, name):
            draft.replace(name, f"{draft.module('ray')}.remote")
            stop_importing(draft, "ray", "actor")


def _is_called(draft: Draft, node: ast.expr) -> bool:
    """Return whether `ray.actor` is the decorator of early 2017, not the module."""
    parent = draft.parent(node)
    return (isinstance(parent, ast.Call) and parent.func is node) or (
        isinstance(parent, ast.ClassDef) and node in parent.decorator_list
    )


def submissions(draft: Draft) -> None:
    """Write `_submit` and `_remote`, which take all arguments and options by name, by `options` and `remote`."""
    for call in draft.walk(ast.Call):
        function = call.func
        if not isinstance(function, ast.Attribute) or function.attr not in ("_submit", "_remote"):
            continue
        if len(call.args) > 2 or any(one.arg is None for one in call.keywords):
            continue
        arguments: list[Piece] = []
        for take, value in zip((_positional, _named), call.args, strict=False):
            arguments += take(draft, value)
        options: list[ast.keyword] = []
        for one in call.keywords:
            if one.arg == "args":
                arguments[:0] = _positional(draft, one.value)
            elif one.arg == "kwargs":
                arguments += _named(draft, one.value)
            else:
                options.append(one)
        pieces: list[Piece] = [*draft.operand(function.value)]
        if options:
            pieces.append(".options(")
            for number, option in enumerate(options):
                pieces += [", " if number else "", option]
            pieces.append(")")
        pieces.append(".remote(")
        for number, argument in enumerate(arguments):
            pieces += [", " if number else "", argument]
        draft.replace(call, *pieces, ")")


def _positional(draft: Draft, value: ast.expr) -> list[Piece]:
    if isinstance(value, ast.List | ast.Tuple):
        return list(value.elts)
    return [] if _is_none(value) else [f"*{draft.source(value)}"]


def _named(draft: Draft, value: ast.expr) -> list[Piece]:
    if isinstance(value, ast.Dict) and all(
        isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.isidentifier() for key in value.keys
    ):
        pairs = zip(value.keys, value.values, strict=True)
        return [f"{key.value}={draft.source(one)}" for key, one in pairs]  # type: ignore[union-attr]  # seen above
    return [] if _is_none(value) else [f"**{draft.source(value)}"]


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
