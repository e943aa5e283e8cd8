"""Calls of remote functions, actors and `ray.wait`, and the decorators that make them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.arguments import is_constant, rename
from pong_pg.legacy.read import scopes
from pong_pg.legacy.tables.ray import ARGUMENTS

_OPTIONS = ARGUMENTS["ray.remote"]
_TAKE_OPTIONS = ("options", "_remote", "_submit")
# Methods that values of many other types have.
_COMMON = frozenset(name for kind in (dict, list, set, str) for name in dir(kind)) | {
    "close",
    "reset",
    "step",
    "render",
}


def is_made_by(draft: Draft, definition: ast.FunctionDef | ast.ClassDef, *decorators: str) -> bool:
    """Return whether a function or class has one of these decorators, with or without arguments."""
    return bool(scopes.decorators(definition, draft.names) & {*decorators})


def direct_calls(draft: Draft) -> None:
    """Add `.remote` to the calls of remote functions that lack it."""
    functions = list(draft.walk(ast.FunctionDef))
    remote = {one.name for one in functions if is_made_by(draft, one, "ray.remote")}
    # What else has one of these names may be what is called.
    remote -= {one.name for one in functions if not is_made_by(draft, one, "ray.remote")} | _assigned(draft)
    for call in draft.walk(ast.Call):
        called = [call.func]
        if isinstance(call.func, ast.Name) and call.func.id == "map":
            called += call.args[:1]
        for function in called:
            is_own = isinstance(function, ast.Name) and function.id in remote
            if is_own or draft.full_name(function) in draft.facts.around.remote_functions:
                draft.wrap(function, "", ".remote")


def _assigned(draft: Draft) -> set[str]:
    """Return the names that are parameters, or targets of assignments."""
    assigned = {node.id for node in draft.walk(ast.Name) if not isinstance(node.ctx, ast.Load)}
    return assigned | {node.arg for node in draft.walk(ast.arg)}


def calls_of_actors(draft: Draft) -> None:
    """Add `.remote` to the calls of classes of `ray.actor`, and of the methods of their actors."""
    classes = list(draft.walk(ast.ClassDef))
    actors = {one.name for one in classes if is_made_by(draft, one, "ray.actor")}
    if not actors:
        return
    methods = {name for one in classes if one.name in actors for name in _methods(one)}
    of_others = {name for one in classes if one.name not in actors for name in _methods(one)}
    handles = _handles(draft, actors)
    for call in draft.walk(ast.Call):
        match call.func:
            case ast.Name(id=name) if name in actors:
                draft.wrap(call.func, "", ".remote")
            case ast.Attribute(value=holder, attr=name) if name in methods:
                is_unique = name not in _COMMON | of_others and _last_name(holder) not in ("", "self")
                if _last_name(holder) in handles or (is_unique and not draft.full_name(call.func)):
                    draft.wrap(call.func, "", ".remote")


def _methods(definition: ast.ClassDef) -> Iterator[str]:
    return (one.name for one in definition.body if isinstance(one, ast.FunctionDef))


def _handles(draft: Draft, actors: set[str]) -> set[str]:
    """Return the names of variables and attributes that hold actors, or lists of them."""
    handles: set[str] = set()
    for assignment in draft.walk(ast.Assign):
        called = {_last_name(one.func) for one in ast.walk(assignment.value) if isinstance(one, ast.Call)}
        if called & actors:
            handles |= {_last_name(target) for target in assignment.targets} - {""}
    for node in ast.walk(draft.tree):
        if isinstance(node, ast.For | ast.comprehension) and any(
            _last_name(one) in handles for one in ast.walk(node.iter)
        ):
            handles |= {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
    return handles


def _last_name(node: ast.AST) -> str:
    """Return `actors` of `self.actors[0]`; "" of what is neither a variable nor an attribute nor a part of one."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def decorators(draft: Draft) -> None:
    """Write `ray.actor` and the lists of types of `ray.remote` as today."""
    definitions: list[ast.FunctionDef | ast.ClassDef] = [*draft.walk(ast.FunctionDef), *draft.walk(ast.ClassDef)]
    for definition in definitions:
        for decorator in definition.decorator_list:
            function = decorator.func if isinstance(decorator, ast.Call) else decorator
            if draft.full_name(function) == "ray.actor":
                draft.replace(function, f"{draft.module('ray')}.remote")
            if isinstance(decorator, ast.Call) and draft.full_name(function) == "ray.remote" and decorator.args:
                results = decorator.args[1] if len(decorator.args) > 1 else None
                count = len(results.elts) if isinstance(results, ast.List | ast.Tuple) else 1
                options: list[str | ast.AST] = [] if count == 1 else [f"num_returns={count}"]
                for keyword in decorator.keywords:
                    options += [", " if options else "", keyword]
                draft.replace(decorator, function, *(("(", *options, ")") if options else ()))


def options(draft: Draft) -> None:
    """Give the options of remote functions, actors and methods their names of today."""
    for call in draft.walk(ast.Call):
        is_decorator = draft.full_name(call.func) in ("ray.remote", "ray.method")
        if is_decorator or (isinstance(call.func, ast.Attribute) and call.func.attr in _TAKE_OPTIONS):
            for one in call.keywords:
                if one.arg in _OPTIONS:
                    rename(draft, one, _OPTIONS[one.arg].renamed)


def waits(draft: Draft) -> None:
    """Give `ray.wait` its arguments by the names of today, and its timeouts in seconds."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) != "ray.wait":
            continue
        for one in call.keywords:
            if one.arg in ARGUMENTS["ray.wait"]:
                rename(draft, one, "ray_waitables")
            if one.arg == "timeout":
                _in_seconds(draft, one.value)
        for name, value in zip(("num_returns", "timeout"), call.args[1:], strict=False):
            if name == "timeout":
                _in_seconds(draft, value)
            draft.wrap(value, f"{name}=", "")


def _in_seconds(draft: Draft, timeout: ast.expr) -> None:
    """Divide a timeout of milliseconds; see `Settings.wait_in_milliseconds`."""
    settings = draft.facts.settings
    if not settings.wait_in_milliseconds or is_constant(timeout, None):
        return
    if settings.wait_unit_is_guess:
        draft.comment(timeout, "taken for milliseconds, as up to Ray 0.6.1, and written as seconds")
    if not isinstance(timeout, ast.Constant):
        draft.replace(timeout, *draft.operand(timeout), " / 1000")
    elif isinstance(timeout.value, int):
        draft.replace(timeout, f"{timeout.value / 1000:g}")
