"""Makes a process one in which the script's own files run as old code: the driver, a worker, a spawned child."""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.install import importer, spawn, workers
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.read.source import Parsed, parse
from pong_pg.legacy.runtime import helpers, stdlib

# Reads a module of the script: its name, its path, its bytes.
Read = Callable[[str, str, bytes], Parsed]


def install_program(program: Program) -> None:
    """Let a program's files run as old code in this process, and in the workers that it will have."""

    def read(name: str, path: str, data: bytes) -> Parsed:
        parsed = program.read(path, data, name)
        keep_up(program)
        return parsed

    keep_up(program)
    install(program.settings, program.shipped(), read)


def keep_up(program: Program) -> None:
    """Make known to this process, and to the workers that it will have, what a program has shown by now."""
    settings.use(program.settings)
    workers.ship(program.shipped())


def install(new: Settings, shipped: Mapping[str, tuple[str, bytes]], read: Read | None = None) -> None:
    """Let the script's own files run as old code in this process from now on.

    Args:
        new: what is known of the script.
        shipped: path and text of its own modules by name, in case this machine doesn't have the files.
        read: reads a module of the script; without one it is read by the settings alone.
    """
    settings.use(new)
    # The rewritten code, also of functions that travelled here by value, finds its helpers by this name.
    builtins.__pong_pg__ = helpers  # type: ignore[attr-defined]  # it is to be new
    stdlib.add_missing_names()
    spawn.install()
    reader = read or _read
    importer.install(lambda name, path, data: compile_own(reader(name, path, data), path), shipped)


def _read(_name: str, path: str, data: bytes) -> Parsed:
    return parse(path, data, python2=settings.current().python2)


def compile_own(parsed: Parsed, path: str) -> types.CodeType:
    """Return the code of one of the script's own files; tracebacks point at its lines as they are on disk."""
    return compile(tree_of(parsed), path, "exec", dont_inherit=True)


def compile_file(path: str, data: bytes) -> types.CodeType:
    """Return the code of an own file by the settings of this process alone."""
    return compile_own(parse(path, data, python2=settings.current().python2), path)


def tree_of(parsed: Parsed, cells: Sequence[Parsed] = ()) -> ast.Module:
    """Return the tree that is executed for one of the script's own files; `parsed` stays as it is.

    Args:
        parsed: the file.
        cells: the cells of a notebook, where it is one of them: they share their names.
    """
    copied = dataclasses.replace(parsed, tree=copy.deepcopy(parsed.tree))
    tree = rewrite(copied, fixed_api=settings.current().fixed_api, cells=cells)
    if parsed.python2:
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & helpers.PYTHON2_NAMES.keys()
        lines = [f"{name} = __pong_pg__.PYTHON2_NAMES[{name!r}]" for name in sorted(used)]
        head = _after_the_head(tree)
        tree.body[head:head] = ast.parse("; ".join(lines)).body
    return tree


def _after_the_head(tree: ast.Module) -> int:
    """How many statements must stay first: the docstring and the imports from the future."""
    for position, node in enumerate(tree.body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            return position
    return len(tree.body)
