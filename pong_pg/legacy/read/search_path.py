"""Finds what a script adds to `sys.path`, and which files it executes, without running it."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

_METHODS = {"append": 0, "insert": 1, "extend": 0}
# Functions that execute a file or its text, and those that take its path.
_EXECUTE = {"execfile", "run_path", "exec"}
_TAKE_FILES = {"execfile", "runpy.run_path", "open", "file"}
# What expressions of paths are made of; none of it has side effects.
_OF_OS = ("join", "dirname", "abspath", "realpath", "normpath", "expanduser", "split")
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{f"os.path.{name}": getattr(os.path, name) for name in _OF_OS},
    "os.getcwd": os.getcwd, "str": str, "Path": Path, "pathlib.Path": Path,
}  # fmt: skip
_METHODS_OF_PATHS = {"resolve", "absolute", "joinpath"}
# Twenty fields at most, as each may be filled with a long text.
_PLAIN_FORMAT = re.compile(r"[^{}]*(?:\{\d{0,3}\}[^{}]*){0,20}")
_PARTS = {"parent", "parents"}
_CONSTANTS = {"os.pardir": os.pardir, "os.curdir": os.curdir, "os.sep": os.sep}
# Characters of a path, and of the name of a module before it.
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
                if position is not None and len(call.args) > position:
                    found |= dict.fromkeys(_directories(call.args[position], namespace, base))
    return list(found)


def executed_files(tree: ast.Module, file: str) -> list[str]:
    """Return the files that a file executes, as `execfile("part.py")` and `exec(open("part.py").read())` do.

    Args:
        tree: the file.
        file: its absolute path.

    Returns:
        Absolute paths of files that exist, as far as they can be read from the text.
    """
    namespace, base = _constants(tree, file)
    found: dict[str, None] = {}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in _EXECUTE:
            for part in ast.walk(call):
                if isinstance(part, ast.Call) and part.args and ast.unparse(part.func) in _TAKE_FILES:
                    paths = [Path(base, value) for value in _values(part.args[0], namespace) if isinstance(value, str)]
                    found |= dict.fromkeys(os.path.realpath(path) for path in paths if path.is_file())
    return list(found)


def _constants(tree: ast.Module, file: str) -> tuple[dict[str, Any], str]:
    """Return the paths that a file gives names to, and the directory that relative paths start from."""
    directory = str(Path(file).parent)
    namespace: dict[str, Any] = {"__file__": file, "sys.path": [directory], "sys.argv": [file]}
    # A notebook runs in its own directory, a script in that from which it was started.
    base = str(Path.cwd()) if Path(file).exists() else directory
    for node in tree.body:
        # HERE = os.path.dirname(os.path.abspath(__file__))
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            for value in _values(node.value, namespace):
                namespace[node.targets[0].id] = value
    return namespace, base


def _directories(node: ast.expr, namespace: Mapping[str, Any], base: str) -> Iterator[str]:
    for one in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        for value in _values(one, namespace):
            if isinstance(value, str | Path) and Path(base, value).is_dir():
                yield os.path.realpath(Path(base, value))


def _values(node: ast.expr, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the value of an expression if it is made of parts of paths and nothing else."""
    try:
        yield _value(node, namespace)
    except Exception:  # such as an index that is out of range
        return


def _value(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    """Return the value of an expression; none of its parts may be long, as a text that is doubled again and again is.

    Raises:
        Exception: of any type; it is made of something else, or has no value.
    """
    value = _value_of_parts(node, namespace)
    if len(str(value)) > _LONGEST_PATH:
        raise ValueError("it is too long for a path")
    return value


def _value_of_parts(  # noqa: PLR0911 - the cases exclude each other
    node: ast.expr, namespace: Mapping[str, Any]
) -> Any:
    match node:
        case ast.Constant(value=str() | int() as value):
            return value
        case ast.Name(id=name):
            return namespace[name]
        case ast.Attribute() if (name := _full_name(node)) in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.Attribute(value=of, attr=attribute) if attribute in _PARTS:
            return getattr(_path(of, namespace), attribute)
        case ast.Attribute(value=ast.Name(id="sys"), attr="path" | "argv"):
            return namespace[f"sys.{node.attr}"]
        case ast.Subscript(value=of, slice=ast.Constant(value=int(index))):
            return _value(of, namespace)[index]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, namespace) + _value(right, namespace)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _value(left, namespace) / _value(right, namespace)
        case ast.Call(func=function, args=arguments, keywords=[]):
            return _function(function, namespace)(*(_value(one, namespace) for one in arguments))
    raise ValueError("it is no part of a path")


def _function(node: ast.expr, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    match node:
        case _ if (name := _full_name(node)) in _FUNCTIONS:
            return _FUNCTIONS[name]
        # Only plain fields: others have widths, which may be huge, and attributes of what they are given.
        case ast.Attribute(value=ast.Constant(value=str(text)), attr="format") if _PLAIN_FORMAT.fullmatch(text):
            return text.format
        case ast.Attribute(value=of, attr=name) if name in _METHODS_OF_PATHS:
            method: Callable[..., Any] = getattr(_path(of, namespace), name)
            return method
    raise ValueError("it is no function of paths")


def _path(node: ast.expr, namespace: Mapping[str, Any]) -> Path:
    value = _value(node, namespace)
    if not isinstance(value, Path):
        raise TypeError("it is no Path")
    return value


def _full_name(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
