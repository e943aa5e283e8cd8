"""Arrays of sequences of different lengths, and integers that are too large for the type of an array."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.functions import dtypes_of, named
from pong_pg.legacy.modernize.rules.numpy.values import (
    ANY,
    ARRAY,
    DTYPE,
    LIST,
    PYTHON,
    Arrays,
    Values,
    all_of,
    is_ragged,
)
from pong_pg.legacy.tables.numpy import ARRAYS, SEQUENCES

_MAKING = frozenset({"array", "asarray", "asanyarray"})
_OF_RANDOM = frozenset({"random.permutation", "random.choice"})
# Functions that put values into an array: the position of the values, and of the array or the dtype.
_PUTTING = {"put": (2, 0), "place": (2, 0), "putmask": (2, 0), "insert": (2, 0), "full": (1, 2), "full_like": (1, 0)}
# Those of them that take no values of a wider type.
_CASTING = frozenset({"put", "place", "putmask"})


def ragged(draft: Draft) -> None:
    """Ask for arrays of objects where sequences of different lengths gave them."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for call in draft.walk(ast.Call):
        name = _name(draft, call)
        if not call.args or not name:
            continue
        first = call.args[0]
        if name in _MAKING:
            if len(call.args) == 1 and not any(one.arg in {"dtype", None} for one in call.keywords):
                _make(draft, call, values.of(first))
        elif name in SEQUENCES and isinstance(first, ast.List | ast.Tuple):
            for part in first.elts:
                _as_objects(draft, part, values)
        elif name in {*ARRAYS, *_OF_RANDOM, "sum", "mean", "array_split", "full_like"}:
            _as_objects(draft, first, values)
        elif name == "where":
            for part in call.args[1:]:
                _as_objects(draft, part, values)
        if name in {"save"} and len(call.args) > 1:
            _as_objects(draft, call.args[1], values)


def _name(draft: Draft, call: ast.Call) -> str:
    full = draft.full_name(call.func)
    return full.removeprefix("numpy.") if full.startswith("numpy.") else ""


def _make(draft: Draft, call: ast.Call, given: Values) -> None:
    verdict = is_ragged(given)
    if verdict:
        end = draft.end(call.args[0])
        draft.change(end, end, ", dtype=object")
    elif verdict is None and any(_may_be_ragged(value) for value in [given]):
        draft.replace(call.func, draft.support("array_of"))


def _may_be_ragged(values: Values) -> bool:
    """Return whether a list holds lists that grow, each for itself, or may hold such that differ."""
    for value in values:
        if value.form == LIST and is_ragged(frozenset({value})):
            return True
        if value.form == LIST and any(item.form == LIST and item.items and not item.parts for item in value.items):
            return True
    return False


def _as_objects(draft: Draft, node: ast.expr, values: Arrays) -> None:
    if is_ragged(values.of(node)) and all_of(values.of(node), LIST):
        draft.wrap(node, f"{draft.module('numpy', 'np')}.array(", ", dtype=object)")


def too_large(draft: Draft) -> None:
    """Let integers that do not fit into the type of an array wrap around, as they did."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for call in draft.walk(ast.Call):
        name = _name(draft, call)
        if name in _MAKING and call.args:
            _content(draft, call, values)
        elif name in _PUTTING and len(call.args) > _PUTTING[name][0]:
            value, at = _PUTTING[name]
            dtype = _dtype(call, values) or _dtype_of(call.args[at] if len(call.args) > at else None, values)
            _widen(draft, call.args[value], dtype, is_cast=name in _CASTING)
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "fill" and len(call.args) == 1:
            _widen(draft, call.args[0], _dtype_of(call.func.value, values))
        elif (kinds := named(f"numpy.{name}")) and len(call.args) == 1 and not call.keywords:
            scalar = next(iter(kinds))
            if scalar.form == DTYPE:
                _widen(draft, call.args[0], scalar.dtype)
    for statement in draft.walk(ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Subscript):
                array = target.value
                array = array.value if isinstance(array, ast.Attribute) and array.attr == "flat" else array
                _widen(draft, statement.value, _dtype_of(array, values))


def _content(draft: Draft, call: ast.Call, values: Arrays) -> None:
    """Make an array of what the numbers are first, and then convert it."""
    kind = call.args[1] if len(call.args) > 1 else next((one for one in call.keywords if one.arg == "dtype"), None)
    node = kind.value if isinstance(kind, ast.keyword) else kind
    dtype = dtypes_of(values.of(node)) if node is not None else ""
    if kind is not None and node is not None and dtype and _misfits(call.args[0], dtype):
        others = [draft.source(one) for one in call.keywords if one is not kind]
        extra = "".join(f", {one}" for one in others)
        draft.replace(call, call.func, "(", call.args[0], f"{extra}).astype(", node, ")")


def _dtype(call: ast.Call, values: Arrays) -> str:
    for keyword in call.keywords:
        if keyword.arg == "dtype":
            return dtypes_of(values.of(keyword.value))
    return ""


def _dtype_of(node: ast.expr | None, values: Arrays) -> str:
    """Return the dtype that an expression is or has."""
    if node is None:
        return ""
    of = values.of(node)
    if of and all(value.form == DTYPE or isinstance(value.constant, str) for value in of):
        return dtypes_of(of)
    found = {value.dtype for value in of} if all_of(of, ARRAY) else set()
    return found.pop() if len(found) == 1 else ""


def _misfits(node: ast.expr, dtype: str) -> bool:
    """Return whether integers in a literal do not fit into a dtype."""
    if dtype in {"", ANY} or np.dtype(dtype).kind not in "iu":
        return False
    limits = np.iinfo(dtype)
    try:
        literal = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        literal = _computed(node)
    return any(not limits.min <= number <= limits.max for number in _integers(literal))


def _computed(node: ast.expr) -> object:
    """Return the value of `2 ** 31`."""
    match node:
        case ast.BinOp(ast.Constant(value=int(base)), ast.Pow(), ast.Constant(value=int(power))) if power < 100:
            return base**power
    return None


def _integers(literal: object) -> list[int]:
    if isinstance(literal, list | tuple):
        return [number for part in literal for number in _integers(part)]
    return [literal] if type(literal) is int else []


def _widen(draft: Draft, node: ast.expr, dtype: str, *, is_cast: bool = False) -> None:
    if not _misfits(node, dtype):
        return
    numpy = draft.module("numpy", "np")
    if is_cast:
        draft.wrap(node, f"{numpy}.array(", f").astype({numpy}.{dtype})")
        return
    draft.wrap(node, f"{numpy}.array(" if isinstance(node, ast.List | ast.Tuple) else f"{numpy}.int64(", ")")


def narrow_results(draft: Draft) -> None:
    """Keep the types that functions other than operators gave: `clip`, `percentile` and their kin."""
    if not draft.facts.settings.promotes_by_value:
        return
    values = draft.arrays
    for call in draft.walk(ast.Call):
        name = _name(draft, call)
        if name == "clip" and len(call.args) > 1:
            _limits(draft, call, values.of(call.args[0]), values)
        elif name in {"percentile", "nanpercentile", "quantile"} and call.args:
            of = values.of(call.args[0])
            if all_of(of, ARRAY) and all(value.kind == "f" and value.is_narrow for value in of):
                dtype = f".astype({draft.module('numpy', 'np')}.float64)"
                draft.replace(call.args[0], *draft.operand(call.args[0]), dtype)
        elif name in {"result_type", "can_cast"} and any(all_of(values.of(one), PYTHON) for one in call.args):
            draft.replace(call.func, draft.support(name))


def _limits(draft: Draft, call: ast.Call, array: Values, values: Arrays) -> None:
    from pong_pg.legacy.modernize.rules.numpy.promotion import change

    for limit in call.args[1:3]:
        found = change(array, values.of(limit), "power")
        if found is not None and found.side == 1:
            name = found.by if found.by == "float" else f"{draft.module('numpy', 'np')}.{found.by}"
            draft.wrap(limit, f"{name}(", ")")


PASSES: tuple[Callable[[Draft], None], ...] = (ragged, too_large, narrow_results)
