"""Finds out from a file's syntax tree which Python it was written for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables import python2

_OLD_BUILTINS = frozenset(name for name, row in python2.BUILTINS.items() if row.is_sign)
_OLD_METHODS = {name: row.arguments for name, row in python2.METHODS.items() if row.is_sign}
_OLD_MODULES = frozenset(name for name, row in python2.MODULES.items() if row.is_sign)
_OLD_NAMES = {
    module: frozenset(name for name, row in rows.items() if row.is_sign) for module, rows in python2.NAMES.items()
}
_GUARDS = frozenset(["NameError", "ImportError", "ModuleNotFoundError", "AttributeError"])
_ASKS_VERSION = frozenset(["version_info", "PY2", "PY3", "hexversion", "python_version", "python_version_tuple"])


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
    found = ((node, describe(node)) for node in ast.walk(tree) if (describe := _NEW_SYNTAX.get(type(node))))
    return min(((getattr(node, "lineno", 1), what) for node, what in found if what), default=None)


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
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    names = Scopes(tree)
    return any(
        (call.func.id == "super" and not call.args and id(call) not in within_guards and names.is_builtin(call.func))
        or (call.func.id == "print" and print_is_statement and bool(call.keywords))
        for call in calls
        if isinstance(call.func, ast.Name)
    )


def _new_parameters(node: ast.arguments) -> str:
    parameters = [*node.args, *node.kwonlyargs, node.vararg, node.kwarg]
    if any(parameter and parameter.annotation for parameter in parameters):
        return "an annotation"
    return "a keyword-only parameter" if node.kwonlyargs else "a positional-only parameter" if node.posonlyargs else ""


def _starred(node: ast.Starred | ast.List | ast.Tuple | ast.Set) -> str:
    if isinstance(node, ast.Starred):
        return "a starred target" if isinstance(node.ctx, ast.Store) else ""
    return "a starred element" if any(isinstance(element, ast.Starred) for element in node.elts) else ""


def _unpacked_twice(node: ast.Call) -> str:
    stars = sum(isinstance(argument, ast.Starred) for argument in node.args)
    pairs = sum(keyword.arg is None for keyword in node.keywords)
    return "a call with several unpacked arguments" if stars > 1 or pairs > 1 else ""


def _named(what: str) -> Callable[[Any], str]:
    return lambda _: what


# What the syntax of a node is called, where Python 2 did not have it.
_NEW_SYNTAX: dict[type[ast.AST], Callable[[Any], str]] = {
    ast.AnnAssign: _named("an annotation"),
    ast.AsyncFor: _named("async for"),
    ast.AsyncFunctionDef: _named("async def"),
    ast.AsyncWith: _named("async with"),
    ast.Await: _named("await"),
    ast.Call: _unpacked_twice,
    ast.ClassDef: lambda node: "a class with keyword arguments" if node.keywords else "",
    ast.Dict: lambda node: "a dict display with **" if None in node.keys else "",
    ast.FunctionDef: lambda node: "an annotation" if node.returns is not None else "",
    ast.JoinedStr: _named("an f-string"),
    ast.List: _starred,
    ast.MatMult: _named("the operator @"),
    ast.Match: _named("match"),
    ast.NamedExpr: _named("the operator :="),
    ast.Nonlocal: _named("nonlocal"),
    ast.Raise: lambda node: "raise ... from" if node.cause is not None else "",
    ast.Set: _starred,
    ast.Starred: _starred,
    ast.Tuple: _starred,
    ast.YieldFrom: _named("yield from"),
    ast.arguments: _new_parameters,
}


def proves_python2(tree: ast.Module) -> bool:
    """Return whether a file that Python 3 can read can only be Python 2: `print >>file, text`, outside of any guard.

    Names that only Python 2 had prove nothing: they may stand in a branch that never runs, or come from elsewhere.
    """
    within_guards = guarded(tree)
    return any(
        isinstance(node, ast.Expr) and id(node) not in within_guards and _is_print_statement(node.value)
        for node in ast.walk(tree)
    )


def prints(tree: ast.Module, features: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield line and effect of what prints something else in Python 3, if `print` is a statement in the file."""
    for node in ast.walk(tree) if "print_function" not in features else ():
        match node:
            case ast.Expr(value=ast.Name(id="print")):
                yield node.lineno, "print alone prints nothing"
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[_, _, *_])):
                yield node.lineno, "print(a, b) prints no tuple"


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


def old_names(
    tree: ast.Module, scopes: Scopes, is_own_module: Callable[[str], bool]
) -> Iterator[tuple[ast.AST, int, str]]:
    """Yield what only Python 2 had of builtins, methods and modules, outside of any guard: node, line and name.

    Args:
        tree: the file.
        scopes: what its names refer to.
        is_own_module: returns whether the script has a module of this name of its own, such as a `commands.py`.
    """
    within_guards = guarded(tree)
    own_methods = {f".{node.name}()" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if id(node) not in within_guards:
            name = _old_name(node, scopes, is_own_module)
            if name and name not in own_methods:
                yield node, getattr(node, "lineno", 1), name


def next_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """Yield the calls `it.next()` outside of any guard.

    They are no sign, since classes of Python 3 may have a method of this name, but in a file that uses other names of
    Python 2, `it` may be an iterator of Python.
    """
    within_guards = guarded(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="next"), args=[], keywords=[]) if id(node) not in within_guards:
                yield node


def _old_name(node: ast.AST, scopes: Scopes, is_own_module: Callable[[str], bool]) -> str:
    names: list[str] = []
    match node:
        case ast.Name(id=name) if name in _OLD_BUILTINS and scopes.is_builtin(node):
            names = [name]
        case ast.Call(func=ast.Attribute(attr=method)) if not node.keywords:
            names = [f".{method}()"] if _OLD_METHODS.get(method) == len(node.args) else []
        case ast.Import():
            names = [a.name for a in node.names if a.name in _OLD_MODULES and not is_own_module(a.name)]
        case ast.ImportFrom(level=0, module=str(module)) if not is_own_module(module):
            gone = _OLD_NAMES.get(module, frozenset())
            names = [module] if module in _OLD_MODULES else [f"{module}.{a.name}" for a in node.names if a.name in gone]
        case ast.Attribute(value=ast.Name() as owner, attr=name):
            module = scopes.module_of(owner)
            if name in _OLD_NAMES.get(module, ()) and not is_own_module(module):
                names = [f"{module}.{name}"]
    return names[0] if names else ""


def guarded(tree: ast.Module, *, by_errors: bool = True) -> set[int]:
    """Return the ids of the nodes that only run on the Python that they were written for.

    Args:
        tree: the file.
        by_errors: so are those in a `try` whose handler catches what a name that is missing raises.
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Try)
            and by_errors
            and any(_catches(handler, len(node.body)) for handler in node.handlers)
        ):
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
