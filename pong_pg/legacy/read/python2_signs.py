"""Finds out from a file's syntax tree which Python it was written for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from pong_pg.legacy.tables import python2

_OLD_BUILTINS = frozenset(name for name, row in python2.BUILTINS.items() if row.is_sign)
_OLD_METHODS = {name: row.arguments for name, row in python2.METHODS.items() if row.is_sign}
_OLD_MODULES = frozenset(name for name, row in python2.MODULES.items() if row.is_sign)
_OLD_NAMES = {
    module: frozenset(name for name, row in rows.items() if row.is_sign) for module, rows in python2.NAMES.items()
}
_NEW_MODULES = frozenset({
    "asyncio", "builtins", "concurrent", "contextvars", "dataclasses", "enum", "http", "pathlib", "queue",
    "secrets", "socketserver", "statistics", "tkinter", "typing", "zoneinfo",
})  # fmt: skip
_GUARDS = frozenset(["NameError", "ImportError", "ModuleNotFoundError", "AttributeError"])
_ASKS_VERSION = frozenset(["version_info", "PY2", "PY3", "hexversion", "python_version", "python_version_tuple"])
# The fields of an expression that its text may begin with.
_LEFTMOST = ("left", "func", "value", "elts", "values", "body")
_BRINGS_NAMES = ("six", "past", "builtins", "future", "functools", "compat")


def future_features(tree: ast.Module) -> frozenset[str]:
    """Return the features that a module imports from `__future__`, such as "division"."""
    return frozenset(
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    )


def needs_python3(tree: ast.Module, *, print_is_statement: bool = False) -> bool:
    """Return whether a file has what Python 2 could not read, outside of any guard.

    Args:
        tree: the file.
        print_is_statement: `print` is a statement in this file if it is Python 2, so `print(..., end="")` shows that
            it is Python 3.
    """
    guarded = _guarded(tree)
    return any(_is_new(node, print_is_statement) for node in ast.walk(tree) if id(node) not in guarded)


def _is_new(node: ast.AST, prints: bool) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name = node.func.id
        return (name == "super" and not node.args) or (name == "print" and prints and bool(node.keywords))
    found = _NEW.get(type(node))
    return found is not None and found(node)


def _always(_: Any) -> bool:
    return True


def _has_new_parameters(node: ast.arguments) -> bool:
    parameters = [*node.args, *node.kwonlyargs, node.vararg, node.kwarg]
    annotated = any(parameter and parameter.annotation for parameter in parameters)
    return bool(node.kwonlyargs or node.posonlyargs or annotated)


def _imports_new(node: ast.ImportFrom) -> bool:
    module = node.module or ""
    return not node.level and (
        module.partition(".")[0] in _NEW_MODULES or module.startswith(("urllib.", "collections.abc"))
    )


_NEW_SYNTAX = (
    ast.AnnAssign, ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await, ast.JoinedStr, ast.MatMult, ast.Match,
    ast.NamedExpr, ast.Nonlocal, ast.YieldFrom,
)  # fmt: skip
_NEW: dict[type[ast.AST], Callable[[Any], bool]] = {
    **dict.fromkeys(_NEW_SYNTAX, _always),
    ast.ClassDef: lambda node: bool(node.keywords),
    ast.FunctionDef: lambda node: node.returns is not None,
    ast.Import: lambda node: any(alias.name.partition(".")[0] in _NEW_MODULES for alias in node.names),
    ast.ImportFrom: _imports_new,
    ast.Raise: lambda node: node.cause is not None,
    ast.Starred: lambda node: isinstance(node.ctx, ast.Store),
    ast.arguments: _has_new_parameters,
}


def needs_python2(tree: ast.Module, is_own_module: Callable[[str], bool]) -> bool:
    """Return whether a file that Python 3 can read uses what only Python 2 had, outside of any guard.

    Args:
        tree: the file.
        is_own_module: returns whether the script has a module of this name of its own, such as a `commands.py`.
    """
    bound = bound_names(tree)
    guarded = _guarded(tree)
    return any(_is_old(node, bound, is_own_module) for node in ast.walk(tree) if id(node) not in guarded)


def _is_old(node: ast.AST, bound: frozenset[str], is_own_module: Callable[[str], bool]) -> bool:
    old = False
    match node:
        case ast.Name(id=name):
            old = name in _OLD_BUILTINS and name not in bound and "*" not in bound
        case ast.Call(func=ast.Attribute(attr=method)):
            old = method not in bound and _OLD_METHODS.get(method) == len(node.args)
        case ast.Import():
            old = any(alias.name in _OLD_MODULES and not is_own_module(alias.name) for alias in node.names)
        case ast.ImportFrom(level=0, module=str(module)):
            gone = _OLD_NAMES.get(module, frozenset())
            old = module in _OLD_MODULES or any(alias.name in gone for alias in node.names)
            old = old and not is_own_module(module)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            old = name in _OLD_NAMES.get(module, ()) and f"import {module}" in bound and not is_own_module(module)
        case ast.Expr(value=value):
            old = _is_print_statement(value)
    return old


def _is_print_statement(value: ast.expr) -> bool:
    """Return whether an expression is a print statement that Python 3 can parse: `print`, `print (a) + b`."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return False
    first: Any = value
    while not isinstance(first, ast.Name):
        first = next((part for part in map(first.__dict__.get, _LEFTMOST) if part), None)
        first = first[0] if isinstance(first, list) else first
        if not isinstance(first, ast.AST):
            return False
    return first.id == "print"


def bound_names(tree: ast.Module) -> frozenset[str]:
    """Return every name that a file binds anywhere, since such a name may not be the builtin of that name.

    Among them are "import NAME" for each module that is imported under its own name, and "*" if all names are imported
    from a module that supplies Python 2's names on Python 3, such as `six.moves`.
    """
    return frozenset(_bound(tree))


def _bound(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.Import():
                for alias in node.names:
                    yield alias.asname or alias.name.partition(".")[0]
                    if alias.asname in {None, alias.name}:
                        yield f"import {alias.name}"
            case ast.ImportFrom():
                yield from (alias.asname or alias.name for alias in node.names if alias.name != "*")
                if any(alias.name == "*" for alias in node.names) and _brings_names(node.module or ""):
                    yield "*"


def _brings_names(module: str) -> bool:
    return any(part in module for part in _BRINGS_NAMES)


def _guarded(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes that only run on the Python that they were written for."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any(_catches(handler, len(node.body)) for handler in node.handlers):
            branches: list[ast.AST] = [*node.body, *node.handlers, *node.orelse]
        elif isinstance(node, ast.If) and _asks_version(node.test):
            branches = [*node.body, *node.orelse]
        elif isinstance(node, ast.IfExp) and _asks_version(node.test):
            branches = [node.body, node.orelse]
        else:
            continue
        for branch in branches:
            found.update(id(inner) for inner in ast.walk(branch))
    return found


def _catches(handler: ast.ExceptHandler, statements: int) -> bool:
    names = {getattr(node, "id", None) for node in ast.walk(handler.type)} if handler.type else {"Exception"}
    # A handler of every exception around a whole program is no guard.
    return bool(names & _GUARDS) or ("Exception" in names and statements <= 2)


def _asks_version(test: ast.expr) -> bool:
    return any(
        getattr(node, "attr", getattr(node, "id", None)) in _ASKS_VERSION
        or (isinstance(node, ast.Constant) and node.value in _OLD_METHODS)
        or (isinstance(node, ast.Attribute) and node.attr == "version" and getattr(node.value, "id", "") == "sys")
        for node in ast.walk(test)
    )
