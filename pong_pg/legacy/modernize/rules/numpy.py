"""Rules for NumPy, beside those of ruff."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import arguments, renaming
from pong_pg.legacy.tables.numpy import ARGUMENTS, NAMES

_ARGUMENTS = {
    **{function: {name: row.renamed for name, row in rows.items()} for function, rows in ARGUMENTS.items()},
    **{f"numpy.{name}": {"normed": "density"} for name in ("histogram", "histogram2d", "histogramdd")},
}
_ARRAYS = frozenset({"numpy.array", "numpy.asarray"})
_RAGGED = "NumPy makes no array of rows of different lengths or kinds any more: if these are such, add dtype=object"


def names(draft: Draft) -> None:
    """Functions and methods that are gone."""
    renaming.rename(draft, renaming.written(NAMES))
    for call in draft.walk(ast.Call):
        if not isinstance(call.func, ast.Attribute):
            continue
        receiver = call.func.value
        if call.func.attr == "tostring" and not call.args and not draft.full_name(receiver):
            draft.change_between(draft.end(receiver), draft.end(call.func), "tostring", "tobytes")
        elif draft.full_name(call.func) == "numpy.fromstring" and "sep" not in {one.arg for one in call.keywords}:
            draft.change_between(draft.end(receiver), draft.end(call.func), "fromstring", "frombuffer")


def keywords(draft: Draft) -> None:
    """Arguments that have another name, and values that are none any more."""
    for call in draft.walk(ast.Call):
        function = draft.full_name(call.func)
        arguments.rename(draft, call, _ARGUMENTS.get(function, {}))
        for keyword in call.keywords if function == "numpy.set_printoptions" else ():
            if keyword.arg == "threshold" and draft.full_name(keyword.value) in {"numpy.nan", "math.nan"}:
                draft.replace(keyword.value, f"{draft.module('sys')}.maxsize")


def calls(draft: Draft) -> None:
    """Saved objects, which NumPy reads with `allow_pickle` only."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "numpy.load" and len(call.args) == 1 and not call.keywords:
            around = draft.parent(call)
            if isinstance(around, ast.Attribute) and around.attr == "item":
                draft.wrap(call.args[0], "", ", allow_pickle=True")


def arrays(draft: Draft) -> None:
    """Arrays of rows that may have different lengths, and then need `dtype=object`."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) not in _ARRAYS or len(call.args) != 1:
            continue
        rows, options = call.args[0], {one.arg for one in call.keywords}
        if "dtype" in options:
            continue
        if draft.full_name(getattr(rows, "func", rows)) == "random.sample" or _makes_arrays(draft, rows):
            draft.comment(call, _RAGGED)


def indexes(draft: Draft) -> None:
    """Booleans of NumPy that choose one of a list, which takes Python's only."""
    tested = {draft.source(node.targets[0]) for node in draft.walk(ast.Assign) if isinstance(node.value, ast.Compare)}
    for node in draft.walk(ast.Subscript):
        index = node.slice
        if isinstance(node.value, ast.List | ast.Tuple) and (
            isinstance(index, ast.Compare) or draft.source(index) in tested
        ):
            draft.wrap(index, "int(", ")")


def _makes_arrays(draft: Draft, node: ast.expr) -> bool:
    return (
        isinstance(node, ast.ListComp)
        and isinstance(node.elt, ast.Call)
        and (draft.full_name(node.elt.func) in _ARRAYS or draft.is_builtin(node.elt.func, "list"))
    )


PASSES: tuple[Callable[[Draft], None], ...] = (names, keywords, calls, arrays, indexes)
