"""Reusable variables: `ray.reusables` of 2016 and `ray.env` of early 2017."""

from __future__ import annotations

import ast
import textwrap

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.arguments import keyword

_OWNERS = ("ray.reusables.", "ray.env.")
_RECIPES = ("ray.Reusable", "ray.EnvironmentVariable")
_UNDECIDED = (
    "today's Ray has no reusable variables: make the value in a function that the tasks call, and keep it in a global "
    "variable there"
)


def reusables(draft: Draft) -> None:
    """Have tasks call a function that returns the value of a variable, as it was made or renewed in their worker."""
    makers: dict[str, str] = {}
    for statement in draft.walk(ast.Assign):
        name = _variable(draft, statement.targets[0])
        if name:
            recipe = _recipe(draft, statement)
            if recipe is None or name in makers:
                draft.comment(statement, _UNDECIDED)
                return
            makers[name] = _define(draft, statement, name, *recipe)
    for name, maker in makers.items():
        _read(draft, name, maker)


def _variable(draft: Draft, node: ast.expr) -> str:
    """Return the name of the variable that an expression such as `ray.reusables.env` is."""
    full = draft.full_name(node)
    owner = next((owner for owner in _OWNERS if full.startswith(owner)), "")
    name = full.removeprefix(owner) if owner else ""
    return name if name.isidentifier() else ""


def _recipe(draft: Draft, statement: ast.Assign) -> tuple[ast.expr, ast.expr | None] | None:
    """Return the initializer and the reinitializer of a variable that is defined at the top level."""
    call = statement.value
    if not isinstance(call, ast.Call) or draft.full_name(call.func) not in _RECIPES or not (call.args or call.keywords):
        return None
    parts: list[ast.expr | None] = [*call.args, None, None][:2]
    for number, parameter in enumerate(("initializer", "reinitializer")):
        if given := keyword(call, parameter):
            parts[number] = given.value
    initializer, reinitializer = parts
    is_named = reinitializer is None or isinstance(initializer, ast.Name)
    if initializer is None or not is_named or draft.around(statement, ast.FunctionDef) is not None:
        return None
    return initializer, reinitializer


def _define(
    draft: Draft, statement: ast.Assign, name: str, initializer: ast.expr, reinitializer: ast.expr | None
) -> str:
    """Put a function in the place of a variable's definition; return the function's name."""
    if reinitializer is None:
        # It was made anew after each task.
        if isinstance(initializer, ast.Name):
            draft.remove(statement)
            return initializer.id
        maker = draft.free_name(f"make_{name}")
        if isinstance(initializer, ast.Lambda):
            draft.replace(
                statement, f"def {maker}():\n{draft.indent(statement)}{_unit(draft)}return ", initializer.body
            )
        else:
            draft.replace(statement, f"{maker} = ", initializer)
        return maker
    maker, kept = draft.free_name(f"get_{name}"), draft.free_name(f"worker_{name}")
    made, renewed, inner = draft.source(initializer), draft.source(reinitializer), _unit(draft)
    if not isinstance(reinitializer, ast.Name):
        renewed = f"({renewed})"
    code = f"""\
{kept} = None


def {maker}():
{inner}global {kept}
{inner}{kept} = {made}() if {kept} is None else {renewed}({kept})
{inner}return {kept}"""
    draft.replace(statement, textwrap.indent(code, draft.indent(statement)).lstrip())
    return maker


def _unit(draft: Draft) -> str:
    """Return the white space by which the file indents."""
    bodies = (one.body[0] for one in draft.tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef))
    return next((draft.indent(first) for first in bodies if draft.begins_line(first)), "    ")


def _read(draft: Draft, name: str, maker: str) -> None:
    """Replace what reads a variable; a function that reads it more than once keeps the value for itself."""
    readers: dict[ast.AST | None, list[ast.Attribute]] = {}
    for node in draft.walk(ast.Attribute):
        if isinstance(node.ctx, ast.Load) and _variable(draft, node) == name:
            readers.setdefault(draft.around(node, ast.FunctionDef), []).append(node)
    for function, nodes in readers.items():
        is_in_loop = any(draft.around(node, ast.For, ast.While, ast.comprehension) is not None for node in nodes)
        if not isinstance(function, ast.FunctionDef) or (len(nodes) == 1 and not is_in_loop):
            for node in nodes:
                draft.replace(node, f"{maker}()")
            continue
        local = draft.free_name(name)
        has_docstring = ast.get_docstring(function, clean=False) is not None and len(function.body) > 1
        draft.insert_before(function.body[1 if has_docstring else 0], f"{local} = {maker}()")
        for node in nodes:
            draft.replace(node, local)
