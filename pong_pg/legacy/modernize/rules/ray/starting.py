"""Starting and connecting Ray: the functions that did so before `ray.init`, and the arguments of that."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.call_arguments import keyword, set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.ray.uses import uses_ray
from pong_pg.legacy.tables.ray import ARGUMENTS, NAMES

_TABLE = ARGUMENTS["ray.init"]
# The positional parameters of the functions of 2016 that started Ray; of all others the keywords count.
_STARTERS = {
    "ray.services.start_ray_local": ("num_objstores", "num_workers", "worker_path"),
    "ray.services.start_singlenode_cluster": (
        "return_drivers",
        "num_objstores",
        "num_workers_per_objstore",
        "worker_path",
    ),
    "ray.services.start_ray_head": (),
}
_WORKERS = ("num_workers", "num_initial_workers", "num_workers_per_objstore")
_QUIET = ("redirect_output", "redirect_worker_output")
_NO_LOCAL_MODE = (
    "Ray no longer has a local mode: tasks and actors run in other processes now, so what they change here, such as "
    "global variables, is not seen"
)


def starting(draft: Draft) -> None:
    """Write the calls that start Ray, or connect to it, as `ray.init` of today."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full == "ray.connect" and "ray.connect" in NAMES:
            draft.replace(call, f"{draft.module('ray')}.init(ignore_reinit_error=True)")
        elif full in ("ray.init", "ray.worker.init"):
            _init(draft, call, {}, is_renamed=full == "ray.worker.init")
        elif full in _STARTERS and len(call.args) <= max(1, len(_STARTERS[full])):
            positional = dict(zip(_STARTERS[full], call.args, strict=False))
            if full.endswith("start_singlenode_cluster") and _is_true(_value(call, positional, "return_drivers")):
                continue
            _init(draft, call, positional, is_renamed=True)


def _init(draft: Draft, call: ast.Call, positional: dict[str, ast.expr], *, is_renamed: bool) -> None:
    address = [] if positional or is_renamed else call.args
    old = [one for one in call.keywords if one.arg in _TABLE]
    if not old and not is_renamed and not any(_is_bool(one) for one in address):
        return
    named = {**positional, **{one.arg: one.value for one in call.keywords if one.arg}}
    has = {one.arg for one in call.keywords} - _TABLE.keys()
    arguments: list[Piece] = [one for one in address if not _is_bool(one)]
    for one in call.keywords:
        row = _TABLE.get(one.arg or "")
        if row is None:
            if one.arg != "num_cpus" or not _is_none(one.value):
                arguments.append(one)
        elif row.renamed:
            if row.renamed not in has:
                has.add(row.renamed)
                draft.replace(one, row.renamed, "=", one.value)
                arguments.append(one)
        elif one.arg in _QUIET and "log_to_driver" not in has:
            has.add("log_to_driver")
            _log_to_driver(draft, one, arguments)
        elif one.arg in ("num_workers", "num_initial_workers") and "num_cpus" not in _given(call):
            if "num_cpus" not in has and not _is_zero(one.value):
                has.add("num_cpus")
                draft.replace(one, "num_cpus=", *_cpus(draft, one.value))
                arguments.append(one)
        elif one.arg == "driver_mode":
            if draft.full_name(one.value) == "ray.PYTHON_MODE" or _is_two(one.value):
                draft.comment(call, _NO_LOCAL_MODE)
        elif one.arg == "num_custom_resource" and "resources" not in has:
            draft.replace(one, 'resources={"CustomResource": ', one.value, "}")
            arguments.append(one)
    workers = next((positional[name] for name in _WORKERS if name in positional), None)
    if workers is None and "num_workers_per_objstore" in named:
        workers = named["num_workers_per_objstore"]
    if workers is not None and not _is_zero(workers) and "num_cpus" not in has:
        arguments.insert(0, "num_cpus=" + "".join(one for one in _cpus(draft, workers) if isinstance(one, str)))
    _without_local_mode(draft, call, arguments)
    function = [f"{draft.module('ray')}.init"] if is_renamed else ()
    set_arguments(draft, call, arguments, function)


def local_mode(draft: Draft) -> None:
    """Take away `local_mode`, which today's Ray refuses."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "ray.init" and keyword(call, "local_mode") is not None:
            arguments: list[Piece] = [*call.args, *call.keywords]
            _without_local_mode(draft, call, arguments)
            set_arguments(draft, call, arguments)


def namespaces(draft: Draft) -> None:
    """Give all drivers one namespace where there are detached actors, since each of them has its own today."""
    detached = [one for one in draft.walk(ast.keyword) if one.arg == "detached" and not _is_zero(one.value)]
    if not detached or not uses_ray(draft):
        return
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "ray.init" and keyword(call, "namespace") is None:
            set_arguments(draft, call, [*call.args, *call.keywords, 'namespace="default"'])


def _without_local_mode(draft: Draft, call: ast.Call, arguments: list[Piece]) -> None:
    mode = keyword(call, "local_mode")
    if mode is None or mode not in arguments:
        return
    arguments.remove(mode)
    if not (isinstance(mode.value, ast.Constant) and not mode.value.value):
        draft.comment(call, _NO_LOCAL_MODE)


def _log_to_driver(draft: Draft, one: ast.keyword, arguments: list[Piece]) -> None:
    if isinstance(one.value, ast.Constant):
        if one.value.value:
            draft.replace(one, "log_to_driver=False")
            arguments.append(one)
    else:
        draft.replace(one, "log_to_driver=not ", *draft.operand(one.value))
        arguments.append(one)


def _cpus(draft: Draft, workers: ast.expr) -> tuple[Piece, ...]:
    """Return the number of CPUs that lets so many tasks run at once, and every task that asks for more."""
    most = max((_number(one.value) for one in draft.walk(ast.keyword) if _of_task(draft, one)), default=0)
    return (str(most),) if 0 < _number(workers) < most else (draft.source(workers),)


def _of_task(draft: Draft, argument: ast.keyword) -> bool:
    call = draft.parent(argument)
    return argument.arg == "num_cpus" and isinstance(call, ast.Call) and draft.full_name(call.func) != "ray.init"


def _number(value: ast.expr) -> int:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, int) else 0


def _given(call: ast.Call) -> set[str]:
    return {one.arg for one in call.keywords if one.arg and not _is_none(one.value)}


def _value(call: ast.Call, positional: dict[str, ast.expr], name: str) -> ast.expr | None:
    found = keyword(call, name)
    return found.value if found else positional.get(name)


def _is_true(value: ast.expr | None) -> bool:
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)


def _is_bool(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, bool)


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_two(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == 2
