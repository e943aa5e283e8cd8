"""Imports of modules beside a file of a package, which Python 2 found by their name alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft


def relative_imports(draft: Draft) -> None:
    """Say that an imported module is one of the same package."""
    beside = draft.facts.beside
    if not beside or "absolute_import" in draft.names:
        return
    for node in draft.walk(ast.ImportFrom):
        if not node.level and node.module and node.module.partition(".")[0] in beside:
            found = re.match(r"from\s+", draft.source(node))
            place = draft.start(node) + (found.end() if found else 0)
            draft.change(place, place, ".")
    for statement in draft.walk(ast.Import):
        _import(draft, statement, beside)


def _import(draft: Draft, node: ast.Import, beside: frozenset[str]) -> None:
    own = [alias for alias in node.names if alias.name.partition(".")[0] in beside]
    if not own:
        return
    others = [alias for alias in node.names if alias not in own]
    lines = ["import " + ", ".join(map(_named, others))] if others else []
    plain = [alias for alias in own if "." not in alias.name]
    lines += ["from . import " + ", ".join(map(_named, plain))] if plain else []
    for alias in own:
        package, _, name = alias.name.rpartition(".")
        if package and alias.asname:
            lines.append(f"from .{package} import {name} as {alias.asname}")
        elif package:
            # The name that it binds is that of the outermost package, in which the others are found.
            lines.append(f"from . import {package.partition('.')[0]}")
            lines.append(f"from .{package} import {name} as _{name}")
    separator = f"\n{draft.indent(node)}" if draft.begins_line(node) else "; "
    draft.replace(node, separator.join(lines))


def _named(alias: ast.alias) -> str:
    return f"{alias.name} as {alias.asname}" if alias.asname else alias.name


PASSES: tuple[Callable[[Draft], None], ...] = (relative_imports,)
