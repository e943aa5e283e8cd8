"""The imports within the package, read from its source: for the picture of the architecture, and for a test."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pong_pg"

# For each module of the package, by its dotted name, the modules of the package that it imports.
Graph = Mapping[str, set[str]]


def import_graph(package: Path = PACKAGE) -> dict[str, set[str]]:
    """Return which module imports which, imports in functions and under TYPE_CHECKING included.

    The package's own `__init__` is left out: it names its modules in a table, and loads them when they are used.
    """
    files = {_name(path, package): path for path in package.rglob("*.py")}
    graph = {name: set(_imported(path, files)) - {name} for name, path in files.items()}
    del graph[package.name]
    return {name: found - {package.name} for name, found in graph.items()}


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, files: Mapping[str, Path]) -> Iterable[str]:
    for node in _import_statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif node.module in files and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in files else str(node.module)


@functools.cache
def _import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def room_of(module: str) -> str:
    """Return the room of a module: the folder of `pong_pg` that it is in, or its own name if it is in none."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def rooms(graph: Graph) -> dict[str, set[str]]:
    """Return which room imports which."""
    found: dict[str, set[str]] = {room_of(module): set() for module in graph}
    for module, imported in graph.items():
        found[room_of(module)] |= {room_of(other) for other in imported} - {room_of(module)}
    return found


def circles(graph: Graph) -> list[list[str]]:
    """Return the groups of nodes that import each other in a circle (Tarjan 1972), each sorted."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found
