"""Finds what a script adds to `sys.path`, without running it."""

from __future__ import annotations

import ast
import os
import pathlib
from collections.abc import Mapping
from typing import Any

_METHODS = {"append": 0, "insert": 1, "extend": 0}
# What expressions of paths are made of; none of it has side effects.
_NAMES: dict[str, Any] = {"os": os, "Path": pathlib.Path, "pathlib": pathlib, "str": str}
_ATTRIBUTES = frozenset([
    "Path", "absolute", "abspath", "dirname", "expanduser", "getcwd", "join", "normpath", "pardir", "parent", "path",
    "realpath", "resolve",
])  # fmt: skip
_NODES = (
    ast.Add, ast.Attribute, ast.BinOp, ast.Call, ast.Constant, ast.Div, ast.List, ast.Load, ast.Name, ast.Tuple,
)  # fmt: skip
# Characters of a path: a text may be doubled again and again.
_LONGEST_PATH = 10_000


def added_directories(tree: ast.Module, file: str) -> list[str]:
    """Return the directories that a file adds to `sys.path`, as far as they can be read from its text.

    Args:
        tree: the file.
        file: its absolute path; for a cell, the notebook's path with the cell's number after it.

    Returns:
        Absolute paths of directories that exist.
    """
    namespace: dict[str, Any] = {**_NAMES, "__file__": file}
    for statement in tree.body:
        match statement:
            # HERE = os.path.dirname(os.path.abspath(__file__))
            case ast.Assign(targets=[ast.Name(id=name)]) if (value := _value(statement.value, namespace)) is not None:
                namespace[name] = value
    # A notebook runs in its own directory, a script in that from which it was started.
    base = pathlib.Path.cwd() if pathlib.Path(file).exists() else pathlib.Path(file).parent
    found: dict[str, None] = {}
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="sys"), attr="path"), attr=method)):
                position = _METHODS.get(method, len(call.args))
                for node in call.args[position : position + 1]:
                    value = _value(node, namespace)
                    paths = [base / one for one in (value if isinstance(value, list | tuple) else [value]) if one]
                    found |= dict.fromkeys(os.path.realpath(path) for path in paths if path.is_dir())
    return list(found)


def _value(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    """Return the value of an expression if it is a path, or a list of such; None if it is made of anything else."""
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name) if name not in namespace:
                return None
            case ast.Attribute(attr=name) if name not in _ATTRIBUTES:
                return None
            case ast.Constant(value=value) if not isinstance(value, str):
                return None
            case _ if not isinstance(part, _NODES):
                return None
    try:
        value = eval(compile(ast.Expression(node), "<path>", "eval"), {"__builtins__": {}}, dict(namespace))
    except Exception:  # such as two paths that can't be added
        return None
    paths = value if isinstance(value, list | tuple) else [value]
    is_path = all(isinstance(path, str | pathlib.Path) and len(str(path)) < _LONGEST_PATH for path in paths)
    return value if is_path else None
