"""Imports that try the name of a module in one Python, then that in the other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.tables import python2, python3_library

_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "AttributeError"})
# Some systems come without these.
_OPTIONAL = frozenset({
    "_curses", "bz2", "crypt", "curses", "dbm", "fcntl", "grp", "lzma", "msvcrt", "pwd", "readline", "resource",
    "sqlite3", "ssl", "syslog", "termios", "tkinter", "winreg", "winsound", "zlib",
})  # fmt: skip


def import_guards(draft: Draft) -> None:
    """Replace `try: import cPickle except ImportError: import pickle` by the import that works today."""
    for node in draft.walk(ast.Try):
        if node.orelse or node.finalbody or not all(map(_catches_missing_modules, node.handlers)):
            continue
        rest = [statement for handler in node.handlers for statement in handler.body]
        if not _are_imports(node.body) or not any(_is_old(part, draft) for part in [*node.body, *rest]):
            continue
        if not all(_is_there(part, draft) for part in node.body):
            continue
        indent = draft.indent(node)
        pieces: list[str | ast.AST] = []
        for statement in node.body:
            pieces += [f"\n{indent}" if pieces else "", statement]
        draft.replace(node, *pieces)


def _catches_missing_modules(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(kind is None or (isinstance(kind, ast.Name) and kind.id in _ERRORS) for kind in kinds)


def _are_imports(statements: Iterable[ast.stmt]) -> bool:
    return all(isinstance(statement, ast.Import | ast.ImportFrom) for statement in statements)


def _names(statement: ast.stmt) -> list[tuple[str, str]]:
    """Return the modules that a statement imports, each with the name that it imports from it."""
    if isinstance(statement, ast.Import):
        return [(alias.name, "") for alias in statement.names]
    if isinstance(statement, ast.ImportFrom) and not statement.level:
        return [(statement.module or "", alias.name) for alias in statement.names]
    return []


def _is_old(statement: ast.stmt, draft: Draft) -> bool:
    return any(_is_old_name(module, name, draft) for module, name in _names(statement))


def _is_old_name(module: str, name: str, draft: Draft) -> bool:
    if module.partition(".")[0] in draft.facts.around.own:
        return False
    is_module = module in python3_library.MODULES or (module in python2.MODULES and module != "urllib")
    return is_module or name in python2.NAMES.get(module, {}) or name in python3_library.NAMES.get(module, {})


def _is_there(statement: ast.stmt, draft: Draft) -> bool:
    """Return whether a statement imports what today's Python always has, perhaps by another name."""

    def is_there(module: str, name: str) -> bool:
        if _is_old_name(module, name, draft):
            return True
        top = module.partition(".")[0]
        return top in sys.stdlib_module_names and top not in _OPTIONAL | draft.facts.around.own

    names = _names(statement)
    return bool(names) and all(is_there(module, name) for module, name in names)


PASSES: tuple[Callable[[Draft], None], ...] = (import_guards,)
