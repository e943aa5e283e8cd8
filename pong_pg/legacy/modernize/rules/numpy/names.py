"""Names that NumPy has removed, or moved to another place."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable

import numpy as np

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.renaming import Renaming
from pong_pg.legacy.read.scopes import imported
from pong_pg.legacy.tables.numpy import NOT_BEFORE_2, TOP

# Modules with other names of NumPy's functions, which are at its top, or in these places.
_INNER = {"numpy.core", "numpy.lib"}
_PLACES = {"defchararray": "numpy.char", "records": "numpy.rec", "scimath": "numpy.emath"}
# Names that `from numpy import *` brings from NumPy 2 on, in place of Python's own.
_HIDDEN_BY_STAR = ("abs", "bool", "max", "min", "pow", "round")
# Functions of `numpy.linalg` that gave real numbers where all of them are.
_EIGENVALUES = {"numpy.linalg.eig": "support:eig", "numpy.linalg.eigvals": "support:eigvals"}
_STILL_THERE = frozenset({"numpy.bool", "numpy.long", "numpy.chararray"}) & NOT_BEFORE_2


def names(draft: Draft) -> None:
    """Replace names that NumPy no longer has by those that stand for them."""
    Renaming(draft, lambda full: _target(full, draft)).run()


def _target(full: str, draft: Draft) -> str:
    if full in _STILL_THERE and not draft.facts.settings.promotes_by_value:
        # NumPy 2 has something else by this name.
        return ""
    if full in _EIGENVALUES:
        return _EIGENVALUES[full] if draft.facts.settings.promotes_by_value else ""
    package, _, name = full.partition(".")
    row = TOP.get(name) if package == "numpy" else None
    if row is None:
        return ""
    if name == "string_" and draft.facts.python2:
        return "numpy:str_"
    if row.written:
        return f"={row.written}"
    return row.supplied_by or (f"support:{name}" if supports.exists(name) else "")


def inner_modules(draft: Draft) -> None:
    """Take what `numpy.core` and `numpy.lib` had inside from where NumPy offers it."""
    Renaming(draft, _from_inner_module).run()
    for statement in draft.walk(ast.Import):
        if all(_is_private(alias.name) and _is_module(alias.name) for alias in statement.names):
            _drop(draft, statement)
    for imports in draft.walk(ast.ImportFrom):
        if imports.module and not imports.level and _is_private(imports.module) and not draft.is_replaced(imports):
            left = [alias for alias in imports.names if _is_module(f"{imports.module}.{alias.name}")]
            if len(left) == len(imports.names):
                draft.remove(imports)


def _drop(draft: Draft, statement: ast.Import) -> None:
    """Remove `import numpy.core.multiarray`, which binds `numpy`, if that is imported in another way, too."""
    used = any(isinstance(node, ast.Name) and node.id == "numpy" for node in ast.walk(draft.tree))
    if (
        used
        and not statement.names[0].asname
        and not any(
            alias.name == "numpy" and not alias.asname for other in draft.walk(ast.Import) for alias in other.names
        )
    ):
        draft.replace(statement, "import numpy")
    elif not any(alias.asname and _uses_otherwise(draft, alias) for alias in statement.names):
        draft.remove(statement)


def _uses_otherwise(draft: Draft, alias: ast.alias) -> bool:
    """Return whether a module is used for something that is not replaced."""
    return any(
        node.id == alias.asname
        and not (isinstance(parent := draft.parent(node), ast.Attribute) and draft.is_replaced(parent))
        for node in draft.walk(ast.Name)
    )


def _is_private(module: str) -> bool:
    return module == "numpy.core" or module.startswith("numpy.core.") or _is_module(module)


def _is_module(full: str) -> bool:
    """Return whether a name is that of a module within NumPy that it no longer shows."""
    package, _, _name = full.rpartition(".")
    return package == "numpy.core" or (package == "numpy.lib" and not _is_offered(full))


def _from_inner_module(full: str) -> str:
    module, _, name = full.rpartition(".")
    if not module.startswith(("numpy.core", "numpy.lib")) or (module == "numpy.lib" and _is_offered(full)):
        return ""
    if module not in _INNER and module.rpartition(".")[0] not in _INNER:
        return ""
    if module.startswith("numpy.lib.") and _is_offered(full):
        return ""
    place = _PLACES.get(module.rpartition(".")[2])
    if place and _is_offered(f"{place}.{name}"):
        return f"{place}:{name}"
    if name in TOP or _is_offered(f"numpy.{name}"):
        return f"numpy:{name}"
    return ""


def _is_offered(full: str) -> bool:
    """Return whether today's NumPy has something by this name."""
    value: object = np
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for part in full.split(".")[1:]:
            value = getattr(value, part, None)
            if value is None:
                return False
    return True


def star_import(draft: Draft) -> None:
    """Keep Python's own functions beside `from numpy import *`, and replace the old names that it brought."""
    stars = [
        node
        for node in draft.tree.body
        if isinstance(node, ast.ImportFrom) and node.module in {"numpy", "pylab"} and node.names[0].name == "*"
    ]
    if not stars or not draft.facts.settings.promotes_by_value:
        return
    if not any(alias for alias in imported(draft.tree).values() if alias.startswith("builtins.")):
        used = [name for name in _HIDDEN_BY_STAR if any(_builtins(draft, name))]
        if used:
            draft.insert_after(stars[-1], f"from builtins import {', '.join(used)}")
    for name in [name for name in TOP if name not in _HIDDEN_BY_STAR and not hasattr(np, name)]:
        target = _target(f"numpy.{name}", draft)
        for node in _builtins(draft, name):
            if target.startswith("support:"):
                draft.replace(node, draft.support(name))
            elif target and not target.startswith("="):
                module, _, today = target.partition(":")
                draft.replace(node, today if module in {"builtins", "numpy"} else f"{draft.module(module)}.{today}")


def _builtins(draft: Draft, name: str) -> list[ast.Name]:
    return [
        node
        for node in draft.walk(ast.Name)
        if node.id == name and isinstance(node.ctx, ast.Load) and draft.scopes.is_builtin(node)
    ]


PASSES: tuple[Callable[[Draft], None], ...] = (inner_modules, star_import, names)
