"""Finds what a script adds to `sys.path`, and which files it executes, without running it."""

from __future__ import annotations

import ast
import os
import pathlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

_METHODS = {"append": 0, "insert": 1, "extend": 0}
# Functions that execute a file or its text, and those that take its path.
_EXECUTE = {"execfile", "run_path", "exec"}
_TAKE_FILES = {"execfile", "runpy.run_path", "open", "file"}
# What expressions of paths are made of; none of it has side effects.
_NAMES = {"os": os, "pathlib": pathlib, "Path": Path, "str": str}
_FUNCTIONS = {
    *(f"os.path.{name}" for name in ("join", "dirname", "abspath", "realpath", "normpath", "expanduser", "split")),
    *("os.getcwd", "str", "Path", "pathlib.Path"),
}
_METHODS_OF_PATHS = {"resolve", "absolute", "joinpath", "format"}
_PLAIN_FORMAT = re.compile(r"(?:[^{}]|\{\d{0,3}\})*")
_PARTS = {"parent", "parents"}
# Characters of a path, and of the name of a module before it.
_LONGEST_PATH = 10_000
_CONSTANTS = {"os.pardir", "os.curdir", "os.sep"}


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
    namespace: dict[str, Any] = {
        **_NAMES,
        "sys": SimpleNamespace(path=[directory], argv=[file]),
        "__file__": file,
        "__builtins__": {},
    }
    # A notebook runs in its own directory, a script in that from which it was started.
    base = str(Path.cwd()) if Path(file).exists() else directory
    for node in tree.body:
        # HERE = os.path.dirname(os.path.abspath(__file__))
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            for value in _values(node.value, namespace):
                namespace[node.targets[0].id] = value
    return namespace, base


def _directories(node: ast.expr, namespace: dict[str, Any], base: str) -> Iterator[str]:
    for one in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        for value in _values(one, namespace):
            if isinstance(value, str | Path) and Path(base, value).is_dir():
                yield os.path.realpath(Path(base, value))


def _values(node: ast.expr, namespace: dict[str, Any]) -> Iterator[Any]:
    """Yield the value of an expression if it is made of parts of paths and nothing else."""
    if _is_path(node, namespace):
        try:
            value = eval(compile(ast.Expression(node), "<path>", "eval"), namespace)
        except Exception:  # such as an index that is out of range
            return
        # A text that is doubled again and again would fill the memory.
        if len(str(value)) <= _LONGEST_PATH:
            yield value


def _is_path(node: ast.expr, namespace: dict[str, Any]) -> bool:
    parts: list[ast.expr] = []
    match node:
        case ast.Constant(value=value):
            fits = isinstance(value, str | int)
        case ast.Name(id=name):
            fits = name in namespace
        case ast.Attribute(value=value, attr=attribute):
            fits = ast.unparse(node) in _CONSTANTS or (attribute in _PARTS and _is_path(value, namespace))
        case ast.Subscript(value=value, slice=ast.Constant()):
            fits = ast.unparse(value) in {"sys.path", "sys.argv"} or _is_path(value, namespace)
        case ast.BinOp(left=left, op=ast.Add() | ast.Div(), right=right):
            fits, parts = True, [left, right]
        case ast.Call(func=function, args=parts, keywords=[]):
            fits = _is_function(function, namespace)
        case _:
            fits = False
    return fits and all(_is_path(part, namespace) for part in parts)


def _is_function(node: ast.expr, namespace: dict[str, Any]) -> bool:
    if ast.unparse(node) in _FUNCTIONS:
        return True
    if not isinstance(node, ast.Attribute) or node.attr not in _METHODS_OF_PATHS:
        return False
    if node.attr == "format":
        # Only plain fields: others have widths, which may be huge, and attributes of what they are given.
        return isinstance(node.value, ast.Constant) and _PLAIN_FORMAT.fullmatch(str(node.value.value)) is not None
    return _is_path(node.value, namespace)
