"""The error that `ray.get` raised up to 2018."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.bindings import methods
from pong_pg.legacy.modernize.rules.ray.uses import stop_importing
from pong_pg.legacy.tables.ray import ARGUMENTS, NAMES, SPELLED

_OLD_ERROR = "ray.worker.RayGetError"
# Attributes that an error of `ray.get` has no more, and the support for it or what is written around the error.
_ATTRIBUTES = {"cause_cls": "type({}.cause)", "function_name": "function_name", "traceback_str": "str({})"}


def attributes(draft: Draft) -> None:
    """Write attributes that the error of a task had until 2020."""
    for handler in draft.walk(ast.ExceptHandler):
        if not any(isinstance(node, ast.Call) for node in _gets(draft, _guarded_by(draft, handler))):
            continue
        for node in ast.walk(handler):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            if node.value.id != handler.name or node.attr not in _ATTRIBUTES:
                continue
            before, is_written, after = _ATTRIBUTES[node.attr].partition("{}")
            if is_written:
                draft.replace(node, before, node.value, after)
            else:
                draft.replace(node, draft.support(before), "(", node.value, ")")


def own_errors(draft: Draft) -> None:
    """Have Ray send errors of the script's own classes that today's pickle would not make again."""
    if not _is_old(draft):
        return
    classes = {cls.name: cls for cls in draft.walk(ast.ClassDef)}
    raised = {_name(one.exc) for one in draft.walk(ast.Raise)}
    for name, cls in classes.items():
        if name in raised and _is_error(cls, classes) and _hands_on_something_else(cls):
            draft.insert_before(cls, f"@{draft.support('sendable')}")


def _is_old(draft: Draft) -> bool:
    """Return whether a file uses anything of Ray that is no more."""
    names = {draft.full_name(node) for node in draft.walk(ast.Attribute)}
    return (
        draft.facts.settings.wait_in_milliseconds
        or not names.isdisjoint({*NAMES, *SPELLED})
        or any(one.arg in ARGUMENTS["ray.remote"] for one in draft.walk(ast.keyword))
        or any(node.attr in _ATTRIBUTES for node in draft.walk(ast.Attribute))
    )


def _name(node: ast.expr | None) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.id if isinstance(node, ast.Name) else ""


def _is_error(cls: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    return any(
        base.id.endswith(("Error", "Exception")) or (base.id in classes and _is_error(classes[base.id], classes))
        for base in cls.bases
        if isinstance(base, ast.Name) and base.id != cls.name
    )


def _hands_on_something_else(cls: ast.ClassDef) -> bool:
    """Return whether the `__init__` of a class does not hand just its arguments on to that of its base."""
    own = {method.name: method for method in methods(cls)}
    if "__init__" not in own or "__reduce__" in own or any(_name(one) == "sendable" for one in cls.decorator_list):
        return False
    taken = [one.arg for one in own["__init__"].args.args[1:]]
    for call in ast.walk(own["__init__"]):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
            is_super = isinstance(call.func.value, ast.Call)
            return [_name(one) for one in call.args[0 if is_super else 1 :]] != taken
    return bool(taken)


def _guarded_by(draft: Draft, handler: ast.ExceptHandler) -> list[ast.stmt]:
    guard = draft.parent(handler)
    return guard.body if isinstance(guard, ast.Try) else []


def errors(draft: Draft) -> None:
    """Have `ray.get` raise the error of then where the script can tell it from that of the task."""
    settings = draft.facts.settings
    if not settings.wait_in_milliseconds or settings.wait_unit_is_guess:
        return
    named = [node for node in draft.walk(ast.Attribute) if draft.full_name(node) == _OLD_ERROR]
    imported = [node for node in draft.walk(ast.Name) if draft.names.get(node.id) == _OLD_ERROR]
    guarded = {call for guard in draft.walk(ast.Try) if _tells_errors(guard) for call in _gets(draft, guard.body)}
    if named or imported:
        guarded = set(_gets(draft, draft.tree.body))
    if imported:
        stop_importing(draft, "ray.worker", "RayGetError")
    for node in (*named, *imported):
        draft.replace(node, draft.support("RayGetError"))
    for call in guarded:
        draft.replace(call.func, draft.support("ray_get"))


def _gets(draft: Draft, body: list[ast.stmt]) -> Iterator[ast.Call]:
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and draft.full_name(node.func) == "ray.get":
                yield node


def _tells_errors(guard: ast.Try) -> bool:
    """Return whether a statement treats errors of different classes differently, or uses the error itself."""
    return any(handler.name is not None or not _catches_all(handler.type) for handler in guard.handlers)


def _catches_all(kind: ast.expr | None) -> bool:
    return kind is None or (isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException"))
