"""Names that no rule knows and that the installed Ray does not have."""

from __future__ import annotations

import ast
import functools
import importlib.util
from pathlib import Path

from pong_pg.legacy.modernize.draft import Draft, parse
from pong_pg.legacy.read import rules


def gone(draft: Draft) -> None:
    """Leave a comment where a name of Ray's is used that Ray no longer has."""
    for statement in draft.walk(ast.ImportFrom):
        if statement.module and not statement.level:
            for alias in statement.names:
                _check(draft, statement, f"{statement.module}.{alias.name}")
    for plain in draft.walk(ast.Import):
        for alias in plain.names:
            _check(draft, plain, alias.name)
    for node in draft.walk(ast.Attribute):
        if not isinstance(draft.parent(node), ast.Attribute):
            _check(draft, node, draft.full_name(node))


def _check(draft: Draft, node: ast.AST, full: str) -> None:
    missing = missing_name(full)
    if missing and not rules.modern_name(missing) and not rules.modern_module(missing):
        draft.comment(node, f"today's Ray has no {missing}")


@functools.cache
def missing_name(full: str) -> str:
    """Return the part of a full name that the installed Ray does not have; "" if it has all, or is not there.

    Ray is not imported, which would take long; its files are read.
    """
    parts = full.split(".")
    spec = importlib.util.find_spec("ray") if parts[0] == "ray" else None
    if spec is None or spec.origin is None:
        return ""
    place = Path(spec.origin).parent
    for number, part in enumerate(parts[1:], 2):
        if (place / part).is_dir():
            place /= part
        elif (
            part.startswith(("_", "*"))
            or any(place.glob(f"{part}.*"))
            or {part, "*"} & _names_in(place / "__init__.py")
        ):
            # Modules make some of their names when they are imported, so those in them are not looked up.
            return ""
        else:
            return ".".join(parts[:number])
    return ""


@functools.cache
def _names_in(file: Path) -> frozenset[str]:
    """Return the names that a module has, and the texts in it, by which it may make names."""
    if not file.is_file():
        return frozenset()
    found = set[str]()
    for node in ast.walk(parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=str(name)) | ast.AsyncFunctionDef(name=str(name)) | ast.ClassDef(name=str(name)):
                found.add(name)
            case ast.Name(id=str(name), ctx=ast.Store()) | ast.Constant(value=str(name)):
                found.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                found |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
    return frozenset(found)
