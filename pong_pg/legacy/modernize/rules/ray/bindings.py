"""What the names of a file are bound to: the definitions, values and parameters behind an expression."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pong_pg.legacy.modernize.draft import Draft

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Module, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Binding:
    """One place that binds a name.

    Attributes:
        node: a definition, a parameter, or the expression that the value comes from.
        path: how the value is got out of that expression: an index, "each" for what is gone through, or "item" for a
            container that the value is put into.
    """

    node: ast.AST | None
    path: tuple[int | str, ...] = ()


class Bindings:
    """What the names of a file are bound to, wherever that is.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._bound: dict[tuple[ast.AST, str], list[Binding]] = defaultdict(list)
        self._global: set[tuple[ast.AST, str]] = set()
        self.attributes: dict[str, list[Binding]] = defaultdict(list)
        for node in ast.walk(draft.tree):
            if isinstance(node, ast.Global):
                self._global |= {(self.scope(node), name) for name in node.names}
        self._items: list[tuple[ast.Name, Binding]] = []
        for node in ast.walk(draft.tree):
            self._collect(node)
        for holder, binding in self._items:
            self.of(holder).append(binding)

    def of(self, name: ast.Name) -> list[Binding]:
        """Return all bindings of the variable that a name refers to; none for builtins."""
        scope: ast.AST | None = self.scope(name)
        start = scope
        while scope is not None:
            if (scope, name.id) in self._global:
                scope = self._draft.tree
            if (scope, name.id) in self._bound and (scope is start or not isinstance(scope, ast.ClassDef)):
                return self._bound[scope, name.id]
            scope = self.scope(scope) if not isinstance(scope, ast.Module) else None
        return []

    def scope(self, node: ast.AST) -> ast.AST:
        """Return the function, class, comprehension or module whose names a node sees first."""
        inner = node
        outer = self._draft.parent(node)
        while outer is not None:
            if isinstance(outer, _SCOPES) and not _is_outside(inner, outer):
                return outer
            if isinstance(outer, ast.arguments) and inner in (*outer.defaults, *outer.kw_defaults):
                # Defaults are evaluated outside of their function.
                outer = self._draft.parent(outer) or self._draft.tree
            inner, outer = outer, self._draft.parent(outer)
        return self._draft.tree

    def _bind(self, node: ast.AST, name: str, binding: Binding) -> None:
        scope = self.scope(node)
        if (scope, name) in self._global:
            scope = self._draft.tree
        self._bound[scope, name].append(binding)

    def _collect(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._bind(node, node.name, Binding(node))
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    self._bind(node, alias.asname or alias.name.partition(".")[0], Binding(alias))
            case ast.arg():
                function = self._draft.around(node, *_FUNCTIONS) or self._draft.tree
                self._bound[function, node.arg].append(Binding(node))
            case ast.Assign():
                for target in node.targets:
                    self._target(target, Binding(node.value))
            case ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                self._target(node.target, Binding(value))
            case ast.AugAssign():
                self._target(node.target, Binding(node.value))
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                self._target(node.target, Binding(node.iter, ("each",)))
            case ast.withitem(optional_vars=ast.expr() as target):
                self._target(target, Binding(None))
            case ast.ExceptHandler(name=str(name)):
                self._bind(node, name, Binding(None))
            case ast.Call(func=ast.Attribute(attr="append" | "add" | "appendleft", value=holder), args=[value]):
                # What is put into a list is an item of whatever the list is bound to.
                self._holder(holder, Binding(value, ("item",)))

    def _target(self, target: ast.expr, binding: Binding) -> None:
        match target:
            case ast.Name():
                self._bind(target, target.id, binding)
            case ast.Attribute():
                self.attributes[target.attr].append(binding)
            case ast.Tuple() | ast.List():
                for number, part in enumerate(target.elts):
                    self._target(part, Binding(binding.node, (*binding.path, number)))
            case ast.Subscript():
                self._holder(target.value, Binding(binding.node, (*binding.path, "item")))

    def _holder(self, holder: ast.expr, binding: Binding) -> None:
        if isinstance(holder, ast.Attribute):
            self.attributes[holder.attr].append(binding)
        elif isinstance(holder, ast.Name):
            self._items.append((holder, binding))


def _is_outside(inner: ast.AST, outer: ast.AST) -> bool:
    """Return whether a part of a function, class or comprehension sees only the names around it."""
    if isinstance(outer, ast.Lambda):
        return False
    if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return inner in outer.decorator_list or inner is outer.returns
    if isinstance(outer, ast.ClassDef):
        return inner not in outer.body
    return False


def methods(cls: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the methods that a class defines itself."""
    for node in cls.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
