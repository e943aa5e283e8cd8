"""Modernises what scripts use of SciPy."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.renaming import Renaming
from pong_pg.legacy.tables.scipy import HIDDEN_MODULES, MISC, MOVED_IN, POSITIONAL, numpys_name

_SIMPSON = (
    "for an even number of points SciPy 1.11 changed the rule of simpson; the result is that of then "
    "only for an odd number"
)


def names(draft: Draft) -> None:
    """Replace what SciPy had elsewhere, or not at all any more: `scipy.misc`, NumPy's functions, moved names."""
    Renaming(draft, _target).run()
    for statement in draft.walk(ast.Import):
        left = [alias for alias in statement.names if alias.name != "scipy.misc"]
        if len(left) != len(statement.names) and not draft.is_replaced(statement):
            bound = {alias.asname for alias in statement.names if alias.name == "scipy.misc"}
            left += [ast.alias("scipy")] if None in bound and _uses_more_of_scipy(draft) else []
            _leave(draft, statement, "import ", left)
    for imports in draft.walk(ast.ImportFrom):
        left = [alias for alias in imports.names if alias.name != "misc"]
        if imports.module == "scipy" and len(left) != len(imports.names):
            _leave(draft, imports, "from scipy import ", left)


def _leave(draft: Draft, statement: ast.stmt, start: str, names: list[ast.alias]) -> None:
    """Leave some of the names of an import."""
    if names:
        draft.replace(statement, start + ", ".join(map(ast.unparse, names)))
    else:
        draft.remove(statement)


def _uses_more_of_scipy(draft: Draft) -> bool:
    """Return whether a use of `scipy.something` would lack its import."""
    for node in draft.walk(ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == "scipy" and node.attr != "misc":
            around = draft.parent(node)
            if not _target(f"scipy.{node.attr}") and not (isinstance(around, ast.Attribute) and _is_replaced(around)):
                return True
    return False


def _is_replaced(node: ast.Attribute) -> bool:
    return bool(_target(ast.unparse(node)))


def _target(full: str) -> str:
    """Return what stands for a full name of SciPy, as `Renaming` takes it."""
    module, _, name = full.rpartition(".")
    if module == "scipy.misc":
        row = MISC.get(name)
        return "" if row is None else row.supplied_by or f"support:{name}"
    if name in MOVED_IN.get(module, {}):
        return MOVED_IN[module][name].supplied_by
    if module in HIDDEN_MODULES:
        return f"{HIDDEN_MODULES[module]}:{name}"
    numpys = numpys_name(full) if module == "scipy" else ""
    place, _, name = numpys.rpartition(".")
    return f"{place}:{name}" if numpys else ""


def arguments(draft: Draft) -> None:
    """Name the arguments that have no position any more, and keep results that have another shape today."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in POSITIONAL:
            for argument, name in zip(call.args[len(POSITIONAL[full][0]) :], POSITIONAL[full][1], strict=False):
                draft.wrap(argument, f"{name}=", "")
        if full == "scipy.integrate.simps" and not _is_odd(call):
            draft.comment(call, _SIMPSON)
        if (
            full == "scipy.stats.mode"
            and draft.facts.settings.promotes_by_value
            and not any(keyword.arg in {"keepdims", None} for keyword in call.keywords)
        ):
            end = draft.end(call) - 1
            draft.change(end, end, ", keepdims=True")


def _is_odd(call: ast.Call) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.List) and len(call.args[0].elts) % 2 == 1


PASSES: tuple[Callable[[Draft], None], ...] = (arguments, names)
