"""Starting and connecting Ray: the functions that did so before `ray.init`, and the arguments of that."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.call_arguments import keyword, set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.tables.ray import ARGUMENTS

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
# Of `driver_mode`; today's Ray has no others.
_MODES = ("ray.SCRIPT_MODE", "ray.SILENT_MODE", "ray.WORKER_MODE")
_NO_LOCAL_MODE = (
    "Ray no longer has a local mode: tasks and actors run in other processes now, so what they change here, such as "
    "global variables, is not seen"
)


def starting(draft: Draft) -> None:
    """Write the calls that start Ray, or connect to it, as `ray.init` of today."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full == "ray.connect":
            draft.replace(call, f"{draft.module('ray')}.init(ignore_reinit_error=True)")
        elif full in ("ray.init", "ray.worker.init"):
            _init(draft, call, {}, is_renamed=full == "ray.worker.init")
        elif full in _STARTERS and len(call.args) <= max(1, len(_STARTERS[full])):
            positional = dict(zip(_STARTERS[full], call.args, strict=False))
            if full.endswith("start_singlenode_cluster") and _is_true(_value(call, positional, "return_drivers")):
                continue
            _init(draft, call, positional, is_renamed=True)


def _init(draft: Draft, call: ast.Call, positional: dict[str, ast.expr], *, is_renamed: bool) -> None:
    address = [] if positional or is_renamed else [one for one in call.args if not _is_bool(one)]
    if not is_renamed and len(address) == len(call.args) and not any(one.arg in _TABLE for one in call.keywords):
        return
    made = _Made(draft, call, address)
    for one in call.keywords:
        made.add(one)
    workers = next((positional[name] for name in _WORKERS if name in positional), None)
    if workers is None and (of_store := keyword(call, "num_workers_per_objstore")) is not None:
        workers = of_store.value
    if workers is not None and not _is_nothing(workers) and "num_cpus" not in made.has:
        made.arguments.insert(0, "num_cpus=" + _cpus(draft, workers))
    _without_local_mode(draft, call, made.arguments)
    function = [f"{draft.module('ray')}.init"] if is_renamed else ()
    set_arguments(draft, call, made.arguments, function)


class _Made:
    """The arguments of today for those of a call of `ray.init`.

    Attributes:
        arguments: the arguments so far.
        has: the names that they have, and those that the call has in their form of today.
    """

    def __init__(self, draft: Draft, call: ast.Call, address: list[ast.expr]) -> None:
        self._draft = draft
        self._call = call
        self.arguments: list[Piece] = [*address]
        self.has = {one.arg for one in call.keywords if one.arg not in _TABLE and not _is_empty_number(one)}

    def add(self, one: ast.keyword) -> None:
        """Take over an argument of the call."""
        row = _TABLE.get(one.arg or "")
        if row is None:
            if not _is_empty_number(one):
                self.arguments.append(one)
        elif row.renamed:
            self._put(one, row.renamed, one.value)
        elif one.arg in _QUIET:
            self._set_log_to_driver(one)
        elif one.arg in _WORKERS[:2]:
            if not _is_nothing(one.value):
                self._put(one, "num_cpus", _cpus(self._draft, one.value))
        elif one.arg == "driver_mode":
            if self._draft.full_name(one.value) not in _MODES and not _is_mode(one.value):
                self._draft.comment(self._call, _NO_LOCAL_MODE)
        elif one.arg == "num_custom_resource":
            self._put(one, "resources", '{"CustomResource": ', one.value, "}")

    def _put(self, one: ast.keyword, name: str, *value: Piece) -> None:
        if name not in self.has:
            self.has.add(name)
            self._draft.replace(one, f"{name}=", *value)
            self.arguments.append(one)

    def _set_log_to_driver(self, one: ast.keyword) -> None:
        if not isinstance(one.value, ast.Constant):
            self._put(one, "log_to_driver", "not ", *self._draft.operand(one.value))
        elif one.value.value:
            self._put(one, "log_to_driver", "False")


def local_mode(draft: Draft) -> None:
    """Take away `local_mode`, which today's Ray refuses."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "ray.init" and keyword(call, "local_mode") is not None:
            arguments: list[Piece] = [*call.args, *call.keywords]
            _without_local_mode(draft, call, arguments)
            set_arguments(draft, call, arguments)


def namespaces(draft: Draft) -> None:
    """Give all drivers one namespace where there are detached actors, since each of them has its own today."""
    detached = [one for one in draft.walk(ast.keyword) if one.arg == "detached" and not _is_nothing(one.value)]
    if not detached:
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


def _cpus(draft: Draft, workers: ast.expr) -> str:
    """Return the number of CPUs that lets so many tasks run at once, and every task that asks for more."""
    most = max((_number(one.value) for one in draft.walk(ast.keyword) if _of_task(draft, one)), default=0)
    return str(most) if 0 < _number(workers) < most else draft.source(workers)


def _of_task(draft: Draft, argument: ast.keyword) -> bool:
    call = draft.parent(argument)
    return argument.arg == "num_cpus" and isinstance(call, ast.Call) and draft.full_name(call.func) != "ray.init"


def _number(value: ast.expr) -> int:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, int) else 0


def _value(call: ast.Call, positional: dict[str, ast.expr], name: str) -> ast.expr | None:
    found = keyword(call, name)
    return found.value if found else positional.get(name)


def _is_true(value: ast.expr | None) -> bool:
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)


def _is_bool(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, bool)


def _is_nothing(value: ast.expr) -> bool:
    """Return whether a value is None, zero or false."""
    return isinstance(value, ast.Constant) and not value.value


def _is_empty_number(one: ast.keyword) -> bool:
    """Return whether an argument leaves the number of CPUs to others."""
    return one.arg == "num_cpus" and isinstance(one.value, ast.Constant) and one.value.value is None


def _is_mode(value: ast.expr) -> bool:
    """Return whether a value is the number of a mode other than the local one."""
    return isinstance(value, ast.Constant) and value.value in (0, 1, 3, None)
