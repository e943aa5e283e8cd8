"""Names and modules that Ray no longer has."""

from __future__ import annotations

import ast
import re

from pong_pg.legacy.modernize.call_arguments import keyword, set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.uses import listed
from pong_pg.legacy.tables.ray import MOVED, NAMES, SPELLED

_NAME = re.compile(r"[A-Za-z_][\w.]*")
# Calls that are statements and of which nothing is left: what they asked for, Ray does in any case.
_WITHOUT_EFFECT = frozenset(
    {name for name, row in NAMES.items() if row.modern.startswith("remove the call")}
    | {"ray.flush_log", "ray.log_event", "ray.worker.main_loop"}
)
# These are the ones of which a user may miss something.
_MISSED = {
    "ray.log_event": "Ray records the times of tasks itself, for ray.timeline(); events of one's own are gone",
    "ray.worker.main_loop": "Ray starts its workers itself, without a script; this file is no longer needed",
}
_SPANS = ("ray.log_span", "ray.profile", "ray.profiling.profile")
_OF_STATE = {
    "available_resources": "ray.available_resources",
    "chrome_tracing_dump": "ray.timeline",
    "client_table": "ray.nodes",
    "cluster_resources": "ray.cluster_resources",
}
_NO_SPANS = "Ray records the times of tasks itself, for ray.timeline(); spans of one's own are gone"
# Functions of a module that is not for users; there are no others that give the same.
_TABLES = {
    "ray.actors": "actors",
    "ray.global_state.actor_table": "actors",
    "ray.global_state.job_table": "jobs",
    "ray.jobs": "jobs",
}
# What the rows of `client_table` had, and those of `ray.nodes` have.
_OF_NODES = {"ClientID": "NodeID", "IsInsertion": "Alive"}


def calls_without_effect(draft: Draft) -> None:
    """Remove calls that do nothing any more."""
    for statement in draft.walk(ast.Expr):
        call = statement.value
        full = draft.full_name(call.func) if isinstance(call, ast.Call) else ""
        if full == "ray.register_custom_serializer":
            if not _has_serializer(call):  # type: ignore[arg-type]  # it is a call
                draft.remove(statement)
        elif full in _WITHOUT_EFFECT:
            if full in _MISSED:
                draft.comment(statement, _MISSED[full])
            draft.remove(statement)


def _has_serializer(call: ast.Call) -> bool:
    return len(call.args) > 2 or (keyword(call, "serializer") is not None and keyword(call, "deserializer") is not None)


def calls(draft: Draft) -> None:
    """Write calls of today for calls of names that are gone."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        owner, _, name = full.rpartition(".")
        if full in _SPANS:
            draft.comment(call, _NO_SPANS)
            draft.replace(call, f"{draft.module('contextlib')}.nullcontext()")
        elif full == "ray.register_custom_serializer" and _has_serializer(call):
            _register(draft, call)
        elif full in ("ray.get_webui_url", "ray.get_dashboard_url"):
            draft.replace(call, f"({draft.module('ray')}.init(ignore_reinit_error=True).dashboard_url or '')")
        elif full == "ray.get_resource_ids":
            draft.replace(call.func, draft.support("resource_ids"))
        elif full in _TABLES:
            draft.replace(call.func, f"{draft.module('ray')}._private.state.{_TABLES[full]}")
        elif full in ("ray.errors", "ray.global_state.error_messages"):
            if not draft.facts.settings.wait_in_milliseconds or owner != "ray":
                draft.comment(call, "Ray no longer has a list of errors; ray.get raises them")
                draft.replace(call, "[]")
        elif owner == "ray.global_state" and name in _OF_STATE:
            draft.replace(call.func, draft.module("ray"), _OF_STATE[name].removeprefix("ray"))
    if any(draft.full_name(node) == "ray.global_state.client_table" for node in draft.walk(ast.Attribute)):
        for subscript in draft.walk(ast.Subscript):
            if isinstance(subscript.slice, ast.Constant) and subscript.slice.value in _OF_NODES:
                draft.replace(subscript.slice, f'"{_OF_NODES[subscript.slice.value]}"')


def endings(draft: Draft) -> None:
    """Drop the arguments of calls that end Ray, or an actor."""
    for call in draft.walk(ast.Call):
        function = call.func
        is_actors = isinstance(function, ast.Attribute) and getattr(function.value, "attr", "") == "__ray_terminate__"
        is_end = _spelled(draft.full_name(function)) == "ray.shutdown"
        if (call.args or call.keywords) and (is_end or (is_actors and getattr(function, "attr", "") == "remote")):
            set_arguments(draft, call, [])


def _register(draft: Draft, call: ast.Call) -> None:
    """Write `register_custom_serializer` with two functions as `ray.util.register_serializer`."""
    kept = [one for one in call.keywords if one.arg in ("serializer", "deserializer")]
    for one, name in zip(call.args[1:3], ("serializer", "deserializer"), strict=False):
        draft.wrap(one, f"{name}=", "")
    set_arguments(draft, call, [*call.args[:3], *kept], [draft.module("ray"), ".util.register_serializer"])


def names(draft: Draft) -> None:
    """Replace names by those of today, and the modules that have moved."""
    for statement in draft.walk(ast.ImportFrom):
        if statement.module and not statement.level and statement.module.partition(".")[0] == "ray":
            _import_from(draft, statement)
    for plain in draft.walk(ast.Import):
        _import(draft, plain)
    seen: set[ast.AST] = set()
    for node in draft.walk(ast.Attribute):
        full = draft.full_name(node) if node not in seen else ""
        modern = _spelled(full) or _moved(full)
        if not modern or (isinstance(draft.parent(node), ast.Attribute) and _spelled(_parent_name(draft, node))):
            continue
        seen.update(ast.walk(node))
        draft.replace(node, _written(draft, modern))
    for name in draft.walk(ast.Name):
        modern = _spelled(draft.names.get(name.id, "")) if name not in seen else ""
        if modern and isinstance(name.ctx, ast.Load):
            draft.replace(name, _written(draft, modern))


def _spelled(full: str) -> str:
    """Return the full name, or the number, of today for an old name; "" where there is none."""
    if full in SPELLED:
        return SPELLED[full]
    row = NAMES.get(full)
    return row.modern if row is not None and _NAME.fullmatch(row.modern) else ""


def _moved(full: str) -> str:
    return next((MOVED[old] + full[len(old) :] for old in MOVED if full == old or full.startswith(f"{old}.")), "")


def _parent_name(draft: Draft, node: ast.AST) -> str:
    parent = draft.parent(node)
    return draft.full_name(parent) if parent is not None else ""


def _written(draft: Draft, modern: str) -> str:
    return draft.module("ray") + modern.removeprefix("ray") if modern.startswith("ray.") else modern


def _import_from(draft: Draft, statement: ast.ImportFrom) -> None:
    """Import names from where they are; those that are written out in full now are not imported any more."""
    old = statement.module or ""
    module = MOVED.get(old, old)
    kept = [
        alias
        for alias in statement.names
        if not _spelled(f"{old}.{alias.name}") and f"{old}.{alias.name}" not in ("ray.services", "ray.worker")
    ]
    moved = [alias for alias in kept if f"{module}.{alias.name}" in MOVED]
    if len(kept) == len(statement.names) and module == old and not moved:
        return
    lines = []
    for alias in moved:
        package, _, name = MOVED[f"{module}.{alias.name}"].rpartition(".")
        lines.append(f"from {package} import {name}" + (f" as {alias.asname}" if alias.asname else ""))
    stay = [one for one in kept if one not in moved]
    if stay:
        lines.insert(0, f"from {module} import {listed(stay)}")
    if lines:
        draft.replace(statement, ("\n" + draft.indent(statement)).join(lines))
    else:
        draft.remove(statement)


def _import(draft: Draft, statement: ast.Import) -> None:
    """Import what is left of the modules `ray.services` and `ray.worker`, and those that have moved."""
    old = [alias for alias in statement.names if alias.name in ("ray.services", "ray.worker") or alias.name in MOVED]
    if not old:
        return
    parts: list[str] = []
    for alias in statement.names:
        if alias.name in MOVED:
            parts.append(MOVED[alias.name] + (f" as {alias.asname}" if alias.asname else ""))
        elif alias in old:
            parts.append("ray")
        else:
            parts.append(listed([alias]))
    others = {
        (part.asname or part.name)
        for other in draft.walk(ast.Import)
        if other is not statement and other in draft.tree.body
        for part in other.names
    }
    parts = [part for part in dict.fromkeys(parts) if not (part == "ray" and "ray" in others)]
    if parts:
        draft.replace(statement, f"import {', '.join(parts)}")
    else:
        draft.remove(statement)
