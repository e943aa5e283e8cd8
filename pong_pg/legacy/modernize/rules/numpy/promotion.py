"""Types of results: keeps those that NumPy 1 gave, where NumPy 2 would give others.

Most places are right as they are. Where the text shows what the operands are, one of them is converted; a support
function decides only where it does not and a difference is possible.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.functions import COMPARING, PROMOTING
from pong_pg.legacy.modernize.rules.numpy.values import (
    ANY,
    ARRAY,
    PYTHON,
    SCALAR,
    SOMETHING,
    Values,
    all_of,
    differs,
    full,
    promoted,
)
from pong_pg.legacy.runtime.promotion import beside

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and_", ast.BitOr: "or_",
    ast.BitXor: "xor", ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
# They took the first type that holds both operands.
_SIGNED = frozenset({"floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "power", "floor_divide"})
_DIVIDE = "if this function is numpy.divide, it rounded the quotients of integers down in Python 2: numpy.floor_divide"
_CHECK = "NumPy 2 may give this another type than NumPy 1 did: a number beside a float32 or an integer of few bits"


@dataclass(frozen=True)
class _Change:
    """What keeps the type of a result.

    Attributes:
        side: 0 or 1, the operand to convert; None if a support function is to decide.
        by: the function that converts it.
    """

    side: int | None = None
    by: str = ""


class _Promotion:
    """One pass over a file.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._values = draft.arrays
        self._converted: set[ast.AST] = set()

    def run(self) -> None:
        """Change all operations whose result may have another type since NumPy 2."""
        for operation in self._draft.walk(ast.BinOp):
            if type(operation.op) in _OPERATORS:
                self._binary(operation, _OPERATORS[type(operation.op)], operation.left, operation.right)
        for comparison in self._draft.walk(ast.Compare):
            self._comparison(comparison)
        for assignment in self._draft.walk(ast.AugAssign):
            if type(assignment.op) in _OPERATORS:
                self._augmented(assignment, _OPERATORS[type(assignment.op)])
        for call in self._draft.walk(ast.Call):
            self._call(call)

    def _change(self, left: ast.expr, right: ast.expr, name: str, *, compares: bool = False) -> _Change | None:
        return change(self._values.of(left), self._values.of(right), name, compares=compares)

    def _binary(self, node: ast.BinOp, name: str, left: ast.expr, right: ast.expr) -> None:
        found = self._change(left, right, name)
        if found is None:
            return
        if found.side is not None:
            self._convert((left, right)[found.side], found.by)
            return
        function = f"{self._draft.module('operator')}.{name}"
        self._draft.replace(node, self._draft.support("promoted"), f"({function}, ", left, ", ", right, ")")

    def _convert(self, node: ast.expr, by: str) -> None:
        if node in self._converted:
            return
        self._converted.add(node)
        if by == "float" and isinstance(node, ast.Call) and self._draft.full_name(node.func) == "numpy.float64":
            number = node.args[0] if len(node.args) == 1 else None
            if isinstance(number, ast.Constant) and isinstance(number.value, float):
                self._draft.replace(node, number)
            else:
                self._draft.replace(node.func, "float")
            return
        name = by if by == "float" else f"{self._draft.module('numpy', 'np')}.{by}"
        self._draft.wrap(node, f"{name}(", ")")

    def _comparison(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides[:-1], sides[1:], strict=True):
            if type(op) not in _OPERATORS:
                continue
            found = self._change(left, right, _OPERATORS[type(op)], compares=True)
            if found is None:
                continue
            if found.side is not None:
                self._convert((left, right)[found.side], found.by)
            elif len(node.ops) == 1:
                function = f"{self._draft.module('operator')}.{_OPERATORS[type(op)]}"
                self._draft.replace(node, self._draft.support("compared"), f"({function}, ", left, ", ", right, ")")
            else:
                self._draft.comment(node, _CHECK)

    def _augmented(self, node: ast.AugAssign, name: str) -> None:
        found = self._change(node.target, node.value, name)
        if found is None:
            return
        if found.side == 1:
            self._convert(node.value, found.by)
            return
        target, value = self._values.of(node.target), self._values.of(node.value)
        if found.side == 0 and all_of(target, SCALAR) and all_of(value, PYTHON):
            kinds = {full(one) for one in value}
            if len(kinds) == 1:
                self._convert(node.value, kinds.pop())
                return
        if not _is_pure(node.target):
            self._draft.comment(node, _CHECK)
            return
        function = f"{self._draft.module('operator')}.i{name.rstrip('_')}"
        again = self._draft.source(node.target)
        support = self._draft.support("promoted")
        self._draft.replace(node, node.target, f" = {support}({function}, {again}, ", node.value, ")")

    def _call(self, node: ast.Call) -> None:
        full_name = self._draft.full_name(node.func)
        name = full_name.removeprefix("numpy.")
        if any(isinstance(one, ast.Starred) for one in node.args):
            return
        if full_name.startswith("numpy.") and name in PROMOTING and len(node.args) >= 2:
            self._function(name, node.args[0], node.args[1])
        elif isinstance(node.func, ast.Name) and node.func.id == "divide" and len(node.args) == 2:
            if supports.exists("divide") and self._draft.scopes.binds("divide"):
                self._apply(self._change(node.args[0], node.args[1], "floordiv"), *node.args)
        elif full_name == "numpy.where" and len(node.args) == 3:
            found = self._change(node.args[1], node.args[2], "where")
            self._apply(found, node.args[1], node.args[2])
        elif self._is_found_by_name(node) and len(node.args) == 2 and not node.keywords:
            if self._draft.facts.python2:
                self._draft.comment(node, _DIVIDE)
            left, right = node.args
            self._draft.replace(node, self._draft.support("promoted"), "(", node.func, ", ", left, ", ", right, ")")
        elif self._draft.is_builtin(node.func, "sum") and len(node.args) in {1, 2}:
            self._sum(node)

    def _is_found_by_name(self, node: ast.Call) -> bool:
        """Return whether a function of a module is called that is looked up while the program runs."""
        return any(value.dtype == "numpy function" for value in self._values.of(node.func)) and any(
            differs(a, b) for a in self._values.of(node.args[0]) for b in self._values.of(node.args[-1])
        )

    def _function(self, name: str, left: ast.expr, right: ast.expr) -> None:
        self._apply(self._change(left, right, name, compares=name in COMPARING), left, right)

    def _apply(self, found: _Change | None, left: ast.expr, right: ast.expr) -> None:
        if found is None:
            return
        if found.side is not None:
            self._convert((left, right)[found.side], found.by)
            return
        operands = self._draft.support("numpy_1_operands")
        self._draft.change(self._draft.start(left), self._draft.start(left), f"*{operands}(")
        self._draft.change(self._draft.end(right), self._draft.end(right), ")")

    def _sum(self, node: ast.Call) -> None:
        """Let `sum` begin with a wide number where it adds narrow ones."""
        from pong_pg.legacy.modernize.rules.numpy.results import items

        added = items(self._values.of(node.args[0]))
        narrow = {value for value in added if value.form == SCALAR and value.is_narrow}
        if not narrow:
            return
        if len(node.args) > 1:
            start = self._values.of(node.args[1])
            kinds = {full(one) for one in start}
            if all_of(start, PYTHON) and len(kinds) == 1:
                self._convert(node.args[1], kinds.pop())
            elif not all_of(start, SCALAR):
                self._draft.replace(node.func, self._draft.support("sum_of"))
            return
        if all_of(added, SCALAR) and ANY not in {value.dtype for value in narrow}:
            wide = promoted([*(value.dtype for value in added), "int64"])
            zero = f", {self._draft.module('numpy', 'np')}.{wide}(0))"
            self._draft.replace(node, node.func, "(", node.args[0], zero)
        else:
            self._draft.replace(node.func, self._draft.support("sum_of"))


def change(left: Values, right: Values, name: str, *, compares: bool = False) -> _Change | None:
    """Return what keeps the type of a result of two operands; None if nothing is needed."""
    sides = (left, right)
    differing = [(a, b) for a in left for b in right if differs(a, b) and not _is_harmless(a, b, compares)]
    if not differing:
        return None
    for side, other in ((0, 1), (1, 0)):
        arrays, numbers = sides[side], sides[other]
        dtypes = {value.dtype for value in arrays}
        if all_of(arrays, ARRAY) and len(dtypes) == 1 and ANY not in dtypes:
            dtype = np.dtype(dtypes.pop())
            if dtype.kind == "f" and all(one.form in {PYTHON, SCALAR} and one.kind == "f" for one in numbers):
                return _Change(other, "float")
            constants = {one.constant for one in numbers}
            if all_of(numbers, PYTHON) and len(constants) == 1 and (constant := constants.pop()) is not None:
                fitting = beside(dtype, constant, signed=name in _SIGNED)
                if isinstance(fitting, np.generic):
                    return _Change(other, fitting.dtype.name)
        if all_of(sides[side], SCALAR) and all_of(sides[other], PYTHON) and ANY not in dtypes:
            wide = {promoted([a.dtype, full(b)]) for a in sides[side] for b in sides[other]}
            if len(wide) == 1:
                return _Change(side, wide.pop())
    return _Change()


def _is_harmless(a: object, b: object, compares: bool) -> bool:
    """Return whether a difference is of no consequence, or too improbable for a change of the text."""
    from pong_pg.legacy.modernize.rules.numpy.values import Value

    if not isinstance(a, Value) or not isinstance(b, Value):
        return False
    one, other = (a, b) if a.form in {ARRAY, SCALAR} else (b, a)
    if compares and one.kind in "iu" and (other.form == PYTHON and other.dtype == "int"):
        # Integers are compared by their values.
        return one.kind != ""
    # What is unknown beside an array of integers is most likely another array, or a number that fits.
    return other == SOMETHING and one.form == ARRAY and one.kind in {"i", "u"}


def _is_pure(node: ast.expr) -> bool:
    """Return whether an expression can stand twice."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value):
            return _is_pure(value)
        case ast.Subscript(value=value, slice=index):
            return _is_pure(value) and _is_pure(index)
        case ast.Tuple(elts=parts):
            return all(map(_is_pure, parts))
        case ast.UnaryOp(operand=operand):
            return _is_pure(operand)
        case ast.Slice(lower=lower, upper=upper, step=step):
            return all(part is None or _is_pure(part) for part in (lower, upper, step))
    return False


def promotion(draft: Draft) -> None:
    """Keep the types of results."""
    if draft.facts.settings.promotes_by_value:
        _Promotion(draft).run()


PASSES: tuple[Callable[[Draft], None], ...] = (promotion,)
