"""Strings that were encoded and decoded; in the modern file they are text from the start.

An encoded text stays text where it is used as one: it is printed, joined, formatted or compared. Where it goes to a
function, it stays encoded, as bytes.
"""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft

_CODECS = frozenset(["", "ascii", "us_ascii", "utf8", "utf_8", "latin1", "latin_1", "iso_8859_1", "cp1252"])
_WRITERS = frozenset(["print", "str", "unicode", "repr", "len", "sorted"])
_METHODS = frozenset(["append", "endswith", "find", "format", "join", "replace", "split", "startswith", "strip"])


def encodings(draft: Draft) -> None:
    """Drop what encodes and decodes texts."""
    for call in draft.walk(ast.Call):
        match call.func:
            case ast.Attribute(value=value, attr="decode" | "encode" as method) if _is_of_text(call):
                change = _decode if method == "decode" else _encode
                change(draft, call, value)
            case ast.Name(id="unicode") if len(call.args) > 1 and draft.is_builtin(call.func, "unicode"):
                _decode_unknown(draft, call, call.args[0], call.args[1:])


def _is_of_text(call: ast.Call) -> bool:
    codec = call.args[0] if call.args else None
    if len(call.args) > 1 or call.keywords:
        # It says what becomes of other characters.
        return False
    name = codec.value if isinstance(codec, ast.Constant) else "" if codec is None else None
    return isinstance(name, str) and name.lower().replace("-", "_") in _CODECS


def _decode(draft: Draft, call: ast.Call, value: ast.expr) -> None:
    if _is_literal_of_bytes(draft, value):
        draft.replace(value, f"b{draft.source(value)}")
    elif (isinstance(value, ast.Constant) and isinstance(value.value, str)) or draft.kinds.of(value).is_only("str"):
        draft.replace(call, value)
    elif not draft.kinds.of(value).is_only("bytes") and not isinstance(value, ast.Call):
        _decode_unknown(draft, call, value, call.args)


def _is_literal_of_bytes(draft: Draft, node: ast.expr) -> bool:
    """Return whether a literal has bytes beyond ASCII, as escapes."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node.value.isascii():
        return False
    source = draft.source(node)
    return source.isascii() and source[0] in "'\"" and max(node.value) < "\u0100"


def _decode_unknown(draft: Draft, call: ast.Call, value: ast.expr, arguments: list[ast.expr]) -> None:
    pieces: list[str | ast.AST] = [draft.support("decoded"), "(", value]
    for argument in arguments:
        pieces += [", ", argument]
    draft.replace(call, *pieces, ")")


def _encode(draft: Draft, call: ast.Call, value: ast.expr) -> None:
    if not draft.kinds.of(value).may_be("str"):
        return
    is_ascii = isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.isascii()
    parent = draft.parent(call)
    others = [parent.left, *parent.comparators] if isinstance(parent, ast.Compare) else []
    literals = [other for other in others if _is_literal_of_bytes(draft, other)]
    if literals and len(literals) == len(others) - 1:
        for literal in literals:
            draft.replace(literal, f"b{draft.source(literal)}")
        return
    if _is_used_as_text(draft, call, is_ascii=is_ascii):
        draft.replace(call, *draft.operand(value))
    elif not isinstance(draft.parent(call), ast.Call):
        draft.comment(call, "this gives bytes today; where it is used as text, leave `encode` out.")


def _is_used_as_text(  # noqa: PLR0911 - the cases exclude each other
    draft: Draft, node: ast.expr, *, is_ascii: bool = False
) -> bool:
    parent = draft.parent(node)
    match parent:
        case ast.Call(func=ast.Name(id=name)):
            return name in _WRITERS
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _METHODS or (name == "write" and draft.source(parent.func) == "sys.stdout.write")
        case ast.Attribute() | ast.keyword():
            return isinstance(parent, ast.Attribute)
        case ast.BinOp() | ast.Compare() | ast.Dict() | ast.Subscript() | ast.FormattedValue():
            return True
        case ast.Tuple() | ast.IfExp() | ast.BoolOp() | ast.List():
            return _is_used_as_text(draft, parent, is_ascii=is_ascii)
        case ast.Assign(targets=[ast.Name() as target]):
            variable = draft.scopes.variable(target)
            loads = [
                name
                for name in draft.walk(ast.Name)
                if isinstance(name.ctx, ast.Load) and draft.scopes.variable(name) == variable
            ]
            return all(_is_used_as_text(draft, name) for name in loads)
    return is_ascii
