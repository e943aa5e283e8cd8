"""Arrays as conditions, in comparisons, between brackets and as numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.values import (
    ARRAY,
    LIST,
    SCALAR,
    SOMETHING,
    Arrays,
    Value,
    Values,
    all_of,
    lengths_of,
)

_CONVERTING = frozenset({"float", "int", "complex"})
_MOST_DIMENSIONS = 31
_TESTED = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def conditions(draft: Draft) -> None:
    """Keep that an array without elements is false."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for node in _conditions(draft):
        # A comparison is of arrays with elements, if of arrays at all; and an item of an array is most likely a number.
        of = values.of(node)
        are_scalars = any(value.form == SCALAR for value in of)
        arrays = [value for value in of if value.form == ARRAY and not (are_scalars and value.dimensions is None)]
        if isinstance(node, _TESTED) and arrays and not draft.is_replaced(node):
            draft.wrap(node, f"{draft.support('is_true')}(", ")")


def _conditions(draft: Draft) -> Iterator[ast.expr]:
    """Yield the expressions whose truth is asked for, without those around them."""
    for node in ast.walk(draft.tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            yield from _parts(node.test)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield from _parts(test)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            if not isinstance(node.operand, ast.BoolOp | ast.UnaryOp) and not _is_tested(draft, node):
                yield node.operand
        elif isinstance(node, ast.Call) and draft.is_builtin(node.func, "bool") and len(node.args) == 1:
            yield from _parts(node.args[0])


def _is_tested(draft: Draft, node: ast.expr) -> bool:
    """Return whether an expression is a part of a condition, and so yielded with that."""
    parent = draft.parent(node)
    while isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
        node, parent = parent, draft.parent(parent)
    return (
        (isinstance(parent, ast.If | ast.While | ast.IfExp | ast.Assert) and parent.test is node)
        or (isinstance(parent, ast.comprehension) and node in parent.ifs)
        or (isinstance(parent, ast.Call) and draft.is_builtin(parent.func, "bool"))
    )


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _parts(value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _parts(node.operand)
    else:
        yield node


def comparisons(draft: Draft) -> None:
    """Keep that arrays of shapes which do not fit together, or an array of numbers and a text, are not equal."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for node in draft.walk(ast.Compare):
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            continue
        left, right = values.of(node.left), values.of(node.comparators[0])
        if _can_not_be_equal(left, right) or _can_not_be_equal(right, left):
            name = "eq" if isinstance(node.ops[0], ast.Eq) else "ne"
            function = f"{draft.module('operator')}.{name}"
            draft.replace(node, draft.support("compared"), f"({function}, ", node.left, ", ", node.comparators[0], ")")


def _can_not_be_equal(one: Values, other: Values) -> bool:
    if not all_of(one, ARRAY):
        return False
    if all(isinstance(value.constant, str) for value in other) and other:
        return all(value.kind in set("biufc") and value.kind for value in one)
    first, second = lengths_of(one), lengths_of(other)
    if first is None or second is None or not second:
        return False
    return any(a != b and 1 not in {a, b} for a, b in zip(reversed(first), reversed(second), strict=False))


def indices(draft: Draft) -> None:
    """Write lists that stood for tuples of indices as tuples."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for container, node in _indexed(draft):
        index = values.of(node)
        if all_of(values.of(container), LIST) or not all_of(index, LIST) or isinstance(node, ast.Tuple):
            continue
        verdicts = {_is_of_indices(value) for value in index}
        if verdicts == {True}:
            is_between_brackets = isinstance(draft.parent(node), ast.Subscript)
            if isinstance(node, ast.List) and len(node.elts) > 1 and is_between_brackets:
                pieces: list[str | ast.AST] = []
                for number, part in enumerate(node.elts):
                    pieces += [", "] if number else []
                    pieces.append(part)
                draft.replace(node, *pieces)
            elif isinstance(node, ast.List) and is_between_brackets:
                draft.replace(node, node.elts[0])
            else:
                draft.wrap(node, "tuple(", ")")
        elif verdicts != {False}:
            draft.wrap(node, f"{draft.support('as_index')}(", ")")


def _indexed(draft: Draft) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what may be arrays, each with an index of it: `a[index]`, and `numpy.add.at(a, index)`."""
    for node in draft.walk(ast.Subscript):
        yield node.value, node.slice
    for call in draft.walk(ast.Call):
        if len(call.args) > 1 and (full := draft.full_name(call.func)).startswith("numpy.") and full.endswith(".at"):
            yield call.args[0], call.args[1]


def _is_of_indices(value: Value) -> bool | None:
    """Return whether a list counted as a tuple: it has a part that is no number. None if it is not known."""
    items = frozenset(item for part in value.parts for item in part) or value.items
    is_part = [
        item.form in {LIST, ARRAY} or item.dtype in {"slice", "NoneType", "None", "ellipsis"}
        for item in items
        if item != SOMETHING
    ]
    if len(value.parts) > _MOST_DIMENSIONS:
        return False
    if any(is_part) and (value.parts or all(is_part) or any(item.dtype == "slice" for item in items)):
        return True
    return None if any(is_part) or SOMETHING in items else False


def numbers(draft: Draft) -> None:
    """Take the one element of an array out of it where a number is needed."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for call in draft.walk(ast.Call):
        if len(call.args) == 1 and any(draft.is_builtin(call.func, name) for name in _CONVERTING):
            _item(draft, call.args[0], values)
    for node in draft.walk(ast.BinOp):
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            formatted = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            letters = node.left.value.replace("%%", "").split("%")[1:]
            for argument, letter in zip(formatted, letters, strict=False):
                if letter.lstrip("0123456789.+- #")[:1] in {"d", "i", "f", "e", "g", "x"}:
                    _item(draft, argument, values)
    for statement in draft.walk(ast.Assign):
        target = statement.targets[0]
        if isinstance(target, ast.Subscript) and all_of(values.of(target), SCALAR):
            _item(draft, statement.value, values)


def instances(draft: Draft) -> None:
    """Let the integers of NumPy be such of Python, as they were in Python 2."""
    if not draft.facts.python2:
        return
    for call in draft.walk(ast.Call):
        if len(call.args) != 2 or not draft.is_builtin(call.func, "isinstance"):
            continue
        kind = call.args[1]
        if draft.is_builtin(kind, "int") and Value(SCALAR, "int64") in draft.arrays.of(call.args[0]):
            draft.replace(kind, f"(int, {draft.module('numpy', 'np')}.int64)")


def _item(draft: Draft, node: ast.expr, values: Arrays) -> None:
    of = values.of(node)
    if any(value.form == ARRAY for value in of) and all_of(of, ARRAY, SCALAR):
        draft.replace(node, *draft.operand(node), ".item()")


PASSES: tuple[Callable[[Draft], None], ...] = (conditions, comparisons, indices, numbers, instances)
