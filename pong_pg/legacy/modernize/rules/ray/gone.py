"""Names that no rule knows and that the installed Ray does not have."""

from __future__ import annotations

import ast
import functools
import importlib.util
import re
from pathlib import Path

from pong_pg.legacy.modernize.draft import Draft
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

    Ray is not imported, which would take long, so a name counts as there if its module's text has it at all.
    """
    parts = full.split(".")
    if parts[0] != "ray" or parts[-1] == "*":
        return ""
    spec = importlib.util.find_spec("ray")
    if spec is None or spec.origin is None:
        return ""
    place = Path(spec.origin).parent
    for number, part in enumerate(parts[1:], 2):
        text = (place / "__init__.py").read_text(encoding="utf-8") if (place / "__init__.py").is_file() else ""
        if (place / part).is_dir():
            place = place / part
            continue
        if any(place.glob(f"{part}.*")):
            file = place / f"{part}.py"
            rest = parts[number : number + 1]
            in_file = not file.is_file() or not rest or _has(file.read_text(encoding="utf-8"), rest[0])
            return "" if in_file else ".".join(parts[: number + 1])
        return "" if _has(text, part) else ".".join(parts[:number])
    return ""


def _has(text: str, name: str) -> bool:
    return name.startswith("__") or re.search(rf"\b{re.escape(name)}\b", text) is not None
