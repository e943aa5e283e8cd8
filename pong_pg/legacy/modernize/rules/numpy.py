"""Rules for NumPy, beside those of ruff."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import renaming
from pong_pg.legacy.tables.numpy import ARGUMENTS, NAMES

_ARGUMENTS = {
    **{f"{function}.{name}": row.renamed for function, rows in ARGUMENTS.items() for name, row in rows.items()},
    **{f"numpy.{name}.normed": "density" for name in ("histogram", "histogram2d", "histogramdd")},
    "numpy.reshape.newshape": "shape",
}
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
        elif call.func.attr == "random_integers" and call.args:
            _draw(draft, call, receiver)
        elif draft.full_name(call.func) == "numpy.fromstring" and "sep" not in {one.arg for one in call.keywords}:
            draft.change_between(draft.end(receiver), draft.end(call.func), "fromstring", "frombuffer")


def _draw(draft: Draft, call: ast.Call, receiver: ast.expr) -> None:
    """Write `randint`, which has another bound, for `random_integers`."""
    high = call.args[min(1, len(call.args) - 1)]
    draft.change_between(draft.end(receiver), draft.end(call.func), "random_integers", "randint")
    if isinstance(high, ast.Constant) and isinstance(high.value, int):
        draft.replace(high, str(high.value + 1))
    else:
        draft.wrap(high, "", " + 1")
    if len(call.args) == 1:
        draft.wrap(high, "1, ", "")


def arguments(draft: Draft) -> None:
    """Arguments that have another name, and values that are none any more."""
    for call in draft.walk(ast.Call):
        function = draft.full_name(call.func)
        for keyword in call.keywords if function.startswith("numpy.") else ():
            renamed = _ARGUMENTS.get(f"{function}.{keyword.arg}")
            if renamed:
                draft.replace(keyword, f"{renamed}=", keyword.value)
            elif function == "numpy.set_printoptions" and keyword.arg == "threshold" and _is_nan(draft, keyword.value):
                draft.replace(keyword.value, f"{draft.module('sys')}.maxsize")


def _is_nan(draft: Draft, node: ast.expr) -> bool:
    return draft.full_name(node) in {"numpy.nan", "math.nan"} or (
        isinstance(node, ast.Constant) and node.value == "nan"
    )


def calls(draft: Draft) -> None:
    """Calls that NumPy refuses today: sums of generators, and saved objects without `allow_pickle`."""
    for call in draft.walk(ast.Call):
        function = draft.full_name(call.func)
        if function == "numpy.sum" and len(call.args) == 1 and isinstance(call.args[0], ast.GeneratorExp):
            draft.replace(call.func, "sum")
        elif function == "numpy.load" and len(call.args) == 1 and not call.keywords:
            around = draft.parent(call)
            if isinstance(around, ast.Attribute) and around.attr == "item":
                draft.wrap(call.args[0], "", ", allow_pickle=True")


def arrays(draft: Draft) -> None:
    """Arrays of rows of different lengths, which need `dtype=object`."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) not in {"numpy.array", "numpy.asarray"} or len(call.args) != 1:
            continue
        rows, options = call.args[0], {one.arg for one in call.keywords}
        if "copy" in options and _is_false(call.keywords, "copy"):
            _without_copy(draft, call)
        if "dtype" in options:
            continue
        if _is_ragged(rows):
            draft.wrap(rows, "", ", dtype=object")
        elif draft.full_name(getattr(rows, "func", rows)) == "random.sample":
            draft.comment(call, _RAGGED)


def _is_ragged(node: ast.expr) -> bool:
    if not isinstance(node, ast.List | ast.Tuple) or any(isinstance(one, ast.Starred) for one in node.elts):
        return False
    lengths = {len(one.elts) if isinstance(one, ast.List | ast.Tuple) else None for one in node.elts}
    is_number = all(isinstance(one, ast.List | ast.Tuple | ast.Constant) for one in node.elts)
    return len(lengths) > 1 and is_number


def _is_false(keywords: list[ast.keyword], name: str) -> bool:
    return any(one.arg == name and isinstance(one.value, ast.Constant) and one.value.value is False for one in keywords)


def _without_copy(draft: Draft, call: ast.Call) -> None:
    """Write `asarray(x)` for `array(x, copy=False)`, which is an error today where a copy is needed."""
    number = next(number for number, one in enumerate(call.keywords) if one.arg == "copy")
    before = [*call.args, *(one.value for one in call.keywords[:number])][-1]
    draft.replace(call.keywords[number])
    draft.change(draft.end(before), draft.start(call.keywords[number]), "")
    draft.change_between(draft.start(call.func), draft.end(call.func), "array", "asarray")


PASSES: tuple[Callable[[Draft], None], ...] = (names, arguments, calls, arrays)
