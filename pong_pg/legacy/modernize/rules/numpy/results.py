"""What operations give, as NumPy 1 gave it: operators, items and attributes of what `values` describes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from pong_pg.legacy.modernize.rules.numpy.functions import (
    call,
    dtypes_of,
    named,
)
from pong_pg.legacy.modernize.rules.numpy.methods import builtin, method
from pong_pg.legacy.modernize.rules.numpy.values import (
    ANY,
    ARRAY,
    DTYPE,
    LIST,
    NOTHING,
    OTHER,
    PYTHON,
    SCALAR,
    SOMETHING,
    TEXT,
    UNKNOWN,
    Value,
    Values,
    array,
    beside,
    full,
    items,
    joined,
    list_of,
    promoted,
    python,
    scalar,
)

__all__ = [
    "attribute",
    "builtin",
    "call",
    "call_of",
    "comparison",
    "constant",
    "dtypes_of",
    "element",
    "items",
    "method",
    "named",
    "operation",
    "parts",
    "unary",
]

_OF_PYTHON = {bool: "bool", int: "int", float: "float", complex: "complex"}
_FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Pow: lambda a, b: a**b if abs(b) < 100 and abs(a) < 2**16 else None,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
}


def constant(value: object) -> Values:
    """Return what a literal is."""
    if type(value) in _OF_PYTHON:
        return python(_OF_PYTHON[type(value)], value)
    return frozenset({Value(OTHER, type(value).__name__, constant=value if isinstance(value, str) else None)})


def parts(values: Values, count: int) -> list[Values]:
    """Return what each of several targets gets of what is unpacked to them."""
    found = [NOTHING] * count
    for value in values:
        each = value.parts if len(value.parts) == count else [items(frozenset({value}))] * count
        found = [joined(old, new) for old, new in zip(found, each, strict=True)]
    return found


def element(values: Values, node: ast.expr, index: Values, of: Callable[[ast.AST], Values]) -> Values:
    """Return what `value[index]` is."""
    found = NOTHING
    for value in values:
        if value.form == LIST:
            at = node.value if isinstance(node, ast.Constant) else None
            if value.parts and isinstance(at, int) and -len(value.parts) <= at < len(value.parts):
                found = joined(found, value.parts[at])
            else:
                found = joined(found, list_of(value.items) if isinstance(node, ast.Slice) else value.items)
        elif value.form == ARRAY:
            found = joined(found, _indexed(value, node, of, index))
        elif value.form == SCALAR:
            found = joined(found, frozenset({value}))
        else:
            found = joined(found, UNKNOWN)
    return found


def _indexed(value: Value, node: ast.expr, of: Callable[[ast.AST], Values], index: Values) -> Values:
    several = node.elts if isinstance(node, ast.Tuple) else [node]
    dimensions, sure = value.dimensions, True
    for part in several:
        what = of(part) if isinstance(node, ast.Tuple) else index
        if isinstance(part, ast.Slice) or _is_ellipsis(part):
            continue
        if isinstance(part, ast.Constant) and part.value is None:
            dimensions = None if dimensions is None else dimensions + 1
        elif what and all(one.form in {PYTHON, SCALAR} and one.kind in "iu" for one in what):
            dimensions = None if dimensions is None else dimensions - 1
        elif what and all(one.form in {ARRAY, LIST} for one in what):
            # Of an array of indices or of booleans: never a scalar.
            sure = dimensions is not None and not any(one.form == ARRAY and one.dimensions != 1 for one in what)
            if not sure:
                return array(value.dtype)
        else:
            return joined(array(value.dtype), scalar(value.dtype))
    has_slice = any(isinstance(part, ast.Slice) or _is_ellipsis(part) for part in several)
    if dimensions is None:
        return array(value.dtype) if has_slice else joined(array(value.dtype), scalar(value.dtype))
    return array(value.dtype, max(dimensions, 0))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def attribute(values: Values, name: str) -> Values:
    """Return what an attribute of an array is; empty for other objects."""
    found = NOTHING
    for value in values:
        if value.form in {ARRAY, SCALAR}:
            if name == "T":
                found = joined(found, frozenset({value}))
            elif name == "dtype":
                found = joined(found, frozenset({Value(DTYPE, value.dtype)}))
            elif name in {"size", "ndim", "itemsize", "nbytes"}:
                found = joined(found, python("int"))
            elif name == "shape":
                found = joined(found, list_of(python("int")))
            elif name == "flat":
                found = joined(found, list_of(scalar(value.dtype)))
            else:
                return NOTHING
        elif value.form == DTYPE and name == "type":
            found = joined(found, frozenset({value}))
        else:
            return NOTHING
    return found


def unary(op: ast.unaryop, values: Values) -> Values:
    """Return what `-value`, `~value` or `not value` is."""
    if isinstance(op, ast.Not):
        return python("bool")
    found = NOTHING
    for value in values:
        if isinstance(value.constant, int | float) and isinstance(op, ast.USub):
            found = joined(found, constant(-value.constant))
        else:
            found = joined(found, frozenset({Value(value.form, value.dtype, value.dimensions, value.items)}))
    return found


def comparison(sides: list[Values]) -> Values:
    """Return what a comparison gives."""
    found = NOTHING
    for values in sides:
        for value in values:
            if value.form == ARRAY:
                found = joined(found, array("bool", value.dimensions))
            elif value.form == SCALAR:
                found = joined(found, scalar("bool"))
            elif value == SOMETHING:
                found = joined(found, UNKNOWN)
    return found or python("bool")


def operation(
    op: ast.operator, left: Values, right: Values, *, in_place: bool = False, classic: bool = False
) -> Values:
    """Return what an operator gives for all values of its two operands.

    Args:
        op: the operator.
        left: the first operand.
        right: the second.
        in_place: it changes the first operand.
        classic: `/` between integers gives an integer.
    """
    found = NOTHING
    for one in left:
        for other in right:
            is_floored = classic and isinstance(op, ast.Div) and {one.kind, other.kind} <= set("iub")
            found = joined(found, _operation(ast.FloorDiv() if is_floored else op, one, other, in_place))
    return found


def _operation(op: ast.operator, one: Value, other: Value, in_place: bool) -> Values:
    if in_place and one.form == ARRAY:
        return frozenset({one})
    if LIST in {one.form, other.form}:
        return _of_lists(op, one, other)
    if "NoneType" in {one.dtype, other.dtype}:
        return NOTHING
    if in_place and one.form == PYTHON:
        one = replace(one, constant=None)
    if OTHER in {one.form, other.form}:
        if "str" in {one.dtype, other.dtype}:
            return TEXT
        known = other if one.form == OTHER else one
        if known.form == ARRAY:
            # Beside what is unknown: an array, of a type that is not narrower.
            return array(known.dtype if known.dtype in {"float64", "complex128"} else "") | UNKNOWN
        return UNKNOWN
    if one.form == other.form == PYTHON:
        return _of_numbers(op, one, other)
    return _of_arrays(op, one, other)


def _of_lists(op: ast.operator, one: Value, other: Value) -> Values:
    if one.form == other.form:
        known = (one.parts or not one.items) and (other.parts or not other.items)
        both = joined(one.items, other.items)
        return list_of(both, one.parts + other.parts if known else ()) if isinstance(op, ast.Add) else UNKNOWN
    listed, beside_it = (one, other) if one.form == LIST else (other, one)
    if beside_it.form in {ARRAY, SCALAR}:
        names = [beside_it.dtype, *(full(item) for item in listed.items if item.form in {PYTHON, SCALAR, ARRAY})]
        return array(_divided(op, promoted(names)))
    return list_of(listed.items) if isinstance(op, ast.Mult) else UNKNOWN


def _of_numbers(op: ast.operator, one: Value, other: Value) -> Values:
    if one.constant is not None and other.constant is not None and type(op) in _FOLDED:
        try:
            result = _FOLDED[type(op)](one.constant, other.constant)
        except (ArithmeticError, TypeError):
            return UNKNOWN
        if type(result) in _OF_PYTHON:
            return constant(result)
    order = ["bool", "int", "float", "complex"]
    widest = max(one.dtype, other.dtype, key=order.index)
    if widest == "bool":
        widest = "int"
    return python("float" if isinstance(op, ast.Div) and widest == "int" else widest)


def _divided(op: ast.operator, dtype: str) -> str:
    if not isinstance(op, ast.Div) or dtype in {ANY, ""}:
        return dtype
    kind = np.dtype(dtype).kind
    return "float64" if kind in "iub" and np.dtype(dtype).itemsize > 1 else "float64" if kind in "iub" else dtype


def _of_arrays(op: ast.operator, one: Value, other: Value) -> Values:
    both = [one, other]
    arrays = [value for value in both if value.form == ARRAY]
    if len(arrays) == 1:
        number = other if one.form == ARRAY else one
        dtype = arrays[0].dtype
        dtype = beside(dtype, number) if dtype not in {ANY, ""} and full(number) != "" else dtype or ""
        dimensions = arrays[0].dimensions
    else:
        dtype = promoted(full(value) for value in both)
        known = [value.dimensions for value in arrays]
        dimensions = None if None in known else max((value or 0 for value in known), default=0)
    dtype = _divided(op, dtype)
    return array(dtype, dimensions) if arrays else scalar(dtype)


def call_of(values: Values) -> Values:
    """Return what calling something gives that is a value itself: a dtype, or a function found at run time."""
    found = NOTHING
    for value in values:
        found = joined(found, scalar(value.dtype) if value.form == DTYPE else UNKNOWN)
    return found
