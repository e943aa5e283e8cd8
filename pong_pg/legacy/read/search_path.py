"""Finds what a script adds to `sys.path`, without running it."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

_METHODS = {"append": 0, "insert": 1, "extend": 0}
# What expressions of paths are made of; none of it has side effects.
_OF_OS = ("join", "dirname", "abspath", "realpath", "normpath", "expanduser")
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{f"os.path.{name}": getattr(os.path, name) for name in _OF_OS},
    "os.getcwd": os.getcwd, "str": str, "Path": Path, "pathlib.Path": Path,
}  # fmt: skip
# Characters of a path, and of the name of a module before it: a text may be doubled again and again.
_LONGEST_PATH = 10_000


def added_directories(tree: ast.Module, file: str) -> list[str]:
    """Return the directories that a file adds to `sys.path`, as far as they can be read from its text.

    Args:
        tree: the file.
        file: its absolute path; for a cell, the notebook's path with the cell's number after it.

    Returns:
        Absolute paths of directories that exist.
    """
    namespace, base = _constants(tree, file)
    found: dict[str, None] = {}
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="sys"), attr="path"), attr=method)):
                position = _METHODS.get(method)
                for node in call.args[position : position + 1] if position is not None else ():
                    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
                    paths = [Path(base, value) for part in parts for value in _values(part, namespace)]
                    found |= dict.fromkeys(os.path.realpath(path) for path in paths if path.is_dir())
    return list(found)


def _constants(tree: ast.Module, file: str) -> tuple[dict[str, Any], str]:
    """Return the paths that a file gives names to, and the directory that relative paths start from."""
    namespace: dict[str, Any] = {"__file__": file}
    # A notebook runs in its own directory, a script in that from which it was started.
    base = str(Path.cwd()) if Path(file).exists() else str(Path(file).parent)
    for node in tree.body:
        # HERE = os.path.dirname(os.path.abspath(__file__))
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            for value in _values(node.value, namespace):
                namespace[node.targets[0].id] = value
    return namespace, base


def _values(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the value of an expression if it is made of parts of paths and nothing else."""
    try:
        value = _value(node, namespace)
    except Exception:  # such as two paths that can't be added
        return
    if isinstance(value, str | Path):
        yield value


def _value(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    """Return the value of an expression.

    Raises:
        Exception: of any type; it is made of something else, or has no value.
    """
    value: Any
    match node:
        case ast.Constant(value=str() as text):
            value = text
        case ast.Name(id=name):
            value = namespace[name]
        case ast.Attribute(value=of, attr="parent"):
            value = Path(_value(of, namespace)).parent
        case ast.Attribute(value=ast.Name(id="os"), attr="pardir"):
            value = os.pardir
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            value = _value(left, namespace) + _value(right, namespace)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            value = _value(left, namespace) / _value(right, namespace)
        case ast.Call(func=ast.Attribute(value=of, attr="resolve" | "absolute"), args=[]):
            value = Path(_value(of, namespace)).resolve()
        case ast.Call(func=function, args=arguments, keywords=[]):
            value = _FUNCTIONS[ast.unparse(function)](*(_value(one, namespace) for one in arguments))
        case _:
            raise ValueError("it is no part of a path")
    if len(str(value)) > _LONGEST_PATH:
        raise ValueError("it is too long for a path")
    return value
