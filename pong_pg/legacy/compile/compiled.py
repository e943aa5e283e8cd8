"""Compiles old source: scripts, modules and cells."""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Sequence

from pong_pg.legacy.compile.python2 import as_python2
from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.ast_calls import call_helper
from pong_pg.legacy.read.source import Context, Parsed, parse
from pong_pg.legacy.tables.python2 import BUILTINS, CHANGED_BUILTINS

# What a file of Python 2 takes from `runtime.python2_names`.
_SUPPLIED = BUILTINS.keys() | CHANGED_BUILTINS.keys()


def tree_of(parsed: Parsed, cells: Sequence[Parsed] = ()) -> ast.Module:
    """Return the tree that is executed for a file, or for one of the cells of a notebook; `parsed` stays as it is."""
    tree = copy.deepcopy(parsed.tree)
    old_methods = {name for _, name in parsed.old_names}
    if parsed.python2:
        tree = as_python2(tree, classic_division=parsed.classic_division, prints=parsed.print_is_statement)
        old_methods = {".next()"}
    tree = rewrite(
        tree,
        unpacks=not settings.current().fixed_api,
        old_methods=old_methods,
        others=[cell.tree for cell in cells],
    )
    names = _supplied_names(parsed, tree)
    if names:
        at = tree.body[0]
        arguments = [ast.copy_location(ast.Constant(name), at) for name in names]
        supply = ast.copy_location(ast.Expr(call_helper("supply_names", at, *arguments)), at)
        tree.body.insert(_after_the_head(tree), supply)
    return ast.fix_missing_locations(tree)


def compile_parsed(parsed: Parsed, path: str) -> types.CodeType:
    """Return the code of a file; its tracebacks point at the lines of the original text."""
    code: types.CodeType = compile(tree_of(parsed), path, "exec", dont_inherit=True)
    return code


def compile_file(path: str, data: bytes) -> types.CodeType:
    """Return the code of one of the script's own files, read by the settings of this process alone.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
    """
    return compile_parsed(parse(path, data, settings.current().context), path)


@functools.lru_cache(maxsize=256)
def compile_text(text: str, mode: str) -> types.CodeType:
    """Return the code of a text that a file of Python 2 executes or evaluates.

    Args:
        text: Python 2, unless it shows that it is Python 3.
        mode: "exec" or "eval", as `compile` takes it.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
    """
    tree: ast.Module | ast.Expression = tree_of(parse("<string>", text.strip().encode(), Context(python2=True)))
    match tree:
        case ast.Module(body=[*_, ast.Expr(value=value)]) if mode == "eval":
            tree = ast.Expression(value)
    code: types.CodeType = compile(tree, "<string>", mode, dont_inherit=True)
    return code


def _supplied_names(parsed: Parsed, tree: ast.Module) -> list[str]:
    if not parsed.python2:
        return sorted({name for _, name in parsed.old_names} & BUILTINS.keys())
    return sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & _SUPPLIED)


def _after_the_head(tree: ast.Module) -> int:
    """Return how many statements must stay first: the docstring and the imports from `__future__`."""
    for position, node in enumerate(tree.body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            return position
    return len(tree.body)
