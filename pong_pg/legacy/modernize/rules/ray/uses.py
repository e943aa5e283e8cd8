"""What a file imports of Ray."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pong_pg.legacy.modernize.draft import Draft


def uses_ray(draft: Draft) -> bool:
    """Return whether a file, or another cell of its notebook, imports Ray or has its remote functions."""
    around = draft.facts.around
    names = (*draft.names.values(), *around.names.values(), *around.remote_functions)
    return "ray" not in around.own and any(
        name.partition(".")[0] == "ray" or name in around.remote_functions for name in names
    )


def stop_importing(draft: Draft, module: str, *names: str) -> None:
    """Take names out of the statements that import them from a module."""
    for statement in draft.walk(ast.ImportFrom):
        if statement.module != module or statement.level or draft.is_replaced(statement):
            continue
        kept = [alias for alias in statement.names if alias.name not in names]
        if not kept:
            draft.remove(statement)
        elif len(kept) < len(statement.names):
            draft.replace(statement, f"from {module} import {listed(kept)}")


def listed(aliases: Iterable[ast.alias]) -> str:
    """Return imported names as an import statement lists them."""
    return ", ".join(f"{one.name} as {one.asname}" if one.asname else one.name for one in aliases)
