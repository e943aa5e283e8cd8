"""Decides by what a script uses of Ray whether its timeouts of `ray.wait` are milliseconds, as up to Ray 0.6.1."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from pong_pg.legacy.read import rules
from pong_pg.legacy.read.scopes import decorators, full_name, imported
from pong_pg.legacy.tables import ray


def uses(tree: ast.Module, names: Mapping[str, str], remote_functions: Collection[str]) -> frozenset[str]:
    """Return what a file uses of Ray, as the tables name it: "ray.push", "ray.init(num_workers=)".

    Args:
        tree: the file.
        names: what the other cells of its notebook import, from each name to the full name.
        remote_functions: the full names of the remote functions of the program's modules.
    """
    known = {**names, **imported(tree)}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    remote = {node.name for node in functions if "ray.remote" in decorators(node, known)}
    # A function of the same name that is not remote may be the one that is called.
    remote -= {node.name for node in functions if "ray.remote" not in decorators(node, known)}
    found: set[str] = set()
    for node in ast.walk(tree):
        found.update(_uses_of(node, known, {*remote, *remote_functions}))
    return frozenset(found)


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


def _uses_of(node: ast.AST, names: Mapping[str, str], remote: Collection[str]) -> Iterator[str]:
    match node:
        case ast.Attribute():
            yield from _and_its_modules(full_name(node, names))
        case ast.ImportFrom(module=str(module), level=0):
            for alias in node.names:
                yield from _and_its_modules(f"{module}.{alias.name}")
        case ast.Import():
            for alias in node.names:
                yield from _and_its_modules(alias.name)
        case ast.ClassDef() if "ray.actor" in decorators(node, names):
            yield rules.ACTOR_CLASS
        case ast.Call():
            full = full_name(node.func, names)
            if full.startswith("ray."):
                yield from (f"{full}({keyword.arg}=)" for keyword in node.keywords)
            if full == "ray.remote" and node.args and isinstance(node.args[0], (ast.List, ast.Tuple)):
                yield rules.TYPED_REMOTE
            if full in remote or (isinstance(node.func, ast.Name) and node.func.id in remote):
                yield rules.DIRECT_CALL


def _and_its_modules(full_name: str) -> Iterator[str]:
    while full_name.startswith("ray."):
        yield full_name
        full_name = full_name.rpartition(".")[0]
