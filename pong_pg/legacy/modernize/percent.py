"""Turns the formatting of strings by `%` into f-strings, where both give the same text for certain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.facts import Facts
from pong_pg.legacy.modernize.kind_values import Kind

_FIELD = re.compile(r"%(?:%|(?P<flags>[-+ 0]*)(?P<width>\d*)(?P<precision>\.\d+)?(?P<type>[srdifeEgG]))")
_WHOLE = ("int", "long", "bool")
_REAL = (*_WHOLE, "float")
# What f-strings may not have within them before Python 3.12, or what would be hard to read there.
_NOT_IN_FIELDS = re.compile(r"[\\'\"{}#\n:!]|\blambda\b|\bawait\b|\byield\b")
_LONGEST = 120


def as_f_strings(text: str) -> str:
    """Return a text with f-strings in place of `%`, where the kinds of the values are known."""
    draft = Draft(text, Facts())
    for node in list(draft.walk(ast.BinOp)):
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            new = _f_string(draft, node)
            if new:
                draft.replace(node, new)
    return draft.result()


def _f_string(draft: Draft, node: ast.BinOp) -> str:
    """Return an f-string that stands for a formatted string; "" if there is none for certain."""
    literal = draft.source(node.left)
    # One literal: of adjacent ones, the quotes in the middle end and begin another.
    found = re.fullmatch(r"""([uU]?)('(?!'')|"(?!""))((?:\\.|(?!\2).)*)(\2)""", literal)
    if found is None or "\n" in draft.source(node) or "{" in literal or "}" in literal or "\\N" in literal:
        return ""
    if isinstance(draft.parent(node), ast.Attribute | ast.BinOp) or "#" in draft.source(node):
        return ""
    values = _values(draft, node.right)
    parts = list(_parts(draft, found[3], values)) if values is not None else []
    if not values or None in parts:
        return ""
    text = f"f{found[2]}{''.join(part for part in parts if part is not None)}{found[2]}"
    return text if len(text) <= _LONGEST else ""


def _values(draft: Draft, node: ast.expr) -> list[ast.expr] | None:
    """Return what is formatted; None if that may be a tuple, a dict or an object of any kind."""
    if isinstance(node, ast.Tuple):
        return None if any(isinstance(part, ast.Starred) for part in node.elts) else node.elts
    return [node] if draft.kinds.of(node).is_only(*_REAL, "str", "none", "list") else None


def _parts(draft: Draft, literal: str, values: list[ast.expr]) -> Iterator[str | None]:
    """Yield the text between the fields and the fields of an f-string; None where there is no such field."""
    place = used = 0
    for found in _FIELD.finditer(literal):
        yield _plain(literal[place : found.start()])
        place = found.end()
        if found[0] == "%%":
            yield "%"
            continue
        if used == len(values):
            yield None
            return
        yield _field(draft, found, values[used])
        used += 1
    yield _plain(literal[place:]) if used == len(values) else None


def _plain(text: str) -> str | None:
    """Return text between fields; None if it has a field of another form."""
    return None if "%" in text else text


def _field(draft: Draft, found: re.Match[str], value: ast.expr) -> str | None:
    source = draft.source(value)
    if _NOT_IN_FIELDS.search(source) or isinstance(value, ast.Tuple | ast.IfExp | ast.NamedExpr | ast.BoolOp):
        return None
    kind = draft.kinds.of(value)
    flags, width, precision = found["flags"], found["width"], found["precision"] or ""
    if found["type"] in "sr":
        if precision or set(flags) - {"-"}:
            return None
        # Text is to the right with `%10s`, and to the left by `{:10}`.
        side = "" if not width or "-" in flags else ">"
        is_text = kind.is_only("str") or (_formats_as_text(kind) and not width)
        conversion = "!r" if found["type"] == "r" else "" if is_text else "!s"
        return _in_braces(source, conversion, side + width)
    is_whole = found["type"] in "di"
    if not kind.is_only(*(_WHOLE if is_whole else _REAL)) or (is_whole and precision) or " " in flags:
        return None
    if "-" in flags and ("0" in flags or not width):
        return None
    side = "<" if "-" in flags else ""
    sign = "+" if "+" in flags else ""
    zero = "0" if "0" in flags else ""
    form = "d" if is_whole else found["type"]
    if form == "d" and kind.is_only("int", "long") and not (side or sign or zero or width):
        form = ""
    return _in_braces(source, "", f"{side}{sign}{zero}{width}{precision}{form}")


def _formats_as_text(kind: Kind) -> bool:
    """Return whether `format(x, "")` is `str(x)` for certain."""
    return kind.is_only(*_REAL, "str", "none", "list", "dict", "set")


def _in_braces(source: str, conversion: str, form: str) -> str:
    return f"{{{source}{conversion}{':' + form if form else ''}}}"
