"""Finds out what the names in a file refer to, by Python's rules of scopes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# Parts of the names of modules that supply Python 2's builtins on Python 3, or Python 3's on Python 2.
_BRINGS_NAMES = ("six", "past", "builtins", "future", "functools", "compat")


@dataclass(eq=False)
class _Scope:
    """A module, a class or a function (lambdas and comprehensions are such, too).

    Attributes:
        parent: the scope around it; None for a module.
        is_class: functions in it don't see its names.
        bound: the names that it binds, each with the full name of the module that it is imported as; "" for all else.
        elsewhere: the names that it declares `global` (True) or `nonlocal` (False).
    """

    parent: _Scope | None
    is_class: bool = False
    bound: dict[str, set[str]] = field(default_factory=dict)
    elsewhere: dict[str, bool] = field(default_factory=dict)


class Scopes:
    """What the names in a file refer to.

    Args:
        tree: the file.
        others: the other cells of the notebook that it belongs to, whose global names it sees.
    """

    def __init__(self, tree: ast.Module, others: Iterable[ast.Module] = ()) -> None:
        self._module = _Scope(None)
        self._brings_names = False
        # The nodes are kept so that their ids stay theirs while the tree is changed.
        self._names: dict[int, tuple[ast.Name, _Scope]] = {}
        self._visit_all(tree.body, self._module)
        for other in others:
            scopes = Scopes(other)
            for name, modules in scopes._module.bound.items():
                self._module.bound.setdefault(name, set()).update(modules)
            self._brings_names = self._brings_names or scopes._brings_names

    def is_builtin(self, node: ast.Name) -> bool:
        """Return whether a name refers to a builtin; a node that was not in the file counts as one of its top level."""
        return not self._brings_names and node.id not in self._scope_that_binds(node).bound

    def module_of(self, node: ast.expr) -> str:
        """Return the full name of the module that an expression is by its import; "" for anything else."""
        if not isinstance(node, ast.Name):
            return ""
        modules = self._scope_that_binds(node).bound.get(node.id, set())
        return next(iter(modules)) if len(modules) == 1 else ""

    def _scope_that_binds(self, node: ast.Name) -> _Scope:
        """Return the scope that a name belongs to, which is the module if none binds it."""
        known = self._names.get(id(node))
        start = scope = known[1] if known else self._module
        while scope.parent is not None:
            declared = scope.elsewhere.get(node.id)
            if declared:
                return self._module
            if declared is None and node.id in scope.bound and (scope is start or not scope.is_class):
                return scope
            scope = scope.parent
        return scope

    def _bind(self, name: str, scope: _Scope, module: str = "") -> None:
        if scope.elsewhere.get(name):
            scope = self._module
        scope.bound.setdefault(name, set()).add(module)

    def _visit_all(self, nodes: Iterable[ast.AST | None], scope: _Scope) -> None:
        for node in nodes:
            if node is not None:
                self._visit(node, scope)

    def _visit(self, node: ast.AST, scope: _Scope) -> None:
        match node:
            case ast.Name(id=name, ctx=context):
                self._names[id(node)] = node, scope
                if not isinstance(context, ast.Load):
                    self._bind(name, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._bind(node.name, scope)
                self._visit_all([*node.decorator_list, node.returns], scope)
                self._visit_function(node.args, node.body, scope)
            case ast.Lambda():
                self._visit_function(node.args, [node.body], scope)
            case ast.ClassDef():
                self._bind(node.name, scope)
                self._visit_all([*node.decorator_list, *node.bases, *node.keywords], scope)
                self._visit_body(node.body, _Scope(scope, is_class=True))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                # The first iterable is evaluated outside.
                self._visit(node.generators[0].iter, scope)
                inner = _Scope(scope)
                for number, part in enumerate(node.generators):
                    self._visit_all([part.target, *([part.iter] if number else ()), *part.ifs], inner)
                of_element = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                self._visit_all(of_element, inner)
            case _:
                self._bind_otherwise(node, scope)
                self._visit_all(ast.iter_child_nodes(node), scope)

    def _bind_otherwise(self, node: ast.AST, scope: _Scope) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    self._bind(alias.asname or top, scope, alias.name if alias.asname else top)
            case ast.ImportFrom():
                for alias in node.names:
                    if alias.name != "*":
                        self._bind(alias.asname or alias.name, scope)
                    elif any(part in (node.module or "") for part in _BRINGS_NAMES):
                        self._brings_names = True
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                self._bind(name, scope)

    def _visit_function(self, arguments: ast.arguments, body: Iterable[ast.AST], scope: _Scope) -> None:
        parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        parameters += [parameter for parameter in (arguments.vararg, arguments.kwarg) if parameter]
        self._visit_all([*arguments.defaults, *arguments.kw_defaults], scope)
        self._visit_all([parameter.annotation for parameter in parameters], scope)
        inner = _Scope(scope)
        for parameter in parameters:
            self._bind(parameter.arg, inner)
        self._visit_body(body, inner)

    def _visit_body(self, body: Iterable[ast.AST], scope: _Scope) -> None:
        nodes = list(body)
        # A declaration holds for the whole body, so for what stands before it, too.
        for statement in nodes:
            for node in own_nodes(statement):
                if isinstance(node, ast.Global | ast.Nonlocal):
                    scope.elsewhere |= dict.fromkeys(node.names, isinstance(node, ast.Global))
        self._visit_all(nodes, scope)


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
    """Return the full name of an expression such as `np.random.seed`; "" if it starts with no imported name.

    Args:
        node: the expression.
        names: what `imported` returned.
    """
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
