"""Compiles old source: scripts and modules, cells, and the text that a Python 2 program executes or evaluates."""

from __future__ import annotations

import ast
import copy
import dataclasses
import types
from collections.abc import Sequence
from typing import cast

from pong_pg.legacy.compile.declarations import declare_first
from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.ast_calls import call_helper
from pong_pg.legacy.read.python2_mark import FLAG
from pong_pg.legacy.read.source import Context, LegacySyntaxError, Parsed, encoding_of, parse
from pong_pg.legacy.tables.python2 import BUILTINS, CHANGED_BUILTINS

# What a file of Python 2 takes from `runtime.python2_names`.
_SUPPLIED = BUILTINS.keys() | CHANGED_BUILTINS.keys()


def tree_of(parsed: Parsed, cells: Sequence[Parsed] = ()) -> ast.Module:
    """Return the tree that is executed for a file; `parsed` stays as it is.

    Args:
        parsed: the file.
        cells: all cells of the notebook, where it is one of them, since they share their names.
    """
    copied = dataclasses.replace(parsed, tree=copy.deepcopy(parsed.tree))
    now = settings.current()
    tree = rewrite(copied, fixed_api=now.fixed_api, promotes=now.promotes_by_value, arrays=now.arrays, cells=cells)
    declare_first(tree)
    names = _supplied_names(parsed, tree)
    if names:
        at = tree.body[0]
        supply = ast.copy_location(ast.Expr(_supply(names, at)), at)
        tree.body.insert(_after_the_head(tree), supply)
    return tree


def compile_parsed(parsed: Parsed, path: str) -> types.CodeType:
    """Return the code of a file; its tracebacks point at the lines of the original text.

    Args:
        parsed: the file.
        path: what tracebacks call it.
    """
    return _compile(tree_of(parsed), path, "exec", parsed)


def _compile(tree: ast.AST, path: str, mode: str, parsed: Parsed) -> types.CodeType:
    code: types.CodeType = compile(tree, path, mode, flags=FLAG if parsed.python2 else 0, dont_inherit=True)  # type: ignore[call-overload]  # a mode in a variable has no overload
    return code


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
        mode: "exec", "eval" or "single", as `compile` takes it.
        inherited: the `__future__` features of the code that calls `exec`, `eval`, `execfile` or `compile`, which
            hold for the text, too.

    Raises:
        SyntaxError: it is neither Python 3 nor Python 2, as the calling script expects it.
    """
    data = text if isinstance(text, bytes) else _bytes_of(text)
    lines = data.splitlines()
    if mode == "eval":
        if not any(line.partition(b"#")[0].strip() for line in lines):
            # Between parentheses it would be an empty tuple.
            raise SyntaxError("an expression is missing", (name, 1, None, None))
        # Nothing but an expression can stand between parentheses; `print 1`, for one, is a statement.
        data = b"(" + data.lstrip(b" \t") + b"\n)"
    try:
        parsed = parse(name, data, Context(python2=True, inherited=inherited))
    except LegacySyntaxError as error:
        line = min(error.line, max(1, len(lines)))
        raise SyntaxError(error.reason, (name, line, None, None)) from None
    if mode == "eval":
        if [type(node) for node in parsed.tree.body] != [ast.Expr]:
            raise SyntaxError("invalid syntax", (name, 1, None, None))
        return _compile(_expression_of(parsed), name, "eval", parsed)
    tree = tree_of(parsed)
    code = ast.Interactive(tree.body) if mode == "single" else tree
    return _compile(code, name, mode, parsed)


def compile_python3_text(text: str, mode: str) -> types.CodeType | None:
    """Return the code of a text that a Python 3 program executes or evaluates; None where Python compiles it as well.

    That is what is no Python 3, and data: a program may evaluate very many lines of it.

    Args:
        text: Python 3.
        mode: "exec" or "eval".
    """
    if mode == "eval" and _is_data(text):
        return None
    try:
        data = text.lstrip(" \t" if mode == "eval" else "").encode()
        if not text.isascii() and encoding_of(data) != "utf-8":
            # It is text already, whatever its first lines declare.
            return None
        parsed = parse("<string>", data, Context(is_certain=True))
    except (LegacySyntaxError, UnicodeEncodeError):
        return None
    if mode == "exec":
        return compile_parsed(parsed, "<string>")
    if [type(node) for node in parsed.tree.body] != [ast.Expr]:
        return None
    return _compile(_expression_of(parsed), "<string>", "eval", parsed)


_DATA = (
    ast.Attribute, ast.Constant, ast.Dict, ast.Expression, ast.List, ast.Load, ast.Name, ast.Set, ast.Tuple, ast.USub,
    ast.UnaryOp,
)  # fmt: skip


def _is_data(text: str) -> bool:
    """Return whether an expression has nothing in it that could mean something else today."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return all(isinstance(node, _DATA) for node in ast.walk(tree))


def _bytes_of(text: str) -> bytes:
    """Return a text as a file has it: a byte string as it is, anything else in UTF-8."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")


def _expression_of(parsed: Parsed) -> ast.Expression:
    now = settings.current()
    tree = rewrite(parsed, fixed_api=now.fixed_api, promotes=now.promotes_by_value, arrays=now.arrays)
    statement = cast("ast.Expr", tree.body[0])
    value = statement.value
    names = _supplied_names(parsed, tree)
    if names:
        # (supply_names(...), value)[1]
        both = ast.Tuple([_supply(names, statement), value], ast.Load())
        value = ast.Subscript(both, ast.Constant(1), ast.Load())
        ast.fix_missing_locations(ast.copy_location(value, statement))
    return ast.Expression(value)


def _supplied_names(parsed: Parsed, tree: ast.Module) -> list[str]:
    if not parsed.python2:
        return sorted({name for _, name in parsed.old_names} & _SUPPLIED)
    return sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & _SUPPLIED)


def _supply(names: Sequence[str], at: ast.stmt) -> ast.Call:
    return call_helper("supply_names", at, *(ast.copy_location(ast.Constant(name), at) for name in names))


def _after_the_head(tree: ast.Module) -> int:
    """Return how many statements must stay first: the docstring and the imports from `__future__`."""
    for position, node in enumerate(tree.body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            return position
    return len(tree.body)
