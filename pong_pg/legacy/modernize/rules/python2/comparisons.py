"""Comparisons of values of different types, which Python 2 ordered by their types.

The operators stay where the file does not show that types may be mixed: if they are, today's Python says so. They also
stay where the file asks first whether a value is None.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from pong_pg.legacy.modernize.call_arguments import set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kind_values import ARRAYS, NUMBERS, Kind, Value, any_of
from pong_pg.legacy.modernize.layout import Piece

_SIGNS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_OTHERS: dict[type[ast.cmpop], str] = {
    **_SIGNS, ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
# As many kinds as are looked at to find out whether values are mixed.
_MOST_SEEN = 100
_WITHOUT_EFFECT = (
    ast.Name, ast.Constant, ast.Attribute, ast.Tuple, ast.UnaryOp, ast.expr_context, ast.unaryop,
)  # fmt: skip
_SORTING = frozenset(["max", "min", "sorted"])
_ORDERS = frozenset(["__lt__", "__gt__", "__cmp__", "__le__", "__ge__"])


def comparisons(draft: Draft) -> None:
    """Compare values as Python 2 did, where the file shows that their types are mixed."""
    rules = _Comparisons(draft)
    for node in draft.walk(ast.Compare):
        rules.compare(node)
    for call in draft.walk(ast.Call):
        rules.call(call)


def _may_repeat(node: ast.expr) -> bool:
    """Return whether an expression has no effect, so that it may be evaluated twice."""
    return all(isinstance(part, _WITHOUT_EFFECT) for part in ast.walk(node))


class _Comparisons:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._kinds = draft.kinds
        self._asked = self._asked_for_none()

    def _asked_for_none(self) -> set[str]:
        """Return the source of what the file compares with None, or asks for its truth."""
        found: set[str] = set()
        for node in self._draft.walk(ast.Compare):
            if any(isinstance(side, ast.Constant) and side.value is None for side in node.comparators):
                found.add(self._draft.source(node.left))
        for test in self._draft.walk(ast.UnaryOp):
            if isinstance(test.op, ast.Not):
                found.add(self._draft.source(test.operand))
        for part in self._draft.walk(ast.BoolOp):
            found |= {self._draft.source(value) for value in part.values if isinstance(value, ast.Name | ast.Attribute)}
        for statement in self._draft.walk(ast.If):
            found.add(self._draft.source(statement.test))
        return found

    def _of(self, node: ast.expr) -> Kind:
        found = self._kinds.of(node)
        return found.without("none") if self._draft.source(node) in self._asked and len(found.values) > 1 else found

    def _groups(self, what: Kind) -> set[str]:
        """Return the groups of types within which values have an order of their own."""
        found: set[str] = set()
        for value in what.values:
            if value.name in NUMBERS | ARRAYS | {"inexact"}:
                found.add("number")
            elif value.name == "object":
                found.add("object" if self._has_order(value.site) else "unordered")
            else:
                found.add(value.name)
        return found

    def _has_order(self, definition: object) -> bool:
        if not isinstance(definition, ast.ClassDef):
            return True
        names = {part.name for part in definition.body if isinstance(part, ast.FunctionDef)}
        return bool(names & _ORDERS) or any(getattr(base, "id", "") != "object" for base in definition.bases)

    def _is_mixed(self, what: Kind) -> bool:
        """Return whether values that are compared with each other are of types that have no order today."""
        # What is compared with each other when these are; containers may be in each other.
        pending, seen = [what], {what}
        while pending:
            one = pending.pop()
            groups = self._groups(one)
            if groups & {"dict", "unordered", "complex", "builtin", "class", "function", "none"}:
                return True
            if len(groups - {"unknown"}) > 1:
                return True
            inner = [value for value in one.values if value.name in {"list", "tuple"}]
            for items in self._compared_within(inner) if inner and len(seen) < _MOST_SEEN else []:
                if items not in seen:
                    seen.add(items)
                    pending.append(items)
        return False

    def _compared_within(self, sequences: list[Value]) -> list[Kind]:
        """Return what is compared with each other when sequences are."""
        parts = [self._kinds.parts(value) if value.name == "tuple" else None for value in sequences]
        if all(part is not None for part in parts) and len({len(part or []) for part in parts}) == 1:
            return [any_of((part or [])[place] for part in parts) for place in range(len(parts[0] or []))]
        return [any_of(self._kinds.items(Kind(frozenset([value]))) for value in sequences)]

    def compare(self, node: ast.Compare) -> None:
        """Change a comparison."""
        draft = self._draft
        if not any(type(operator) in _SIGNS for operator in node.ops):
            return
        sides = [node.left, *node.comparators]
        kinds = [self._of(side) for side in sides]
        pairs = list(zip(sides, node.ops, sides[1:], strict=False))
        mixed = [
            type(operator) in _SIGNS and self._is_mixed(any_of([one, other]))
            for one, operator, other in zip(kinds, node.ops, kinds[1:], strict=False)
        ]
        if not any(mixed):
            return
        kept = {side: f"middle{number or ''}" for number, side in enumerate(sides[1:-1]) if not _may_repeat(side)}
        if kept and not self._may_keep(node, kept.values()):
            draft.comment(node, "Python 2 compared values of different types, too; `compare(a, b) < 0` does so.")
            draft.support("compare")
            return
        pieces: list[Piece] = []
        for (left, operator, right), is_mixed in zip(pairs, mixed, strict=True):
            pieces.append(" and " if pieces else "")
            one: tuple[Piece, ...] = (kept[left],) if left in kept else draft.operand(left)
            other: tuple[Piece, ...] = draft.operand(right)
            if right in kept:
                # It is evaluated once.
                other = ("(", kept[right], " := ", right, ")")
            if is_mixed:
                bare = [
                    [side] if pieces_of == draft.operand(side) else list(pieces_of)
                    for side, pieces_of in ((left, one), (right, other))
                ]
                pieces += [f"{draft.support('compare')}(", *bare[0], ", ", *bare[1], f") {_SIGNS[type(operator)]} 0"]
            else:
                pieces += [*one, f" {_OTHERS[type(operator)]} ", *other]
        if len(pairs) > 1 and not isinstance(draft.parent(node), ast.expr_context | ast.stmt | ast.Call):
            pieces = ["(", *pieces, ")"]
        draft.replace(node, *pieces)

    def _may_keep(self, node: ast.expr, names: Collection[str]) -> bool:
        """Return whether an expression can keep values under these names, which the file does not have."""
        if any(one.id in names for one in self._draft.walk(ast.Name)):
            return False
        around: ast.AST | None = node
        while isinstance(around, ast.expr | ast.comprehension | ast.keyword | ast.arguments):
            if isinstance(around, ast.comprehension | ast.Lambda | ast.arguments):
                return False
            around = self._draft.parent(around)
        while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            around = self._draft.parent(around)
        return not isinstance(around, ast.ClassDef)

    def call(self, node: ast.Call) -> None:
        """Change a call that compares values."""
        draft, function = self._draft, node.func
        if draft.is_builtin(function, "apply"):
            self._apply(node)
            return
        if draft.is_builtin(function, "cmp"):
            if len(node.args) == 2 and self._is_mixed(any_of(map(self._of, node.args))):
                draft.replace(function, draft.support("compare"))
            return
        if isinstance(function, ast.Name) and function.id in _SORTING and draft.scopes.is_builtin(function):
            of = self._kinds.of(node.args[0]) if node.args else Kind()
            items = self._kinds.items(of) if len(node.args) == 1 or function.id == "sorted" else Kind()
            if not items:
                items = any_of(map(self._kinds.of, node.args))
            if len(node.args) > 1 and function.id == "sorted":
                return
        elif isinstance(function, ast.Attribute) and function.attr == "sort" and not node.args:
            receiver = self._kinds.of(function.value)
            items = self._kinds.items(receiver) if receiver.is_only("list") else Kind()
        else:
            self._heap(node)
            return
        self._sort(node, items)

    def _apply(self, node: ast.Call) -> None:
        match node:
            case ast.Call(args=[ast.Name(id="min" | "max" as name) as of, ast.Tuple(elts=values)], keywords=[]):
                if (
                    len(values) > 1
                    and self._draft.is_builtin(of, name)
                    and self._is_mixed(any_of(map(self._of, values)))
                ):
                    pieces = [piece for value in values for piece in (value, ", ")]
                    self._draft.replace(node, f"{name}(", *pieces, f"key={self._draft.support('mixed_order')})")

    def _sort(self, node: ast.Call, items: Kind) -> None:
        draft = self._draft
        key = next((keyword for keyword in node.keywords if keyword.arg == "key"), None)
        if any(keyword.arg == "cmp" for keyword in node.keywords):
            return
        if key is None:
            if items and self._is_mixed(items):
                name = draft.support("mixed_order")
                set_arguments(draft, node, [*node.args, *node.keywords, f"key={name}"])
        elif isinstance(key.value, ast.Lambda) and self._is_mixed(self._kinds.of(key.value.body)):
            draft.wrap(key.value.body, draft.support("mixed_order") + "(", ")")

    def _heap(self, node: ast.Call) -> None:
        is_heap = self._draft.full_name(node.func) in {"heapq.heappush", "bisect.insort"} and len(node.args) == 2
        if is_heap and self._is_mixed(self._kinds.of(node.args[1])):
            note = "equal first parts let the others be compared, which may have no order today."
            self._draft.comment(node, note)
