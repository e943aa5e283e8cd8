"""Compiles old source: scripts and modules, cells, and the text that a Python 2 program executes or evaluates."""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Sequence

from pong_pg.legacy.compile.declarations import declare_first
from pong_pg.legacy.compile.python2 import as_python2
from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.ast_calls import call_helper
from pong_pg.legacy.read.source import Context, LegacySyntaxError, Parsed, parse
from pong_pg.legacy.tables.python2 import BUILTINS, CHANGED_BUILTINS

# What a file of Python 2 takes from `runtime.python2_names`.
_SUPPLIED = BUILTINS.keys() | CHANGED_BUILTINS.keys()


def tree_of(parsed: Parsed, cells: Sequence[Parsed] = ()) -> ast.Module:
    """Return the tree that is executed for a file; `parsed` stays as it is.

    Args:
        parsed: the file.
        cells: all cells of the notebook, where it is one of them, since they share their names.
    """
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
    declare_first(tree)
    names = _supplied_names(parsed, tree)
    if names:
        at = tree.body[0]
        arguments = [ast.copy_location(ast.Constant(name), at) for name in names]
        supply = ast.copy_location(ast.Expr(call_helper("supply_names", at, *arguments)), at)
        tree.body.insert(_after_the_head(tree), supply)
    return ast.fix_missing_locations(tree)


def compile_parsed(parsed: Parsed, path: str) -> types.CodeType:
    """Return the code of a file; its tracebacks point at the lines of the original text.

    Args:
        parsed: the file.
        path: what tracebacks call it.
    """
    return _compile(tree_of(parsed), path, "exec")


def compile_file(path: str, data: bytes) -> types.CodeType:
    """Return the code of one of the script's own files, read by the settings of this process alone.

    Args:
        path: its path.
        data: its content.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
    """
    return compile_parsed(parse(path, data, settings.current().context), path)


def compile_text(
    text: str | bytes, name: str = "<string>", mode: str = "exec", inherited: frozenset[str] = frozenset()
) -> types.CodeType:
    """Return the code of a text that a Python 2 program executes or evaluates.

    Args:
        text: Python 2, unless it shows that it is Python 3.
        name: what tracebacks call it.
        mode: "exec" or "eval", as `compile` takes it.
        inherited: the `__future__` features of the code that executes it, which hold for the text, too.

    Raises:
        SyntaxError: it is neither Python 3 nor Python 2, or no expression.
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    if mode == "eval":
        if not data.strip():
            raise SyntaxError("an expression is missing", (name, 1, None, None))
        # Nothing but an expression can stand between parentheses; `print 1`, for one, is a statement.
        data = b"(" + data.strip() + b"\n)"
    try:
        tree = tree_of(parse(name, data, Context(python2=True, inherited=inherited)))
    except LegacySyntaxError as error:
        raise SyntaxError(error.reason, (name, error.line, None, None)) from None
    if mode == "exec":
        return _compile(tree, name, mode)
    match tree.body[-1]:
        case ast.Expr(value=value):
            return _compile(ast.Expression(value), name, mode)
    raise SyntaxError("invalid syntax", (name, 1, None, None))


def _compile(tree: ast.Module | ast.Expression, name: str, mode: str) -> types.CodeType:
    code: types.CodeType = compile(tree, name, mode, dont_inherit=True)
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
