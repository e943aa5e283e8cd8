"""Functions, exceptions and modules that have other names today, or are gone."""

from __future__ import annotations

import ast
import re

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.tables.ray import NAMES

_WITHOUT_EFFECT = ("ray.register_class", "ray.log_event", "ray.flush_log")
_SHUTDOWN = frozenset({
    "ray.disconnect", "ray.services.cleanup", "ray.worker.cleanup", "ray.worker.disconnect", "ray.worker.shutdown",
})  # fmt: skip
_RENAMED = {
    **{name: row.modern for name, row in NAMES.items() if re.fullmatch(r"ray(\.\w+)+", row.modern)},
    **{f"ray.worker.{name}": f"ray.{name}" for name in ("get", "init", "put", "remote", "wait")},
    "ray.experimental.get_actor": "ray.get_actor",
    "ray.global_state.chrome_tracing_dump": "ray.timeline",
    "ray.global_state.client_table": "ray.nodes",
    "ray.global_state.cluster_resources": "ray.cluster_resources",
    "ray.worker.RayTaskError": "ray.exceptions.RayTaskError",
}


def calls(draft: Draft) -> None:
    """Remove calls that told Ray what it finds out itself today, and those whose result is gone."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        statement = draft.parent(call)
        if full in _WITHOUT_EFFECT and isinstance(statement, ast.Expr):
            draft.remove(statement)
        elif full in _SHUTDOWN:
            draft.replace(call, f"{draft.module('ray')}.shutdown()")
        elif full in ("ray.error_info", "ray.errors"):
            draft.comment(call, "today's Ray has no list of the failures of tasks: ray.get raises them")
            draft.replace(call, "[]")


def names(draft: Draft) -> None:
    """Write names as today."""
    nodes: list[ast.Attribute | ast.Name] = [*draft.walk(ast.Attribute), *draft.walk(ast.Name)]
    for node in nodes:
        full = draft.full_name(node)
        if full in _RENAMED and isinstance(node.ctx, ast.Load):
            draft.replace(node, _RENAMED[full].replace("ray", draft.module("ray"), 1))


def imports(draft: Draft) -> None:
    """Import the package where a module of it was imported that is gone; unused imports are removed later."""
    has_ray = any(isinstance(one, ast.Import) and one.names[0].name == "ray" for one in draft.tree.body)
    for statement in draft.walk(ast.Import):
        part = statement.names[0]
        if len(statement.names) == 1 and part.name in ("ray.services", "ray.worker") and not part.asname:
            if has_ray:
                draft.remove(statement)
            else:
                draft.replace(statement, "import ray")
