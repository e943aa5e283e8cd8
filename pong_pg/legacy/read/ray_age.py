"""Decides by what a script uses of Ray whether its timeouts of `ray.wait` are milliseconds, as up to Ray 0.6.1."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from pong_pg.legacy.read import rules
from pong_pg.legacy.tables import ray

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# What a name stands for: the full name of something imported, this for a remote function, or "" for anything else.
_REMOTE = "a remote function"


def uses(tree: ast.Module, names: Mapping[str, str], remote_functions: Collection[str]) -> frozenset[str]:
    """Return what a file uses of Ray, as the tables name it: "ray.push", "ray.init(num_workers=)".

    A name counts where it is bound by an import of Ray, not where it is a parameter or another variable of a function.

    Args:
        tree: the file.
        names: what the other cells of its notebook import, from each name to the full name.
        remote_functions: the full names of the remote functions of the program's modules.
    """
    return frozenset(
        use
        for node, known in _nodes(tree, {**names, **_bound(tree, names)})
        for use in _uses_of(node, known, remote_functions)
        if use.startswith("ray.") or use in rules.BEFORE_RAY_062
    )


def wait_unit(found: Collection[str]) -> tuple[bool, bool]:
    """Return whether timeouts are milliseconds, and whether that is only the more likely of the two.

    Args:
        found: what `uses` returned, of all files of the script.
    """
    before = not rules.BEFORE_RAY_062.isdisjoint(found)
    since = not ray.SINCE_062.isdisjoint(found)
    if before or since:
        return before, before and since
    return not rules.BEFORE_RAY_1.isdisjoint(found), True


def _uses_of(node: ast.AST, names: Mapping[str, str], remote_functions: Collection[str]) -> Iterator[str]:
    match node:
        case ast.Attribute() | ast.Name(ctx=ast.Load()):
            yield from _and_its_modules(_full_name(node, names))
        case ast.ImportFrom(module=str(module), level=0):
            for alias in node.names:
                yield from _and_its_modules(f"{module}.{alias.name}")
        case ast.Import():
            for alias in node.names:
                yield from _and_its_modules(alias.name)
        case ast.ClassDef() if any(_decorator(one, names) == "ray.actor" for one in node.decorator_list):
            yield rules.ACTOR_CLASS
        case ast.Call():
            full = _full_name(node.func, names)
            yield from (f"{full}({keyword.arg}=)" for keyword in node.keywords)
            if full == "ray.remote" and node.args and isinstance(node.args[0], (ast.List, ast.Tuple)):
                yield rules.TYPED_REMOTE
            if full == _REMOTE or full in remote_functions:
                yield rules.DIRECT_CALL


def _and_its_modules(full_name: str) -> Iterator[str]:
    while full_name.startswith("ray."):
        yield full_name
        full_name = full_name.rpartition(".")[0]


def _nodes(scope: ast.AST, names: Mapping[str, str]) -> Iterator[tuple[ast.AST, Mapping[str, str]]]:
    """Yield every node below a scope with what the names mean there."""
    for child in ast.iter_child_nodes(scope):
        inner = names
        if isinstance(child, (*_FUNCTIONS, *_COMPREHENSIONS)):
            inner = {**names, **_bound(child, names)}
        # The names of a class are not those of its methods, and old APIs are not used by names of a class.
        yield child, names
        yield from _nodes(child, inner)


def _bound(scope: ast.AST, names: Mapping[str, str]) -> dict[str, str]:
    """Return what a module, function or comprehension binds; what it imports counts, whatever else binds the name."""
    bound: dict[str, str] = {}
    imported: dict[str, str] = {}
    shared: set[str] = set()
    if isinstance(scope, _FUNCTIONS):
        arguments = scope.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        bound |= {one.arg: "" for one in every if one is not None}
    for node in _of_scope(scope):
        match node:
            case ast.Import():
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    imported[alias.asname or top] = alias.name if alias.asname else top
            case ast.ImportFrom(module=str(module), level=0):
                imported |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in node.names}
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                around = {**names, **imported}
                is_remote = any(_decorator(one, around) == "ray.remote" for one in node.decorator_list)
                bound[node.name] = _REMOTE if is_remote and bound.get(node.name, _REMOTE) else ""
            case ast.ClassDef(name=str(name)) | ast.Name(id=str(name), ctx=ast.Store()):
                bound[name] = ""
            case ast.Global() | ast.Nonlocal():
                shared |= set(node.names)
    return {name: full for name, full in {**bound, **imported}.items() if name not in shared}


def _of_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope without those of the functions, classes and comprehensions in it."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, (*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef)):
            yield from _of_scope(child)


def _decorator(decorator: ast.expr, names: Mapping[str, str]) -> str:
    return _full_name(decorator.func if isinstance(decorator, ast.Call) else decorator, names)


def _full_name(node: ast.AST, names: Mapping[str, str]) -> str:
    """Return the full name of an expression such as `ray.services.cleanup`; "" if it starts with no imported name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    full = names.get(node.id, "") if isinstance(node, ast.Name) else ""
    return ".".join([full, *reversed(parts)]) if full else ""
