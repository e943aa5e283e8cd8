"""What gave lists in Python 2 and gives iterators or views today: a list where one is needed."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.python2.builtins import is_consumed
from pong_pg.legacy.modernize.rules.python2.calls import OwnCalls
from pong_pg.legacy.tables.python2 import GIVE_LISTS

_VIEWS = frozenset(["items", "keys", "values"])
_CHANGES = frozenset(
    ["append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "sort", "update"]
)
# Functions that take a range as they take a list.
_TAKE_RANGES = ("numpy.", "matplotlib.", "pylab.", "random.choice", "random.sample", "pandas.")


def lists(draft: Draft) -> None:
    """Make lists of what today's builtins and methods give, where something else than a loop uses them."""
    if draft.facts.python2:
        _Lists(draft).change()


class _Lists:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._calls = OwnCalls(draft)
        self._own = {node.name for node in draft.walk(ast.FunctionDef)}

    def change(self) -> None:
        for call in self._draft.walk(ast.Call):
            if isinstance(call.func, ast.Attribute):
                if call.func.attr in _VIEWS and not call.args and not call.keywords:
                    self._view(call, call.func)
            elif isinstance(call.func, ast.Name) and self._draft.scopes.is_builtin(call.func):
                match call.func.id:
                    case "range":
                        self._range(call)
                    case "zip":
                        self._zip(call)
                    case "map":
                        self._map(call)
                    case "filter":
                        self._filter(call)
        self._values()

    def _values(self) -> None:
        """Let these builtins give lists where they are values, such as `mapper = map`."""
        called = {call.func for call in self._draft.walk(ast.Call)}
        for node in self._draft.walk(ast.Name):
            if node.id in GIVE_LISTS and node not in called and self._draft.is_builtin(node, node.id):
                parent = self._draft.parent(node)
                if isinstance(parent, ast.Compare):
                    continue
                given = f"lambda *given: list({node.id}(*given))"
                is_alone = isinstance(parent, ast.Assign | ast.Call | ast.Dict | ast.List | ast.Return | ast.keyword)
                if isinstance(parent, ast.Assign) and isinstance(self._draft.parent(parent), ast.ClassDef):
                    # As a builtin, it was no method.
                    given = f"staticmethod({given})"
                self._draft.replace(node, given if is_alone else f"({given})")

    def _listed(self, call: ast.Call) -> None:
        self._draft.wrap(call, "list(", ")")

    def _range(self, call: ast.Call) -> None:
        parent = self._draft.parent(call)
        if isinstance(parent, ast.Call) and call in parent.args:
            if self._draft.is_builtin(parent.func, "len") or self._draft.is_builtin(parent.func, "reversed"):
                return
            if self._draft.full_name(parent.func).startswith(_TAKE_RANGES):
                return
        if isinstance(parent, ast.Subscript) and parent.value is call and not isinstance(parent.slice, ast.Slice):
            return
        if not is_consumed(self._draft, call):
            self._listed(call)

    def _zip(self, call: ast.Call) -> None:
        if not self._is_lazy(call, *call.args):
            self._listed(call)

    def _is_lazy(self, call: ast.Call, *values: ast.expr) -> bool:
        """Return whether something goes through an iterable at once, and nothing changes its parts meanwhile."""
        return is_consumed(self._draft, call) and not any(self._is_changed_in_loop(call, value) for value in values)

    def _map(self, call: ast.Call) -> None:
        draft = self._draft
        if len(call.args) < 2 or call.keywords or any(isinstance(value, ast.Starred) for value in call.args):
            if len(call.args) > 1:
                self._listed(call)
            return
        function, *values = call.args
        is_none = isinstance(function, ast.Constant) and function.value is None
        if len(values) > 1 and not self._have_one_length(values):
            longest = f"{draft.module('itertools')}.zip_longest("
            pieces = _joined(values)
            if is_none:
                draft.replace(call, "list(", longest, *pieces, "))")
            else:
                draft.replace(
                    call, f"list({draft.module('itertools')}.starmap(", function, ", ", longest, *pieces, ")))"
                )
        elif is_none:
            draft.replace(call, "list(", "zip(" if len(values) > 1 else "", *_joined(values), "))"[len(values) == 1 :])
        elif (
            isinstance(function, ast.Lambda)
            and len(values) == 1
            and self._is_simple(function)
            and (not is_consumed(draft, call) or not self._calls.is_pure_function(function))
        ):
            name = function.args.args[0].arg
            draft.replace(call, "[", *_bare(function.body), f" for {name} in ", *_bare(values[0]), "]")
        elif not (self._is_lazy(call, *values) and (self._calls.is_pure_function(function) or self._is_at_once(call))):
            self._listed(call)

    def _is_at_once(self, call: ast.Call) -> bool:
        """Return whether a call goes through all that an iterator gives before anything else is done."""
        parent = self._draft.parent(call)
        return not isinstance(parent, ast.For | ast.comprehension) and not (
            isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _NOT_AT_ONCE
        )

    def _is_simple(self, function: ast.Lambda) -> bool:
        parameters = function.args
        only_one = len(parameters.args) == 1 and not (parameters.defaults or parameters.vararg or parameters.kwarg)
        return only_one and not any(
            isinstance(part, ast.Lambda | ast.Yield | ast.NamedExpr) for part in ast.walk(function.body)
        )

    def _have_one_length(self, values: list[ast.expr]) -> bool:
        """Return whether sequences are seen to be equally long."""
        lengths = {len(value.elts) for value in values if isinstance(value, ast.List | ast.Tuple)}
        if all(isinstance(value, ast.List | ast.Tuple) for value in values):
            return len(lengths) == 1
        first = self._draft.source(values[0])
        ranges = {f"range(len({first}))", f"xrange(len({first}))"}
        return all(self._draft.source(value) in {first, *ranges} for value in values[1:])

    def _filter(self, call: ast.Call) -> None:
        draft = self._draft
        if len(call.args) != 2:
            return
        function, values = call.args
        kinds = draft.kinds.of(values).names
        if self._is_lazy(call, values) and (self._calls.is_pure_function(function) or self._is_at_once(call)):
            return
        if kinds <= {"list", "iterator", "dict", "set", "array", "floats", "ints", "none"}:
            if isinstance(function, ast.Lambda) and self._is_simple(function):
                name = function.args.args[0].arg
                draft.replace(call, f"[{name} for {name} in ", *_bare(values), " if ", *_bare(function.body), "]")
            else:
                self._listed(call)
        elif kinds == {"str"}:
            draft.wrap(call, '"".join(', ")")
        elif kinds == {"tuple"}:
            draft.wrap(call, "tuple(", ")")
        else:
            draft.replace(call.func, draft.support("filtered"))

    def _view(self, call: ast.Call, method: ast.Attribute) -> None:
        if method.attr in self._own and not self._draft.kinds.of(method.value).names <= {"dict"}:
            return
        parent = self._draft.parent(call)
        if isinstance(parent, ast.Call) and call in parent.args and self._draft.is_builtin(parent.func, "len"):
            return
        if not is_consumed(self._draft, call) or self._is_changed_in_loop(call, method.value):
            self._listed(call)

    def _is_changed_in_loop(self, call: ast.Call, container: ast.expr) -> bool:
        """Return whether the body of a loop may change what it goes through."""
        loop = self._draft.parent(call)
        while isinstance(loop, ast.Call):
            # for i, (k, v) in enumerate(d.items())
            loop = self._draft.parent(loop)
        if not isinstance(loop, ast.For) or isinstance(container, ast.Constant | ast.List | ast.Tuple | ast.Dict):
            return False
        source = ast.dump(container) if isinstance(container, ast.Name | ast.Attribute | ast.Subscript) else ""
        return any(self._may_change(part, container, loop, source) for body in loop.body for part in ast.walk(body))

    def _may_change(self, part: ast.AST, container: ast.expr, loop: ast.For, source: str) -> bool:
        match part:
            case ast.Subscript(value=changed, slice=key, ctx=ast.Store() | ast.Del()):
                is_item = isinstance(part.ctx, ast.Store) and _is_key_of(loop.target, key)
                return _dumped(changed) == source and not is_item
            case ast.Call(func=ast.Attribute(value=changed, attr=name)) if name in _CHANGES:
                return _dumped(changed) == source
            case ast.AugAssign(target=changed):
                return _dumped(changed) == source
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in self._own:
                # A function of the file, which may change what it can reach.
                return self._calls.may_change(name, _root(container))
        return False


_NOT_AT_ONCE = frozenset(["any", "all", "enumerate", "iter", "zip", "map", "filter", "reduce"])


def _is_key_of(target: ast.expr, key: ast.expr) -> bool:
    """Return whether an index is the key that a loop over a dict is at."""
    first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
    return isinstance(key, ast.Name) and isinstance(first, ast.Name) and key.id == first.id


def _dumped(node: ast.expr) -> str:
    """Return the same text for the same expression, whether it is read or changed."""
    return ast.dump(node).replace("Store()", "Load()")


def _root(node: ast.expr) -> str:
    """Return the name by which a function can reach a container: `d` of `d`, `weights` of `self.weights`."""
    while isinstance(node, ast.Subscript | ast.Call):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _bare(node: ast.expr) -> tuple[Piece, ...]:
    is_open = isinstance(node, ast.IfExp | ast.Lambda | ast.NamedExpr)
    return ("(", node, ")") if is_open else (node,)


def _joined(values: list[ast.expr]) -> list[Piece]:
    pieces: list[Piece] = []
    for number, value in enumerate(values):
        pieces += [", " if number else "", value]
    return pieces


PASSES: tuple[Callable[[Draft], None], ...] = (lists,)
