"""Mends what Python's compiler warns of in old files: escapes that are none, and comparisons with literals by `is`."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.facts import Facts

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_OF_BYTES = frozenset("\n\\'\"abfnrtvx01234567")
_OF_TEXT = _OF_BYTES | frozenset("NuU")
_IS_COMMENT = "this compared by `is`, which is true of one and the same object only; `==` is true of any equal value"
_ASSERT_COMMENT = "this assertion never failed, since a tuple that is not empty is true"


def mended(text: str) -> str:
    """Return a text that Python compiles without a warning, and that means the same."""
    if not _warnings(text):
        return text
    return _comparisons(_escapes(text))


def _warnings(text: str) -> bool:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(text, "script.py", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError):
            # Such as a `return` outside of a function, which is not this module's business.
            return True
    return bool(caught)


def _escapes(text: str) -> str:
    r"""Return a text in which `"\d"` is `"\\d"`; and a space between a number and the word after it."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    parts: list[str] = []
    place = 0
    raw: list[bool] = []
    number_end = -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        start = starts[token.start[0] - 1] + token.start[1]
        end = starts[token.end[0] - 1] + token.end[1]
        new = text[start:end]
        if kind == "FSTRING_START":
            raw.append("r" in token.string.lower())
        elif kind == "FSTRING_END":
            raw.pop()
        elif kind == "STRING" or (kind == "FSTRING_MIDDLE" and not raw[-1]):
            new = _with_known_escapes(new, is_literal=kind == "STRING")
        elif kind == "NAME" and start == number_end:
            new = f" {new}"
        number_end = end if kind == "NUMBER" else -1
        if new != text[start:end]:
            parts += [text[place:start], new]
            place = end
    return "".join([*parts, text[place:]])


def _with_known_escapes(literal: str, *, is_literal: bool) -> str:
    prefix = re.split("['\"]", literal, maxsplit=1)[0].lower() if is_literal else ""
    if "r" in prefix:
        return literal
    known = _OF_BYTES if "b" in prefix else _OF_TEXT
    return _ESCAPE.sub(lambda found: found[0] if found[1] in known else f"\\{found[0]}", literal)


def _comparisons(text: str) -> str:
    draft = Draft(text, Facts())
    for node in draft.walk(ast.Compare):
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.Is | ast.IsNot) and (_is_literal(left) or _is_literal(right)):
                old, new = ("is", "==") if isinstance(operator, ast.Is) else ("is not", "!=")
                _change_operator(draft, left, right, old, new)
                draft.comment(node, _IS_COMMENT)
            left = right
    for assertion in draft.walk(ast.Assert):
        if isinstance(assertion.test, ast.Tuple) and assertion.test.elts:
            draft.change(draft.start(assertion), draft.start(assertion.test), "")
            draft.comment(assertion, _ASSERT_COMMENT)
    return draft.result()


def _change_operator(draft: Draft, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
    start, end = draft.end(left), draft.start(right)
    between = re.search(old.replace(" ", r"\s+"), draft.text[start:end])
    if between:
        draft.change(start + between.start(), start + between.end(), new)


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_literal(node.operand)
    if isinstance(node, ast.Tuple):
        return all(_is_literal(part) or isinstance(part, ast.Constant) for part in node.elts)
    return isinstance(node, ast.Constant) and type(node.value) in {str, bytes, int, float, complex}
