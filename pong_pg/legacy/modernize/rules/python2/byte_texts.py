"""Strings with letters beyond ASCII, which were bytes in Python 2: where that shows, and no rule can keep it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.read.python2_syntax import future_features

_METHODS = frozenset({
    "capitalize", "center", "isalnum", "isalpha", "islower", "isupper", "ljust", "lower", "rjust", "swapcase", "title",
    "upper", "zfill",
})  # fmt: skip
_BUILTINS = frozenset({"enumerate", "len", "list", "map", "max", "min", "reversed", "set", "sorted", "tuple"})
_WIDTH = re.compile(r"%(?:\([^()]*\))?[-+ #0]*(?:[1-9*]|\.[0-9*])[0-9.*]*[sr]")
_COMMENT = "letters beyond ASCII were several characters each in this string, and no letters"


def byte_texts(draft: Draft) -> None:
    """Tell of the places where the single bytes of letters counted."""
    if not draft.facts.python2 or "unicode_literals" in future_features(draft.text):
        return
    of_bytes = _variables(draft)
    for node in [*draft.walk(ast.Constant), *draft.walk(ast.Name), *draft.walk(ast.Call)]:
        is_known = isinstance(node, ast.Name) and draft.scopes.variable(node) in of_bytes
        is_known = is_known and isinstance(getattr(node, "ctx", None), ast.Load)
        if (is_known or _is_of_bytes(draft, node)) and _counts(draft, node):
            draft.comment(node, _COMMENT)


def _is_of_bytes(draft: Draft, node: ast.expr) -> bool:
    """Return whether an expression was a string of bytes with letters beyond ASCII, or encoded text."""
    match node:
        case ast.Constant(value=str(text)):
            source = draft.source(node)
            return not text.isascii() and not source.isascii() and source[:1].lower() != "u"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=value), attr="encode"), args=[ast.Constant()]):
            return isinstance(value, str) and not value.isascii()
        case ast.Call(func=ast.Attribute(attr="encode"), args=[ast.Constant(value=str(codec))]):
            return codec.lower().replace("-", "") == "utf8"
    return False


def _variables(draft: Draft) -> set[object]:
    """Return the variables that get such strings."""
    found: set[object] = set()
    for node in draft.walk(ast.Assign):
        if _is_of_bytes(draft, node.value):
            found |= {draft.scopes.variable(target) for target in node.targets if isinstance(target, ast.Name)}
    return found


def _counts(draft: Draft, node: ast.expr) -> bool:
    """Return whether single characters of a value count where it stands."""
    parent = draft.parent(node)
    counts = False
    match parent:
        case ast.Attribute(value=value, attr=name):
            counts = value is node and name in _METHODS
        case ast.Call(func=ast.Name(id=name), args=arguments):
            # The length of what is only encoded for it stays that in bytes.
            counts = node in arguments and name in _BUILTINS and not (name == "len" and isinstance(node, ast.Call))
        case ast.Subscript(value=value):
            counts = value is node
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            counts = iterated is node
        case ast.Tuple():
            above = draft.parent(parent)
            counts = isinstance(above, ast.BinOp) and above.right is parent and _has_width(above)
        case ast.BinOp():
            counts = parent.right is node and _has_width(parent)
    return counts


def _has_width(node: ast.BinOp) -> bool:
    layout = node.left.value if isinstance(node.left, ast.Constant) else None
    return isinstance(node.op, ast.Mod) and isinstance(layout, str) and bool(_WIDTH.search(layout))


PASSES: tuple[Callable[[Draft], None], ...] = (byte_texts,)
