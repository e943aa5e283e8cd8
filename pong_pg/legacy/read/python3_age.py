"""Finds out whether a file of Python 3 shows that it is newer than Python 3.8, the last of the time of old scripts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from pong_pg.legacy.read.scopes import Scopes

# Syntax by the names of its nodes: not every Python that runs this has all of them.
_NEW_SYNTAX = frozenset(["Match", "ParamSpec", "TemplateStr", "TryStar", "TypeAlias", "TypeVar", "TypeVarTuple"])
# Gymnasium came in October 2022, for Python 3.7 and later, and few used that.
_NEW_MODULES = frozenset(["graphlib", "gymnasium", "tomllib", "zoneinfo"])
_NEW_NAMES = frozenset(["functools.cache", "itertools.batched", "itertools.pairwise", "typing.Annotated", "math.lcm"])
_NEW_METHODS = frozenset(["removeprefix", "removesuffix"])
_GENERIC = frozenset(["dict", "frozenset", "list", "set", "tuple", "type"])


def is_newer_than_38(tree: ast.Module, names: Mapping[str, str]) -> bool:
    """Return whether a file uses what no Python before 3.9 had, or packages that hardly anybody used on one.

    Args:
        tree: the file.
        names: what it imports, from each name to the full name.
    """
    if any(full in _NEW_NAMES or full.partition(".")[0] in _NEW_MODULES for full in names.values()):
        return True
    nodes = list(ast.walk(tree))
    return (
        any(type(node).__name__ in _NEW_SYNTAX for node in nodes)
        or any(isinstance(node, ast.Attribute) and _is_new_attribute(node, names) for node in nodes)
        or any(isinstance(node, ast.Call) and _is_new_call(node) for node in nodes)
        or any(_is_union(part) for annotation in _annotations(nodes) for part in ast.walk(annotation))
        or _has_generic_builtin(tree, nodes)
    )


def _is_new_attribute(node: ast.Attribute, names: Mapping[str, str]) -> bool:
    owner = names.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
    return node.attr in _NEW_METHODS or f"{owner}.{node.attr}" in _NEW_NAMES


def _is_new_call(node: ast.Call) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, classes]):
            return any(map(_is_union, ast.walk(classes)))
    return getattr(node.func, "id", "") == "zip" and any(keyword.arg == "strict" for keyword in node.keywords)


def _annotations(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    for node in nodes:
        found = getattr(node, "annotation", None) or getattr(node, "returns", None)
        if isinstance(found, ast.expr):
            yield found


def _is_union(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _has_generic_builtin(tree: ast.Module, nodes: Iterable[ast.AST]) -> bool:
    """Return whether a file has `list[int]` or the like, where `list` is not a variable of its own."""
    owners = [node.value for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)]
    found = [owner for owner in owners if isinstance(owner, ast.Name) and owner.id in _GENERIC]
    scopes = Scopes(tree) if found else None
    return scopes is not None and any(scopes.is_builtin(owner) for owner in found)
