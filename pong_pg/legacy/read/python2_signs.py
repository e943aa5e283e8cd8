"""Finds out from a file's syntax tree which Python it was written for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables import python2

_OLD_METHODS = {name: count for name, count in python2.ARGUMENTS.items() if name not in python2.METHODS_OF_BOTH}
_OLD_MODULES = python2.MODULES.keys() - python2.MODULES_OF_BOTH
_OLD_NAMES = {module: rows for module, rows in python2.NAMES.items() if module not in python2.NAMES_OF_BOTH}
_GUARDS = frozenset(["NameError", "ImportError", "ModuleNotFoundError", "AttributeError"])
_ASKS_VERSION = frozenset(["version_info", "PY2", "PY3", "hexversion", "python_version", "python_version_tuple"])
# What the syntax of a node is called, where Python 2 did not have it.
_NEW_SYNTAX: dict[type[ast.AST], str] = {
    ast.AnnAssign: "an annotation",
    ast.AsyncFor: "async for",
    ast.AsyncFunctionDef: "async def",
    ast.AsyncWith: "async with",
    ast.Await: "await",
    ast.JoinedStr: "an f-string",
    ast.MatMult: "the operator @",
    ast.Match: "match",
    ast.NamedExpr: "the operator :=",
    ast.Nonlocal: "nonlocal",
    ast.YieldFrom: "yield from",
}


def future_features(tree: ast.Module) -> frozenset[str]:
    """Return the features that a module imports from `__future__`, such as "division"."""
    return frozenset(
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    )


def python3_syntax(tree: ast.Module) -> tuple[int, str] | None:
    """Return line and name of the first syntax in a file that Python 2 did not have; None if there is none."""
    found = ((getattr(node, "lineno", 1), _new_syntax(node)) for node in ast.walk(tree))
    return min(((line, what) for line, what in found if what), default=None)


def _new_syntax(node: ast.AST) -> str:
    match node:
        case ast.arg(annotation=ast.expr()) | ast.FunctionDef(returns=ast.expr()):
            return "an annotation"
        case ast.arguments(kwonlyargs=[_, *_]):
            return "a keyword-only parameter"
        case ast.Raise(cause=ast.expr()):
            return "raise ... from"
        case ast.Starred(ctx=ast.Store()):
            return "a starred target"
        case ast.List(elts=parts) | ast.Tuple(elts=parts) if any(isinstance(part, ast.Starred) for part in parts):
            return "a starred element"
    return _NEW_SYNTAX.get(type(node), "")


def needs_python3(tree: ast.Module, *, print_is_statement: bool) -> bool:
    """Return whether a file that Python 3 can read has what Python 2 could not, outside of any guard.

    Args:
        tree: the file.
        print_is_statement: `print` is a statement in this file if it is Python 2, so `print(..., end="")` shows that
            it is Python 3.
    """
    if python3_syntax(tree):
        return True
    within_guards = guarded(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="super"), args=[]) if id(node) not in within_guards:
                return True
            case ast.Call(func=ast.Name(id="print"), keywords=[_, *_]) if print_is_statement:
                return True
    return False


def proves_python2(tree: ast.Module) -> bool:
    """Return whether a file that Python 3 can read can only be Python 2: `print >>file, text`, outside of any guard.

    Names that only Python 2 had prove nothing: they may stand in a branch that never runs, or come from elsewhere.
    """
    within_guards = guarded(tree)
    return any(
        isinstance(node, ast.Expr) and id(node) not in within_guards and _is_print_statement(node.value)
        for node in ast.walk(tree)
    )


def _is_print_statement(value: ast.expr) -> bool:
    """Return whether an expression is a print statement that Python 3 can parse but not evaluate.

    `print (a) + b` and `print >>file, a` are such; `print` and `print (a), b` do nothing wrong in Python 3.
    """
    first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
    is_used = False
    while not isinstance(first, ast.Name):
        match first:
            case ast.Call(func=ast.Name(id=name)):
                return is_used and name == "print"
            case ast.BinOp(left=inner) | ast.Subscript(value=inner) | ast.Call(func=inner):
                first = inner
            case ast.Attribute(value=ast.Call() as inner):
                first = inner
            case _:
                return False
        is_used = True
    return is_used and first.id == "print"


def prints(tree: ast.Module, features: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield line and effect of what prints something else in Python 3, if `print` is a statement in the file."""
    for node in ast.walk(tree) if "print_function" not in features else ():
        match node:
            case ast.Expr(value=ast.Name(id="print")):
                yield node.lineno, "print alone prints nothing"
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[_, _, *_])):
                yield node.lineno, "print(a, b) prints no tuple"


def old_names(
    tree: ast.Module, scopes: Scopes, is_own_module: Callable[[str], bool]
) -> Iterator[tuple[ast.AST, int, str]]:
    """Yield what only Python 2 had of builtins, methods and modules, outside of any guard: node, line and name.

    A module of the script's own, such as a `commands.py`, is none of Python 2's.
    """
    within_guards = guarded(tree)
    own_methods = {f".{node.name}()" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if id(node) not in within_guards:
            name = _old_name(node, scopes, is_own_module)
            if name and name not in own_methods:
                yield node, getattr(node, "lineno", 1), name


def _old_name(node: ast.AST, scopes: Scopes, is_own_module: Callable[[str], bool]) -> str:
    names: list[str] = []
    match node:
        case ast.Name(id=name) if name in python2.BUILTINS and scopes.is_builtin(node):
            names = [name]
        case ast.Call(func=ast.Attribute(attr=method)) if not node.keywords:
            names = [f".{method}()"] if _OLD_METHODS.get(method) == len(node.args) else []
        case ast.Import():
            names = [a.name for a in node.names if a.name in _OLD_MODULES and not is_own_module(a.name)]
        case ast.ImportFrom(level=0, module=str(module)) if not is_own_module(module):
            gone = _OLD_NAMES.get(module, {})
            names = [module] if module in _OLD_MODULES else [f"{module}.{a.name}" for a in node.names if a.name in gone]
        case ast.Attribute(value=ast.Name() as owner, attr=name):
            module = scopes.module_of(owner)
            if name in _OLD_NAMES.get(module, ()) and not is_own_module(module):
                names = [f"{module}.{name}"]
    return names[0] if names else ""


def guarded(tree: ast.Module) -> set[int]:
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
