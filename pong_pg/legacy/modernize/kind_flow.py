"""Follows what the statements of a file store in variables, attributes and containers."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pong_pg.legacy.modernize.kind_heap import Function, Inferring, parameters
from pong_pg.legacy.modernize.kind_values import NOTHING, UNKNOWN, Kind, kind, made

# Enough for all but artificial files; what is not known by then is unknown.
_MOST_ROUNDS = 40
_PLAIN_DECORATORS = frozenset(["staticmethod", "classmethod", "property"])
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Flow:
    """The statements of a file.

    Args:
        kinds: where what they store becomes known.
        tree: the file.
    """

    def __init__(self, kinds: Inferring, tree: ast.Module) -> None:
        self._kinds = kinds
        self._heap = kinds.heap
        self._nodes = list(ast.walk(tree))
        self._function: dict[ast.AST, Function] = {}
        self._class: dict[ast.AST, ast.ClassDef] = {}
        self._visit(tree, None)
        # The names that are set in the bodies of classes, which are attributes.
        self._names_in_classes = {
            name
            for node in self._class
            if isinstance(node, ast.Assign)
            for target in node.targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name)
        }

    def _visit(self, node: ast.AST, function: Function | None) -> None:
        if function is not None:
            self._function[node] = function
        inner = node if isinstance(node, Function) else function
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.ClassDef) and child in node.body:
                self._class[child] = node
            self._visit(child, inner)

    def run(self) -> None:
        """Follow all statements until nothing new becomes known."""
        self._declare()
        for _ in range(_MOST_ROUNDS):
            self._heap.changed = False
            self._kinds.forget()
            for node in self._nodes:
                self._follow(node)
                if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
                    self._kinds.while_unknown(node)
            if not self._heap.changed:
                return

    def _declare(self) -> None:
        """Note which variables there are, and what is unknown from the start."""
        scopes, heap = self._kinds.scopes, self._heap
        for node in self._nodes:
            match node:
                case (
                    ast.Name(id="setattr")
                    | ast.Attribute(value=ast.Attribute(attr="__dict__"))
                    | ast.Attribute(attr="__dict__", ctx=ast.Store())
                    | ast.Subscript(value=ast.Attribute(attr="__dict__"), ctx=ast.Store())
                ):
                    # Attributes are set in a way that does not show which.
                    heap.put(("field", None), UNKNOWN)
                case ast.Name(ctx=ast.Store()):
                    heap.put(scopes.variable(node), NOTHING)
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    heap.put(("field", name), NOTHING)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    self._declare_function(node)
                case ast.Import() | ast.ImportFrom():
                    for alias in node.names:
                        name = alias.asname or alias.name.partition(".")[0]
                        heap.put(scopes.variable_in(node, name), UNKNOWN)
                case ast.ClassDef():
                    of_class = made("class", node)
                    heap.put(scopes.variable_in(node, node.name), UNKNOWN if node.decorator_list else of_class)
                case ast.ExceptHandler(name=str(name)):
                    heap.put(scopes.variable_in(node, name), kind("error"))

    def _declare_function(self, node: Function) -> None:
        heap, scopes = self._heap, self._kinds.scopes
        for name in parameters(node):
            heap.put(scopes.variable_in(node.args, name), NOTHING)
        for extra in node.args.kwonlyargs:
            heap.put(scopes.variable_in(node.args, extra.arg), UNKNOWN)
        if node.args.vararg:
            heap.put(scopes.variable_in(node.args, node.args.vararg.arg), made("tuple", (node, "*")))
            heap.put(("items", (node, "*")), UNKNOWN)
        if node.args.kwarg:
            heap.put(scopes.variable_in(node.args, node.args.kwarg.arg), made("dict", (node, "**")))
            heap.put(("items", (node, "**")), kind("str"))
            heap.put(("values", (node, "**")), UNKNOWN)
        if isinstance(node, ast.Lambda):
            return
        around = self._class.get(node)
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        is_plain = _PLAIN_DECORATORS.issuperset(decorators)
        function = made("function", node) if is_plain else UNKNOWN
        if around is None:
            heap.put(scopes.variable_in(node, node.name), function)
        else:
            heap.put(("field", node.name), UNKNOWN if "property" in decorators else function)
            if parameters(node) and "staticmethod" not in decorators:
                heap.put(scopes.variable_in(node.args, parameters(node)[0]), made("object", around))
        if node.name == "__init__" and around is not None:
            is_outside = bool(around.decorator_list) or self._is_made_elsewhere(around)
        elif around is not None and node.name.startswith("__"):
            is_outside = True
        else:
            is_outside = self._may_be_called_from_outside(node)
        if not is_plain or is_outside:
            self.give_unknown(node)

    def _may_be_called_from_outside(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Return whether a function is also used as a value, or not called in the file at all."""
        called: set[ast.AST] = set()
        used: set[ast.AST] = set()
        for other in self._nodes:
            match other:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as function) if name == node.name:
                    called.add(function)
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()) if name == node.name:
                    used.add(other)
        return not called or bool(used - called)

    def _is_made_elsewhere(self, around: ast.ClassDef) -> bool:
        """Return whether a class is also used as a value, so that others may make its objects."""
        bases = {base for node in self._class.values() for base in node.bases}
        called = {node.func for node in self._nodes if isinstance(node, ast.Call)}
        tested = {
            part
            for node in self._nodes
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "issubclass", "super"}
            for part in ast.walk(node)
        }
        bases |= {base for node in self._nodes if isinstance(node, ast.ClassDef) for base in node.bases}
        owners = {node.value for node in self._nodes if isinstance(node, ast.Attribute)}
        return any(
            isinstance(node, ast.Name)
            and node.id == around.name
            and isinstance(node.ctx, ast.Load)
            and node not in called | bases | tested | owners
            for node in self._nodes
        )

    def give_unknown(self, node: Function) -> None:
        """Let the parameters of a function be unknown; `self` stays what it is."""
        names = parameters(node)
        for name in names[1:] if node in self._class else names:
            self._heap.put(self._kinds.scopes.variable_in(node.args, name), UNKNOWN)

    def _follow(self, node: ast.AST) -> None:
        of = self._kinds.while_unknown
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind_to(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                self._bind_to(target, value)
            case ast.AugAssign(target=target, op=operator, value=value):
                self._augment(target, operator, of(value), node)
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                self._bind(target, self._heap.items(of(iterable)))
            case ast.comprehension(target=target, iter=iterable):
                self._bind(target, self._heap.items(of(iterable)))
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._bind(target, of(value) if of(value).is_only("file") else UNKNOWN)
            case ast.Return(value=value) if node in self._function:
                self._heap.put(("returned", self._function[node]), kind("none") if value is None else of(value))
            case ast.Yield(value=value) if node in self._function:
                site = self._function[node], "yields"
                self._heap.put(("returned", self._function[node]), made("iterator", site))
                self._heap.put(("items", site), kind("none") if value is None else of(value))
            case ast.Lambda(body=body):
                self._heap.put(("returned", node), of(body))
                self._defaults(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if _falls_through(node.body):
                    self._heap.put(("returned", node), kind("none"))
                self._defaults(node)
            case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.GeneratorExp(elt=part):
                self._heap.put(("items", node), of(part))
            case ast.DictComp(key=key, value=value):
                self._heap.put(("items", node), of(key))
                self._heap.put(("values", node), of(value))
            case ast.Dict():
                self._dict(node)
            case ast.Tuple(elts=elts, ctx=ast.Load()) if not any(isinstance(one, ast.Starred) for one in elts):
                self._heap.set_parts(node, [of(one) for one in elts])
            case ast.List(elts=elts) | ast.Set(elts=elts) | ast.Tuple(elts=elts):
                for one in elts:
                    is_more = isinstance(one, ast.Starred)
                    self._heap.put(("items", node), self._heap.items(of(one)) if is_more else of(one))

    def _dict(self, node: ast.Dict) -> None:
        of = self._kinds.while_unknown
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self._heap.put(("items", node), self._heap.items(of(value)))
                self._heap.put(("values", node), self._heap.dict_values(of(value)))
            else:
                self._heap.put(("items", node), of(key))
                self._heap.put(("values", node), of(value))

    def _defaults(self, node: Function) -> None:
        defaults = node.args.defaults
        for name, default in zip(parameters(node)[::-1], defaults[::-1], strict=False):
            self._heap.put(self._kinds.scopes.variable_in(node.args, name), self._kinds.while_unknown(default))

    def _bind_to(self, target: ast.expr, value: ast.expr) -> None:
        are_displays = isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)
        targets, values = getattr(target, "elts", []), getattr(value, "elts", [])
        if are_displays and len(targets) == len(values) and not _starred([*targets, *values]):
            for one, other in zip(targets, values, strict=True):
                self._bind_to(one, other)
            return
        self._bind(target, self._kinds.while_unknown(value))

    def _bind(self, target: ast.expr, value: Kind) -> None:
        """Store a value in a target."""
        heap = self._heap
        match target:
            case ast.Name():
                heap.put(self._kinds.scopes.variable(target), value)
                if target in self._names_in_classes:
                    heap.put(("field", target.id), value)
            case ast.Attribute(attr=name):
                heap.put(("field", name), value)
            case ast.Subscript(value=container, slice=index):
                to = self._kinds.while_unknown(container)
                if isinstance(index, ast.Slice):
                    heap.add_items(to, heap.items(value))
                else:
                    heap.add_values(to, value)
                    heap.add_items(Kind(frozenset(one for one in to.values if one.name == "dict")), self._key(index))
            case ast.Starred(value=name):
                heap.put(("items", target), heap.items(value))
                self._bind(name, made("list", target))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                self._unpack(targets, value)

    def _key(self, index: ast.expr) -> Kind:
        return self._kinds.while_unknown(index)

    def _unpack(self, targets: list[ast.expr], value: Kind) -> None:
        for number, target in enumerate(targets):
            found = NOTHING
            for one in value.values:
                parts = self._heap.parts(one.site) if one.name == "tuple" else None
                if parts is not None and len(parts) == len(targets) and not _starred(targets):
                    found |= parts[number]
                else:
                    found |= self._heap.items(Kind(frozenset([one])))
            self._bind(target.value if isinstance(target, ast.Starred) else target, found)

    def _augment(self, target: ast.expr, operator: ast.operator, value: Kind, node: ast.AST) -> None:
        load = self._kinds.while_unknown(target)
        lists = Kind(frozenset(one for one in load.values if one.name == "list"))
        if lists.values and isinstance(operator, ast.Add):
            self._heap.add_items(lists, self._heap.items(value))
            load = load.without("list")
        self._bind(target, self._kinds.operation(operator, load, value, node))


def _starred(nodes: Iterable[ast.AST]) -> bool:
    return any(isinstance(node, ast.Starred) for node in nodes)


def _falls_through(body: list[ast.stmt]) -> bool:
    """Return whether a body may come to its end."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return False
        case ast.If(body=one, orelse=other):
            return not other or _falls_through(one) or _falls_through(other)
        case ast.While(test=ast.Constant(value=value)) if value:
            return any(isinstance(node, ast.Break) for node in ast.walk(body[-1]))
        case ast.With(body=inner):
            return _falls_through(inner)
        case ast.Try(body=one, handlers=handlers, finalbody=last):
            if last and not _falls_through(last):
                return False
            return _falls_through(one) or any(_falls_through(handler.body) for handler in handlers)
    return True
