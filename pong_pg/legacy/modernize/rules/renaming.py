"""Names that have another place today, or that one expression stands for: as rows of a table, for all rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.tables.rows import Name

# The usual short names of modules.
_ALIASES = {"numpy": "np", "gymnasium": "gym"}
# Modules that scripts take from the package around them.
_FROM_PACKAGES = frozenset({"PIL.Image"})
# In a row: a full name such as numpy.random.rand, or the place of an argument such as {0}.
_PART = re.compile(r"(?<![\w.\"'])((?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*)|\{(\d)\}")
_GUARDS = frozenset({"ImportError", "ModuleNotFoundError", "NameError", "AttributeError", "Exception"})


def written(rows: Mapping[str, Name]) -> dict[str, str]:
    """Return what modern code writes for the names of a table, as far as one expression does."""
    found = {name: row.written or row.supplied_by.replace(":", ".") for name, row in rows.items()}
    return {name: text.removeprefix("builtins.") for name, text in found.items() if text and text != name}


def is_guarded(draft: Draft, node: ast.AST) -> bool:
    """Return whether a program is prepared for a name not being there, in a `try` or below a test of the version."""
    around = draft.around(node, ast.Try, ast.If)
    while around is not None:
        if isinstance(around, ast.Try):
            caught = {draft.source(one.type) if one.type else "Exception" for one in around.handlers}
            if any(guard in types for types in caught for guard in _GUARDS):
                return True
        elif isinstance(around, ast.If) and "version" in draft.source(around.test):
            return True
        around = draft.around(around, ast.Try, ast.If)
    return False


def rename(draft: Draft, rows: Mapping[str, str]) -> None:
    """Write today's names for old ones.

    Args:
        draft: the file.
        rows: by the full name, today's full name, or an expression in which `{0}` stands for the first of exactly as
            many arguments as there are such places.
    """
    uses = _uses(draft, rows)
    stay = {full for node, full in uses if "{" in rows[full] and not _is_call_of(draft, node, rows[full])}
    for statement in draft.walk(ast.ImportFrom):
        if not statement.level and not is_guarded(draft, statement):
            moved = {one.asname or one.name: f"{statement.module}.{one.name}" for one in statement.names}
            moved = {name: full for name, full in moved.items() if full in rows and full not in stay}
            _rewrite_import(draft, statement, moved, rows)
    for node, full in uses:
        new = rows[full]
        if "{" in new:
            call = draft.parent(node)
            if isinstance(call, ast.Call) and _is_call_of(draft, node, new):
                draft.replace(call, *_pieces(draft, new, call.args))
        elif not isinstance(node, ast.Name) or "." not in new:
            draft.replace(node, *_pieces(draft, new, []))
        elif node.id == full.rpartition(".")[2]:
            # Today's name is imported in place of the old one.
            draft.replace(node, new.rpartition(".")[2])


def _uses(draft: Draft, rows: Mapping[str, str]) -> list[tuple[ast.expr, str]]:
    """Return the uses of old names, with their full names; what is only tried to be imported stays."""
    imports = [one for one in draft.walk(ast.stmt) if isinstance(one, ast.Import | ast.ImportFrom)]
    tried = {bound_name(name) for one in imports if is_guarded(draft, one) for name in one.names}
    return [
        (node, full)
        for node in draft.walk(ast.expr)
        if (full := draft.full_name(node)) in rows
        and _root(node) not in tried | draft.bound
        and not is_guarded(draft, node)
    ]


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_call_of(draft: Draft, node: ast.expr, new: str) -> bool:
    call = draft.parent(node)
    places = len(set(re.findall(r"\{\d\}", new)))
    return (
        isinstance(call, ast.Call)
        and call.func is node
        and len(call.args) == places
        and not call.keywords
        and not any(isinstance(one, ast.Starred) for one in call.args)
    )


def _rewrite_import(draft: Draft, statement: ast.ImportFrom, moved: Mapping[str, str], rows: Mapping[str, str]) -> None:
    instead: dict[str, list[str]] = {}
    for name, full in moved.items():
        module, _, today = rows[full].rpartition(".")
        if module and "{" not in rows[full]:
            renamed = today if name == full.rpartition(".")[2] else f"{today} as {name}"
            instead.setdefault(module, []).append(renamed)
    if moved:
        lines = [f"from {module} import {', '.join(dict.fromkeys(names))}" for module, names in instead.items()]
        drop_names(draft, statement, moved, lines)


def drop_names(
    draft: Draft, statement: ast.Import | ast.ImportFrom, names: Collection[str], instead: Collection[str] = ()
) -> None:
    """Remove some names from an import, and the import with its last one.

    Args:
        draft: the file.
        statement: the import.
        names: the names that it binds, and is not to bind any more.
        instead: the imports in its place.
    """
    kept = [one for one in statement.names if bound_name(one) not in names]
    if not kept:
        if instead:
            draft.replace(statement, f"\n{draft.indent(statement)}".join(instead))
        else:
            draft.remove(statement)
        return
    for number, one in enumerate(statement.names):
        if one in kept:
            continue
        draft.replace(one)
        if any(other in kept for other in statement.names[number:]):
            draft.change(draft.end(one), draft.start(statement.names[number + 1]), "")
        else:
            draft.change(draft.end(statement.names[number - 1]), draft.start(one), "")
    if instead:
        draft.insert_after(statement, "\n".join(instead))


def bound_name(one: ast.alias) -> str:
    """Return the name that an import binds."""
    return one.asname or one.name.partition(".")[0]


def _pieces(draft: Draft, new: str, arguments: list[ast.expr]) -> list[Piece]:
    """Return the pieces of an expression of a table, whose modules the file then imports."""
    pieces: list[Piece] = []
    place = 0
    for found in _PART.finditer(new):
        pieces.append(new[place : found.start()])
        place = found.end()
        if found[2]:
            argument = arguments[int(found[2])]
            is_operand = new[found.end() : found.end() + 1] == "."
            pieces += draft.operand(argument) if is_operand else [argument]
        else:
            pieces.append(_name_of(draft, found[1]))
    return [*pieces, new[place:]]


def _name_of(draft: Draft, full: str) -> str:
    module, _, name = full.rpartition(".")
    top = module.partition(".")[0]
    if top in _ALIASES:
        return f"{draft.module(top, _ALIASES[top])}{full.removeprefix(top)}"
    if module in _FROM_PACKAGES:
        return f"{draft.from_module(*module.rsplit('.', 1))}.{name}"
    return f"{draft.module(module)}.{name}"
