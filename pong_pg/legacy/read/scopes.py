"""Finds out what the names in a file refer to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

# Parts of the names of modules that supply Python 2's builtins on Python 3, or Python 3's on Python 2.
_BRINGS_NAMES = ("six", "past", "builtins", "future", "functools", "compat")


class Scopes:
    """What the names in a file refer to.

    A name that is bound in any function of the file is no builtin anywhere in it: code that still calls the builtin
    does what it does today.

    Args:
        tree: the file.
        others: the other cells of the notebook that it belongs to, whose names it sees.
    """

    def __init__(self, tree: ast.Module, others: Iterable[ast.Module] = ()) -> None:
        # The names that are bound, each with the full names of the modules that it is imported as; "" for all else.
        self._bound: dict[str, set[str]] = {}
        self._brings_names = False
        for module in (tree, *others):
            nodes = list(ast.walk(module))
            in_classes = {id(part) for node in nodes if isinstance(node, ast.ClassDef) for part in node.body}
            for node in nodes:
                if not (isinstance(node, ast.FunctionDef) and id(node) in in_classes):
                    self._bind(node)

    def is_builtin(self, node: ast.Name) -> bool:
        """Return whether a name refers to a builtin."""
        return not self._brings_names and node.id not in self._bound

    def module_of(self, node: ast.expr) -> str:
        """Return the full name of the module that an expression is by its import; "" for anything else."""
        modules = self._bound.get(node.id, set()) if isinstance(node, ast.Name) else set()
        return next(iter(modules)) if len(modules) == 1 else ""

    def _bind(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                self._bound.setdefault(name, set()).add("")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                self._bound.setdefault(name, set()).add("")
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                self._bound.setdefault(name, set()).add("")
            case ast.Import():
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    self._bound.setdefault(alias.asname or top, set()).add(alias.name if alias.asname else top)
            case ast.ImportFrom():
                for alias in node.names:
                    if alias.name != "*":
                        self._bound.setdefault(alias.asname or alias.name, set()).add("")
                    elif any(part in (node.module or "") for part in _BRINGS_NAMES):
                        self._brings_names = True


def own_nodes(node: ast.AST) -> Iterable[ast.AST]:
    """Yield a node and what is in it, but not what is in another function or class."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from own_nodes(child)


def imported(tree: ast.Module) -> dict[str, str]:
    """Return the full names of what a file imports, such as {"np": "numpy", "Monitor": "gym.wrappers.Monitor"}."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def full_name(node: ast.AST, names: Mapping[str, str]) -> str:
    """Return the full name of an expression such as `np.random.seed`; "" if it starts with none of `imported`."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


def last_name(node: ast.expr) -> str:
    """Return `env` of `self.env`; "" if the expression is neither a name nor an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def decorators(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, names: Mapping[str, str]) -> set[str]:
    """Return the full names of the decorators of a function or class, with or without arguments; see `full_name`."""
    return {full_name(one.func if isinstance(one, ast.Call) else one, names) for one in node.decorator_list}
