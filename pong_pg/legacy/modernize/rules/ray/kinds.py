"""Which expressions of a file are remote functions, actor classes and handles of actors."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray.bindings import Binding, Bindings

FUNCTION, ACTOR_CLASS, HANDLE, CONTAINER, UNKNOWN = "function", "actor class", "handle", "container", "unknown"

_SUBMITTING = ("remote", "_remote", "_submit")
_SAME_ITEMS = ("list", "reversed", "set", "sorted", "tuple")


@dataclass(frozen=True)
class Kind:
    """What an expression may be.

    Attributes:
        name: one of the names above.
        cls: the class of an actor class or of a handle, where it is in this file.
        of_2017: an actor class of `ray.actor`, or a handle of one: it is made, and its methods are called, directly.
        items: what a container holds.
    """

    name: str
    cls: ast.ClassDef | None = None
    of_2017: bool = False
    items: frozenset[Kind] = frozenset()


Kinds = frozenset[Kind]
_NOTHING: Kinds = frozenset()
_UNKNOWN: Kinds = frozenset([Kind(UNKNOWN)])


class Inference:
    """What the expressions of a file may be.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._bindings = Bindings(draft)
        self._known: dict[ast.AST, Kinds] = {}
        self._calls = list(draft.walk(ast.Call))

    def of(self, node: ast.AST | None) -> Kinds:
        """Return what an expression may be; what is none of Ray's is unknown."""
        if node is None:
            return _UNKNOWN
        if node not in self._known:
            # For one that depends on itself.
            self._known[node] = _NOTHING
            self._known[node] = self._of(node)
        return self._known[node]

    def is_only(self, node: ast.AST, name: str) -> bool:
        """Return whether an expression can be nothing else."""
        return {kind.name for kind in self.of(node)} == {name}

    def _of(self, node: ast.AST) -> Kinds:
        match node:
            case ast.Name():
                found = _union(map(self._of_binding, self._bindings.of(node))) or self._imported(node)
            case ast.Attribute():
                bound = self._bindings.attributes.get(node.attr, [])
                found = _union(map(self._of_binding, bound)) or self._imported(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found = frozenset([Kind(FUNCTION)]) if self._decorated(node, "ray.remote") else _UNKNOWN
            case ast.ClassDef():
                is_early = self._decorated(node, "ray.actor")
                is_actor = is_early or self._decorated(node, "ray.remote")
                found = frozenset([Kind(ACTOR_CLASS, node, is_early)]) if is_actor else _UNKNOWN
            case ast.Call():
                found = self._of_call(node)
            case ast.IfExp():
                found = self.of(node.body) | self.of(node.orelse)
            case ast.Starred():
                found = _items(self.of(node.value))
            case ast.Subscript():
                held = self.of(node.value)
                found = held if isinstance(node.slice, ast.Slice) else _items(held)
            case ast.BinOp():
                sides = self.of(node.left) | self.of(node.right)
                found = frozenset(kind for kind in sides if kind.name == CONTAINER) or _UNKNOWN
            case _:
                found = self._of_display(node)
        return found

    def _of_display(self, node: ast.AST) -> Kinds:
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items) | ast.Dict(values=items):
                return _container(_union(map(self.of, items)))
            case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.GeneratorExp(elt=item) | ast.DictComp(value=item):
                return _container(self.of(item))
        return _UNKNOWN

    def _of_call(self, call: ast.Call) -> Kinds:
        function = call.func
        inner = function.func if isinstance(function, ast.Call) else function
        full = self._draft.full_name(inner)
        if full == "ray.remote" or (full == "ray.actor" and inner is function):
            return self._made_remote(call.args, full)
        if isinstance(function, ast.Attribute):
            held = self.of(function.value)
            if function.attr in _SUBMITTING:
                return _handles(held, direct=False)
            if function.attr in ("options", "values", "copy"):
                return held
            if function.attr in ("pop", "get", "popleft"):
                return _items(held)
        if call.args and any(self._draft.is_builtin(function, name) for name in _SAME_ITEMS):
            return self.of(call.args[0])
        return _handles(self.of(function), direct=True)

    def _made_remote(self, arguments: Iterable[ast.expr], full: str) -> Kinds:
        for argument in arguments:
            for binding in self._bindings.of(argument) if isinstance(argument, ast.Name) else [Binding(argument)]:
                if isinstance(binding.node, ast.ClassDef):
                    return frozenset([Kind(ACTOR_CLASS, binding.node, full == "ray.actor")])
                if isinstance(binding.node, ast.FunctionDef | ast.Lambda):
                    return frozenset([Kind(FUNCTION)])
        return _UNKNOWN

    def _of_binding(self, binding: Binding) -> Kinds:
        node, path = binding.node, binding.path
        if isinstance(node, ast.arg):
            return self._of_parameter(node)
        if isinstance(node, ast.alias):
            return _NOTHING
        if path[:1] == ("each",) and isinstance(node, ast.Call) and len(path) > 1:
            gone_through = self._gone_through(node, path[1])
            if gone_through is not None:
                return self._along(_items(self.of(gone_through)), path[2:])
        if isinstance(node, ast.Tuple | ast.List) and path and isinstance(path[0], int) and path[0] < len(node.elts):
            return self._along(self.of(node.elts[path[0]]), path[1:])
        return self._along(self.of(node), path)

    def _gone_through(self, call: ast.Call, index: int | str) -> ast.expr | None:
        """Return the argument of `enumerate` or `zip`, or the dict of `items()`, that the variable goes through."""
        while call.args and any(self._draft.is_builtin(call.func, name) for name in _SAME_ITEMS):
            if not isinstance(call.args[0], ast.Call):
                return None
            call = call.args[0]
        if isinstance(call.func, ast.Attribute):
            return call.func.value if call.func.attr == "items" and index == 1 else None
        if self._draft.is_builtin(call.func, "enumerate"):
            return call.args[0] if index == 1 and call.args else None
        if self._draft.is_builtin(call.func, "zip") and isinstance(index, int) and index < len(call.args):
            return call.args[index]
        return None

    def _along(self, kinds: Kinds, path: tuple[int | str, ...]) -> Kinds:
        for step in path:
            kinds = _container(kinds) if step == "item" else _items(kinds)
        return kinds

    def _of_parameter(self, parameter: ast.arg) -> Kinds:
        """Return what the calls in this file pass for a parameter."""
        function = self._draft.around(parameter, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            return _UNKNOWN
        cls = self._draft.parent(function)
        names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        if isinstance(cls, ast.ClassDef):
            names = names[1:]
        if parameter.arg not in names:
            return _UNKNOWN
        place = names.index(parameter.arg)
        wanted = cls.name if isinstance(cls, ast.ClassDef) and function.name == "__init__" else function.name
        found = [
            argument
            for call in self._calls
            if _called(call.func) == wanted
            for argument in [_argument(call, place, parameter.arg)]
            if argument is not None
        ]
        return _union(map(self.of, found)) if found else _UNKNOWN

    def _imported(self, node: ast.expr) -> Kinds:
        full = self._draft.full_name(node)
        return frozenset([Kind(FUNCTION)]) if full in self._draft.facts.around.remote_functions else _UNKNOWN

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, name: str) -> bool:
        return any(
            self._draft.full_name(one.func if isinstance(one, ast.Call) else one) == name for one in node.decorator_list
        )


def _container(items: Kinds) -> Kinds:
    return frozenset([Kind(CONTAINER, items=items)])


def _union(kinds: Iterable[Kinds]) -> Kinds:
    return frozenset[Kind]().union(*kinds)


def _called(function: ast.expr) -> str:
    """Return the name of the function or class that is called, without `.remote` and options."""
    while True:
        match function:
            case ast.Attribute(attr="remote" | "_remote" | "_submit", value=inner):
                function = inner
            case ast.Call(func=ast.Attribute(attr="options", value=inner)):
                function = inner
            case ast.Attribute(attr=name) | ast.Name(id=name):
                return name
            case _:
                return ""


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    for one in call.keywords:
        if one.arg == name:
            return one.value
    if place < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args[: place + 1]):
        return call.args[place]
    return None


def _items(kinds: Kinds) -> Kinds:
    return _union(kind.items for kind in kinds) or _UNKNOWN


def _handles(kinds: Kinds, *, direct: bool) -> Kinds:
    return frozenset(Kind(HANDLE, kind.cls, kind.of_2017 and direct) for kind in kinds if kind.name == ACTOR_CLASS) or (
        _UNKNOWN
    )
