"""Scalars of NumPy in what a script prints, which NumPy 2 shows with their types."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.values import ARRAY, LIST, SCALAR, SOMETHING, Values

_LINE = '{numpy}.set_printoptions(legacy="1.25")  # [0.5], not [np.float64(0.5)]'
_SHOWING = frozenset({
    "print", "str", "format", "print_values", "text_of", "python2_text", "interpolate", "format_text", "write_text",
})  # fmt: skip
_LOGGING = frozenset({"debug", "info", "warning", "error", "critical", "write"})


def scalars(draft: Draft) -> None:
    """Let scalars within lists print as numbers, where the script prints such."""
    if not draft.facts.settings.promotes_by_value or not _imports_numpy(draft):
        return
    if any(
        draft.full_name(call.func) == "numpy.set_printoptions" and _is_legacy(call) for call in draft.walk(ast.Call)
    ):
        return
    values = draft.arrays
    if any(_holds_scalars(values.of(node), is_shown=shown) for node, shown in _printed(draft)):
        draft.statement_at_top(_LINE.format(numpy=draft.module("numpy", "np")))


def _imports_numpy(draft: Draft) -> bool:
    return any(name.partition(".")[0] in {"numpy", "scipy"} for name in draft.names.values())


def _is_legacy(call: ast.Call) -> bool:
    return any(keyword.arg == "legacy" for keyword in call.keywords)


def _holds_scalars(values: Values, *, is_shown: bool) -> bool:
    """Return whether a text of some values may show scalars of NumPy with their types.

    Args:
        values: the values.
        is_shown: the text is what `repr` gives; otherwise only what containers hold is shown so.
    """
    for value in values:
        if value.form == SCALAR and is_shown:
            return True
        if value.form == LIST and _holds_scalars(value.items, is_shown=True):
            return True
        if value.form == ARRAY and (value.dtype in {"object", "void"} or value.dtype.startswith("void")):
            return True
        if value == SOMETHING and is_shown:
            return True
    return False


def _printed(draft: Draft) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the expressions whose texts a script prints or makes, and whether these are those of `repr`."""
    for node in ast.walk(draft.tree):
        match node:
            case ast.Call(func=function, args=arguments):
                name = function.id if isinstance(function, ast.Name) else ""
                method = function.attr if isinstance(function, ast.Attribute) else ""
                if name in _SHOWING or method in _LOGGING or method == "format":
                    for argument in arguments:
                        yield argument.value if isinstance(argument, ast.Starred) else argument, False
                elif name in {"repr", "pprint", "python2_repr"} or method in {"pprint", "pformat"}:
                    for argument in arguments:
                        yield argument, True
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
                formatted = right.elts if isinstance(right, ast.Tuple) else [right]
                letters = re.findall(r"%[-+ #0-9.]*([a-zA-Z])", text.replace("%%", ""))
                for argument, letter in zip(formatted, letters, strict=False):
                    if letter in {"s", "r"}:
                        yield argument, letter == "r"
            case ast.FormattedValue(value=value, conversion=conversion):
                yield value, conversion == ord("r")


PASSES: tuple[Callable[[Draft], None], ...] = (scalars,)
