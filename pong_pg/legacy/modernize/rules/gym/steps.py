"""What `step` and `reset` return: five values, and a pair."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import (
    Environments,
    Kind,
    environments_of,
    identifiers,
    last_name,
    loads,
)


def steps(draft: Draft) -> None:
    """Take five values from `env.step(action)` where a file took four."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call, method, kind in environments.calls_of("step"):
        parent = draft.parent(call)
        if isinstance(parent, ast.Expr) or len(call.args) + len(call.keywords) > 1:
            continue
        if environments.is_vector(method.value) and draft.facts.settings.step_values == 4:
            draft.wrap(call, f"{draft.support('four_values_of_several')}(", ")")
            continue
        targets = parent.targets if isinstance(parent, ast.Assign) else []
        match parent:
            case ast.Assign(targets=[ast.Tuple() | ast.List() as target]) if _count(target) == 5:
                continue
            case ast.Assign(targets=[ast.Tuple() | ast.List() as target]) if _count(target) == 4:
                if kind is Kind.YES:
                    _unpack(environments, parent, target)
                else:
                    _wrap(draft, call)
            case ast.Return() if environments.method_of_own(call, "step", "_step"):
                continue
            case ast.Subscript(slice=ast.Constant(value=int(number))) if parent.value is call and number in {0, 1, -1}:
                continue
            case _ if draft.facts.settings.step_values == 5 or (
                kind is Kind.MAYBE and not _may_be_step(targets) and "env" not in last_name(method.value).lower()
            ):
                continue
            case _:
                _keep(draft, call, parent, kind)


def _count(target: ast.Tuple | ast.List) -> int:
    return -1 if any(isinstance(part, ast.Starred) for part in target.elts) else len(target.elts)


def _may_be_step(targets: list[ast.expr]) -> bool:
    """Return whether what may be no environment at all is used like one."""
    return bool(targets) and isinstance(targets[0], ast.Tuple | ast.List) and _count(targets[0]) == 4


def _keep(draft: Draft, call: ast.Call, parent: ast.AST | None, kind: Kind) -> None:
    index = parent.slice.value if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant) else None
    if kind is Kind.YES and index == 3 and isinstance(parent, ast.Subscript):
        draft.replace(parent.slice, "4")
    elif kind is Kind.YES and index == 2 and isinstance(parent, ast.Subscript):
        draft.replace(parent, "any(", call, "[2:4])")
    else:
        _wrap(draft, call)


def _wrap(draft: Draft, call: ast.Call) -> None:
    draft.wrap(call, f"{draft.support('four_values')}(", ")")


def _unpack(environments: Environments, statement: ast.Assign, target: ast.Tuple | ast.List) -> None:
    draft = environments.draft
    done = target.elts[2]
    scope = environments.scope(statement)
    if isinstance(done, ast.Name) and (done.id == "_" or not _is_read(draft, scope, done.id)):
        unread = "_" if not loads(draft.tree, "_") else done.id
        draft.replace(done, f"{unread}, {unread}")
        return
    terminated, truncated = ended_names(draft)
    draft.replace(done, f"{terminated}, {truncated}")
    method = environments.method_of_own(statement, "step", "_step")
    if method is not None and isinstance(done, ast.Name) and _only_returned(method, done.id):
        return
    draft.insert_after(statement, f"{draft.source(done)} = {terminated} or {truncated}")


def _is_read(draft: Draft, scope: ast.AST, name: str) -> bool:
    if isinstance(scope, ast.FunctionDef) and not any(
        isinstance(node, ast.Global | ast.Nonlocal) and name in node.names for node in ast.walk(scope)
    ):
        return bool(loads(scope, name))
    return bool(loads(draft.tree, name)) or "exec" in identifiers(draft.tree)


def _only_returned(method: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Return whether `done` in a `step` stands only where it is replaced by `terminated, truncated`."""
    return all(
        any(
            isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and read in node.value.elts
            for node in ast.walk(method)
        )
        for read in loads(method, name)
    ) and passes_on(method, name)


def passes_on(method: ast.AST, name: str) -> bool:
    """Return whether a `step` has `done` only from the steps of another environment, which it hands on."""
    unpacked = [
        node.targets[0].elts[2]
        for node in ast.walk(method)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and len(node.targets[0].elts) == 4
        and is_step(node.value)
    ]
    ours = [node for node in unpacked if isinstance(node, ast.Name) and node.id == name]
    if not ours:
        return False
    first = min(node.lineno for node in ours)
    return all(
        node in ours or node.lineno < first
        for node in ast.walk(method)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
    )


def is_step(node: ast.expr) -> bool:
    """Return whether an expression is a call of a method `step`."""
    return isinstance(node, ast.Call) and last_name(node.func) in {"step", "_step"}


def ended_names(draft: Draft) -> tuple[str, str]:
    """Return the names for what a step returns beside `done`, which the file does not use otherwise."""
    taken = {node.id for node in draft.walk(ast.Name)} | {node.arg for node in draft.walk(ast.arg)}
    names = (("terminated", "truncated"), ("is_terminated", "is_truncated"))
    return next((pair for pair in names if not taken.intersection(pair)), ("terminated_now", "truncated_now"))


def resets(draft: Draft) -> None:
    """Take the observation from what `env.reset()` returns."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    stepped = {last_name(method.value) for _, method, _ in environments.calls_of("step")}
    for call, method, kind in environments.calls_of("reset"):
        parent = draft.parent(call)
        if isinstance(parent, ast.Expr) or (kind is Kind.MAYBE and last_name(method.value) not in stepped):
            continue
        if _gives_info(draft, call):
            continue
        match parent:
            case ast.Return() if environments.method_of_own(call, "reset", "_reset"):
                continue
            case ast.Assign(targets=[ast.Tuple() | ast.List() as target]) if _is_pair(draft, target):
                continue
            case ast.Subscript(slice=ast.Constant(value=0 | 1)) if parent.value is call and _pairs_are_known(draft):
                continue
            case ast.Assign(targets=[ast.Name() | ast.Attribute() | ast.Subscript() as target]) if kind is Kind.YES:
                draft.replace(target, target, f", {_unused(draft, environments.scope(call))}")
            case _ if kind is Kind.YES:
                draft.replace(call, call, "[0]")
            case _:
                draft.wrap(call, f"{draft.support('observation_of')}(", ")")


def _gives_info(draft: Draft, call: ast.Call) -> bool:
    """Return whether a call asked for the pair, as in gym 0.22; the argument is gone."""
    for keyword in call.keywords:
        if keyword.arg == "return_info" and isinstance(keyword.value, ast.Constant):
            rest = [argument for argument in (*call.args, *call.keywords) if argument is not keyword]
            pieces = [piece for argument in rest for piece in (argument, ", ")][:-1]
            draft.replace(call, call.func, "(", *pieces, ")")
            if not keyword.value.value:
                draft.wrap(call, "", "[0]")
            return True
    return False


def _pairs_are_known(draft: Draft) -> bool:
    return draft.facts.settings.reset_pair


def _is_pair(draft: Draft, target: ast.Tuple | ast.List) -> bool:
    if len(target.elts) != 2:
        return False
    second = last_name(target.elts[1])
    return draft.facts.settings.reset_pair or second == "_" or "info" in second


def _unused(draft: Draft, scope: ast.AST) -> str:
    """Return a name for the info of a reset, which nothing reads."""
    nodes = list(draft.walk(ast.Name)) if isinstance(scope, ast.Module) else list(ast.walk(scope))
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    declared = {name for node in ast.walk(scope) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    names = ("info", "_", "reset_info")
    return next((name for name in names if name not in read | declared), "_reset_info")


PASSES: tuple[Callable[[Draft], None], ...] = (steps, resets)
