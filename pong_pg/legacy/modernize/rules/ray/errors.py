"""The error that `ray.get` raised up to 2018."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.uses import stop_importing

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
