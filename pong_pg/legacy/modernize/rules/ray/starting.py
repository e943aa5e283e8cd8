"""Starting and connecting Ray: the functions that did so before `ray.init`, and the arguments of that."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.arguments import drop, is_constant, keyword, rename
from pong_pg.legacy.tables.ray import ARGUMENTS

_TABLE = ARGUMENTS["ray.init"]
# The positional parameters of the functions of 2016 that started Ray.
_STARTERS = {
    "ray.services.start_ray_local": "num_objstores num_workers worker_path",
    "ray.services.start_singlenode_cluster": "return_drivers num_objstores num_workers_per_objstore worker_path",
}
_ADDRESSES = ("redis_address", "scheduler_address", "address")
_WORKERS = ("num_workers", "num_workers_per_objstore")
_QUIET = ("redirect_output", "redirect_worker_output")
_NO_LOCAL_MODE = (
    "today's Ray has no local mode: tasks and actors run in other processes, so what they change here, such as global "
    "variables, is not seen"
)
_NO_DASHBOARD = 'include_dashboard=True, which was here, needs  pip install "ray[default]"'


def worker_scripts(draft: Draft) -> None:
    """Remove what the workers of 2016 did to connect; a script that does only that is not needed."""
    connecting = ("ray.connect", "ray.worker.connect", "ray.register_module", "ray.worker.main_loop")
    for statement in draft.walk(ast.Expr):
        full = draft.full_name(statement.value.func) if isinstance(statement.value, ast.Call) else ""
        if full == "ray.worker.main_loop":
            draft.comment(
                statement, "today's Ray starts its workers without a script: this file is not needed any more"
            )
        if full in connecting:
            draft.remove(statement)


def starting(draft: Draft) -> None:
    """Write the calls that start Ray, or connect to it, as `ray.init` of today."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in ("ray.init", "ray.worker.init"):
            _init(draft, call)
            if full == "ray.worker.init":
                draft.replace(call.func, f"{draft.module('ray')}.init")
        elif full in _STARTERS:
            workers = next((one.value for one in call.keywords if one.arg in _WORKERS), None)
            for name, value in zip(_STARTERS[full].split(), call.args, strict=False):
                workers = value if name in _WORKERS else workers
            arguments: tuple[str | ast.AST, ...] = ("num_cpus=", workers) if workers is not None else ()
            draft.replace(call, f"{draft.module('ray')}.init(", *arguments, ")")


def _init(draft: Draft, call: ast.Call) -> None:
    dropped: list[ast.AST] = [one for one in call.args if is_constant(one, True, False)]
    attaches = any(one.arg in _ADDRESSES and not is_constant(one.value, None) for one in call.keywords)
    for one in call.keywords:
        row = _TABLE.get(one.arg or "")
        if one.arg in ("include_webui", "include_dashboard") and is_constant(one.value, True):
            draft.comment(call, _NO_DASHBOARD)
            dropped.append(one)
        elif one.arg == "local_mode":
            if not is_constant(one.value, False):
                draft.comment(call, _NO_LOCAL_MODE)
            dropped.append(one)
        elif row is None:
            continue
        elif one.arg in _QUIET and is_constant(one.value, True):
            draft.replace(one, "log_to_driver=False")
        elif one.arg in _QUIET and not isinstance(one.value, ast.Constant):
            draft.replace(one, "log_to_driver=not ", *draft.operand(one.value))
        elif one.arg == "num_workers" and not (attaches or keyword(call, "num_cpus") or is_constant(one.value, 0)):
            rename(draft, one, "num_cpus")
        elif row.renamed and not is_constant(one.value, None) and keyword(call, row.renamed) is None:
            rename(draft, one, row.renamed)
        else:
            if one.arg == "driver_mode" and draft.full_name(one.value) == "ray.PYTHON_MODE":
                draft.comment(call, _NO_LOCAL_MODE)
            dropped.append(one)
    drop(draft, call, dropped)
