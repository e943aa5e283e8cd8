"""Rules for Ray of 2016 to 2020."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import arguments, renaming
from pong_pg.legacy.tables.ray import ARGUMENTS, NAMES

_NAMES = {name: row.modern for name, row in NAMES.items() if re.fullmatch(r"ray(\.\w+)+", row.modern)}
_RECIPES = {"ray.reusables": "ray.Reusable", "ray.env": "ray.EnvironmentVariable"}
_OPTIONS = {name: row.renamed for name, row in ARGUMENTS["ray.remote"].items()}
_OF_INIT = ARGUMENTS["ray.init"]
_QUIET = frozenset({"redirect_output", "redirect_worker_output"})
_NO_DASHBOARD = 'include_dashboard=True, which was here, needs  pip install "ray[default]"'


def reusables(draft: Draft) -> None:
    """Have tasks call a function that returns the value of a reusable variable, made or renewed in their worker."""
    for statement in draft.tree.body:
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(value=owner, attr=name) as variable],
                value=ast.Call(func=recipe, args=[ast.Name(id=make), ast.Name(id=renew)]),
            ) if draft.full_name(recipe) == _RECIPES.get(draft.full_name(owner)):
                getter = _define(draft, statement, name, make, renew)
                for node in draft.walk(ast.Attribute):
                    if isinstance(node.ctx, ast.Load) and draft.full_name(node) == draft.full_name(variable):
                        draft.replace(node, f"{getter}()")


def _define(draft: Draft, statement: ast.Assign, name: str, make: str, renew: str) -> str:
    """Put a function in the place of a variable's definition; return the function's name."""
    getter, kept = draft.free_name(f"get_{name}"), draft.free_name(f"worker_{name}")
    bodies = (one.body[0] for one in draft.tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef))
    unit = next((draft.indent(first) for first in bodies if draft.begins_line(first)), "    ")
    code = f"""\
{kept} = None


def {getter}():
{unit}global {kept}
{unit}{kept} = {make}() if {kept} is None else {renew}({kept})
{unit}return {kept}"""
    draft.replace(statement, code)
    return getter


def decorators(draft: Draft) -> None:
    """Write the lists of types of `ray.remote` as the number of results."""
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(args=[ast.List(), ast.List(elts=results)], keywords=[]):
                if draft.full_name(call.func) == "ray.remote":
                    count = len(results)
                    draft.replace(call, call.func, f"(num_returns={count})" if count != 1 else "")


def options(draft: Draft) -> None:
    """Give the options of remote functions, actors and methods their names of today."""
    for call in draft.walk(ast.Call):
        is_decorator = draft.full_name(call.func) in {"ray.remote", "ray.method"}
        if is_decorator or (isinstance(call.func, ast.Attribute) and call.func.attr in {"options", "_remote"}):
            arguments.rename(draft, call, _OPTIONS)


def waits(draft: Draft) -> None:
    """Give `ray.wait` its arguments by the names of today, and its timeouts in seconds."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) != "ray.wait":
            continue
        for name, value in zip(("num_returns", "timeout"), call.args[1:], strict=False):
            draft.wrap(value, f"{name}=", "")
        for timeout in (*call.args[2:3], *(one.value for one in call.keywords if one.arg == "timeout")):
            _in_seconds(draft, timeout)


def _in_seconds(draft: Draft, timeout: ast.expr) -> None:
    """Divide a timeout of milliseconds; see `Settings.wait_in_milliseconds`."""
    settings = draft.facts.settings
    value = timeout.value if isinstance(timeout, ast.Constant) else timeout
    if not settings.wait_in_milliseconds or value is None:
        return
    if settings.wait_unit_is_guess:
        draft.comment(timeout, "taken for milliseconds, as up to Ray 0.6.1, and written as seconds")
    if isinstance(value, int):
        draft.replace(timeout, f"{value / 1000:g}")
    elif not isinstance(value, float):
        draft.replace(timeout, *draft.operand(timeout), " / 1000")


def starting(draft: Draft) -> None:
    """Give `ray.init` the arguments of today."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "ray.init":
            arguments.rename(draft, call, dict(_arguments_of_init(draft, call)))


def _arguments_of_init(draft: Draft, call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the old arguments of a call of `ray.init`, each with what stands for its name today, "" for nothing."""
    values = {one.arg: getattr(one.value, "value", one) for one in call.keywords if one.arg}
    attaches = values.get("redis_address") is not None or values.get("address") is not None
    for name, value in values.items():
        row = _OF_INIT.get(name)
        if name in {"include_dashboard", "include_webui"} and value is True:
            draft.comment(call, _NO_DASHBOARD)
            yield name, ""
        elif name in _QUIET and value is True:
            yield name, "log_to_driver=False"
        elif name == "num_workers":
            yield name, "" if attaches or "num_cpus" in values or value == 0 else "num_cpus"
        elif row is not None and row.renamed:
            yield name, "" if value is None else row.renamed
        elif row is not None and (row.is_dropped or isinstance(value, bool)):
            yield name, ""


def names(draft: Draft) -> None:
    """Write names as today."""
    renaming.rename(draft, _NAMES)


def imports(draft: Draft) -> None:
    """Import the package where a module of it was imported that is gone."""
    used = {node.id for node in draft.walk(ast.Name)}
    has_ray = any(isinstance(one, ast.Import) and one.names[0].name == "ray" for one in draft.tree.body)
    for statement in draft.walk(ast.Import):
        part = statement.names[0]
        if part.name in {"ray.services", "ray.worker"} and part.asname not in used:
            instead = [] if has_ray or part.asname else ["import ray"]
            renaming.drop_names(draft, statement, {renaming.bound_name(part)}, instead)


PASSES: tuple[Callable[[Draft], None], ...] = (reusables, decorators, options, waits, starting, names, imports)
