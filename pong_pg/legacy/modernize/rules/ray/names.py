"""Functions, exceptions and modules that have other names today, or are gone."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.arguments import drop, keyword
from pong_pg.legacy.tables.ray import NAMES

_WITHOUT_EFFECT = ("ray.register_class", "ray.log_event", "ray.flush_log")
_SHUTDOWN = ("ray.disconnect", "ray.worker.cleanup", "ray.worker.disconnect", "ray.worker.shutdown")
_RENAMED = {
    **{name: f"ray.{row.supplied_by.removeprefix('ray:')}" for name, row in NAMES.items() if row.supplied_by},
    **{name: row.modern for name, row in NAMES.items() if row.modern.startswith("ray.exceptions.")},
    **dict.fromkeys(_SHUTDOWN, "ray.shutdown"),
    **{f"ray.worker.{name}": f"ray.{name}" for name in ("get", "init", "put", "remote", "wait")},
    "ray.experimental.get_actor": "ray.get_actor",
    "ray.global_state.available_resources": "ray.available_resources",
    "ray.global_state.chrome_tracing_dump": "ray.timeline",
    "ray.global_state.client_table": "ray.nodes",
    "ray.global_state.cluster_resources": "ray.cluster_resources",
    "ray.services.get_node_ip_address": "ray.util.get_node_ip_address",
    "ray.worker.RayTaskError": "ray.exceptions.RayTaskError",
}


def calls_without_effect(draft: Draft) -> None:
    """Remove calls that told Ray what it finds out itself today."""
    for statement in draft.walk(ast.Expr):
        call = statement.value
        full = draft.full_name(call.func) if isinstance(call, ast.Call) else ""
        if not isinstance(call, ast.Call) or not full:
            continue
        is_pickled = len(call.args) < 2 and keyword(call, "serializer") is None
        if full in _WITHOUT_EFFECT or (full == "ray.register_custom_serializer" and is_pickled):
            draft.remove(statement)


def calls(draft: Draft) -> None:
    """Rewrite calls whose arguments, or whose results, are others today."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in _SHUTDOWN or full == "ray.services.cleanup":
            draft.replace(call, f"{draft.module('ray')}.shutdown()")
        elif full in ("ray.error_info", "ray.errors"):
            draft.comment(call, "today's Ray has no list of the failures of tasks: ray.get raises them")
            draft.replace(call, "[]")
        elif full == "ray.register_custom_serializer":
            for name, value in zip(("serializer", "deserializer"), call.args[1:], strict=False):
                draft.wrap(value, f"{name}=", "")
            drop(draft, call, [one for one in call.keywords if one.arg not in ("serializer", "deserializer")])
            draft.replace(call.func, f"{draft.module('ray')}.util.register_serializer")
        elif full == "ray.put":
            drop(draft, call, [one for one in call.keywords if one.arg == "weakref"])


def names(draft: Draft) -> None:
    """Write names as today."""
    for node in (*draft.walk(ast.Attribute), *draft.walk(ast.Name)):
        full = draft.full_name(node)
        if full in _RENAMED and isinstance(node.ctx, ast.Load):
            draft.replace(node, _RENAMED[full].replace("ray", draft.module("ray"), 1))


def imports(draft: Draft) -> None:
    """Import no modules or names that are gone."""
    used = {node.id for node in draft.walk(ast.Name)}
    has_ray = any(
        isinstance(one, ast.Import) and any(part.name == "ray" and not part.asname for part in one.names)
        for one in draft.tree.body
    )
    for statement in draft.walk(ast.ImportFrom):
        if statement.module in ("ray", "ray.services", "ray.worker", "ray.exceptions", "ray.experimental"):
            gone = [
                part
                for part in statement.names
                if f"{statement.module}.{part.name}" in {*_RENAMED, *NAMES, "ray.services", "ray.worker"}
                or statement.module in ("ray.services", "ray.worker")
            ]
            gone = [part for part in gone if (part.asname or part.name) not in used]
            if len(gone) == len(statement.names):
                draft.remove(statement)
            elif gone:
                kept = [draft.source(part) for part in statement.names if part not in gone]
                draft.replace(statement, f"from {statement.module} import {', '.join(kept)}")
    for node in draft.walk(ast.Import):
        if len(node.names) == 1 and node.names[0].name in ("ray.services", "ray.worker"):
            if has_ray or (node.names[0].asname and node.names[0].asname not in used):
                draft.remove(node)
            elif not node.names[0].asname:
                draft.replace(node, "import ray")
