"""Reusable variables: `ray.reusables` of 2016 and `ray.env` of early 2017."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.ray.bindings import methods
from pong_pg.legacy.modernize.rules.ray.uses import stop_importing

_OWNERS = ("ray.reusables.", "ray.env.")
_RECIPES = ("ray.Reusable", "ray.EnvironmentVariable")
_ON_ALL = ("ray.worker.global_worker.run_function_on_all_workers", "ray.worker.run_function_on_all_workers")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def reusables(draft: Draft) -> None:
    """Let a `PerWorker` stand for each variable, with the same life."""
    definitions: dict[str, list[tuple[ast.Assign, ast.Call]]] = {}
    for statement in draft.walk(ast.Assign):
        name = _variable(draft, statement.targets[0]) if len(statement.targets) == 1 else ""
        if name and isinstance(statement.value, ast.Call) and draft.full_name(statement.value.func) in _RECIPES:
            definitions.setdefault(name, []).append((statement, statement.value))
    names = {name: _free_name(draft, name) for name in definitions}
    if names:
        stop_importing(draft, "ray", *(full.removeprefix("ray.").rstrip(".") for full in (*_OWNERS, *_RECIPES)))
    for name, assignments in definitions.items():
        for statement, call in assignments:
            _define(draft, name, names[name], statement, call)
        if len(assignments) > 1:
            draft.comment(
                assignments[-1][0],
                f"{names[name]} is made more than once; a task keeps the one that was there when it was first called",
            )
    reads = {
        node: name
        for node in draft.walk(ast.Attribute)
        if isinstance(node.ctx, ast.Load) and (name := _variable(draft, node)) in names
    }
    for node, name in reads.items():
        draft.replace(node, f"{names[name]}()")
    for name in sorted(set(reads.values())):
        readers = [node for node, other in reads.items() if other == name]
        for task in _tasks_that_reach(draft, readers):
            make_ready(draft, task, names[name], definitions[name][0][0])


def on_all_workers(draft: Draft) -> None:
    """Have a `PerWorker` do what is to be done in the driver and, before its first task, in each worker."""
    for statement in draft.walk(ast.Expr):
        call = statement.value
        if not isinstance(call, ast.Call) or draft.full_name(call.func) not in _ON_ALL or len(call.args) != 1:
            continue
        function = call.args[0]
        name = _free_name(draft, "setup")
        draft.replace(
            call,
            f'{name} = {draft.support("PerWorker")}("{ast.unparse(function)}", lambda: ',
            *draft.operand(function),
            '({"counter": 0}))',
        )
        for task in _functions(draft):
            if _is_task(draft, task):
                make_ready(draft, task, name, statement)
        return


def _variable(draft: Draft, node: ast.expr) -> str:
    """Return the name of the variable that an expression such as `ray.reusables.env` is."""
    full = draft.full_name(node)
    owner = next((owner for owner in _OWNERS if full.startswith(owner)), "")
    name = full.removeprefix(owner) if owner else ""
    return name if name.isidentifier() else ""


def _free_name(draft: Draft, name: str) -> str:
    wanted = f"worker_{name}"
    used = {node.id for node in draft.walk(ast.Name)} | {node.arg for node in draft.walk(ast.arg)}
    while wanted in used:
        wanted += "_"
    return wanted


def _define(draft: Draft, variable: str, name: str, statement: ast.Assign, call: ast.Call) -> None:
    arguments: list[Piece] = [f'"{variable}"']
    for argument in [*call.args, *call.keywords]:
        arguments += [", ", argument]
    draft.replace(statement.targets[0], name)
    draft.replace(call, draft.support("PerWorker"), "(", *arguments, ")")
    function = draft.around(statement, ast.FunctionDef, ast.AsyncFunctionDef)
    if isinstance(function, _Function):
        has_docstring = ast.get_docstring(function, clean=False) is not None and len(function.body) > 1
        draft.insert_before(function.body[1 if has_docstring else 0], f"global {name}")


def _tasks_that_reach(draft: Draft, readers: list[ast.Attribute]) -> Iterator[_Function]:
    """Yield the remote functions and actors' methods that read a variable, themselves or through other functions.

    A function that another one names counts as called by it.
    """
    reaching: set[str] = set()
    functions = _functions(draft)
    inside = {reader: _functions_around(draft, reader) for reader in readers}
    direct = {function for around in inside.values() for function in around}
    reaching |= {function.name for function in direct}
    grown = True
    while grown:
        grown = False
        for function in functions:
            if function not in direct and not reaching.isdisjoint(_named_in(function)):
                direct.add(function)
                reaching.add(function.name)
                grown = True
    for function in functions:
        if function in direct and _is_task(draft, function):
            yield function


def _functions(draft: Draft) -> list[_Function]:
    return [*draft.walk(ast.FunctionDef), *draft.walk(ast.AsyncFunctionDef)]


def _functions_around(draft: Draft, node: ast.AST) -> list[_Function]:
    found: list[_Function] = []
    around = draft.around(node, ast.FunctionDef, ast.AsyncFunctionDef)
    while isinstance(around, _Function):
        found.append(around)
        around = draft.around(around, ast.FunctionDef, ast.AsyncFunctionDef)
    return found


def _named_in(function: _Function) -> set[str]:
    own = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    return own | {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def _is_task(draft: Draft, function: _Function) -> bool:
    if _is_remote(draft, function):
        return True
    cls = draft.parent(function)
    return isinstance(cls, ast.ClassDef) and function in methods(cls) and _is_remote(draft, cls)


def _is_remote(draft: Draft, node: _Function | ast.ClassDef) -> bool:
    return any(
        draft.full_name(one.func if isinstance(one, ast.Call) else one) in ("ray.remote", "ray.actor")
        for one in node.decorator_list
    )


def make_ready(draft: Draft, function: _Function, name: str, definition: ast.stmt) -> None:
    """Add a decorator, below those that a task has, that makes a value ready for it.

    Args:
        draft: the file.
        function: the task.
        name: the name of the value.
        definition: where it gets the value.
    """
    is_later = draft.start(definition) > draft.start(function)
    if is_later or draft.around(definition, ast.FunctionDef, ast.AsyncFunctionDef) is not None:
        decorator = f"@{draft.support('ready_for_task')}(lambda: {name})"
    else:
        decorator = f"@{name}.ready_for"
    if function.decorator_list:
        end = draft.text.index("\n", draft.end(function.decorator_list[-1]))
        draft.change(end, end, f"\n{draft.indent(function)}{decorator}")
    else:
        draft.insert_before(function, decorator)
