"""Strings that were encoded and decoded; in the modern file they are text from the start.

An encoded text stays text where it is used as one: it is printed, joined, formatted or compared. Where it goes to a
function, it stays encoded, as bytes.
"""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.openings import has_byte_literals
from pong_pg.legacy.tables import byte_functions

_CODECS = frozenset(["", "ascii", "us_ascii", "utf8", "utf_8", "latin1", "latin_1", "iso_8859_1", "cp1252"])
# These have codes for all characters.
_OF_ALL_TEXTS = frozenset(["utf8", "utf_8"])
_OF_ASCII = frozenset(["ascii", "us_ascii"])
_ESCAPED = frozenset(["raw_unicode_escape", "unicode_escape"])
_WRITERS = frozenset(["print", "str", "unicode", "repr", "len", "sorted"])
_METHODS = frozenset(["append", "endswith", "find", "format", "join", "replace", "split", "startswith", "strip"])


def encodings(draft: Draft) -> None:
    """Drop what encodes and decodes texts."""
    for call in draft.walk(ast.Call):
        match call.func:
            case ast.Attribute(value=value, attr="decode" | "encode" as method) if _is_of_text(call):
                change = _decode if method == "decode" else _encode
                change(draft, call, value)
            case ast.Attribute(attr="encode") if len(call.args) == 2:
                _encode_other(draft, call)
            case ast.Attribute(attr="encode") if _codec(call) in _ESCAPED:
                _encode_other(draft, call)
            case ast.Name(id="unicode") if len(call.args) > 1 and draft.is_builtin(call.func, "unicode"):
                _decode_unknown(draft, call, call.args[0], call.args[1:])


def _is_of_text(call: ast.Call) -> bool:
    name = _codec(call)
    is_encoded = isinstance(call.func, ast.Attribute) and call.func.attr == "encode"
    if call.keywords or (len(call.args) > 1 and not (is_encoded and name in _OF_ALL_TEXTS)):
        # It says what becomes of other characters.
        return False
    return name in _CODECS


def _codec(call: ast.Call) -> str | None:
    codec = call.args[0] if call.args else None
    name = codec.value if isinstance(codec, ast.Constant) else "" if codec is None else None
    return name.lower().replace("-", "_") if isinstance(name, str) else None


def _decode(draft: Draft, call: ast.Call, value: ast.expr) -> None:
    if _is_literal_of_bytes(draft, value):
        draft.replace(value, f"b{draft.source(value)}")
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        draft.replace(call, value)
    elif has_byte_literals(draft.text) and _is_read(draft, value):
        # The strings of such a file stay bytes, each of which is one character.
        draft.wrap(value, f"{draft.support('as_bytes')}(", ")")
    elif draft.kinds.of(value).is_only("str"):
        draft.replace(call, value)
    elif not draft.kinds.of(value).is_only("bytes") and not isinstance(value, ast.Call):
        _decode_unknown(draft, call, value, call.args)


def _is_literal_of_bytes(draft: Draft, node: ast.expr) -> bool:
    """Return whether a literal has bytes beyond ASCII, as escapes."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node.value.isascii():
        return False
    source = draft.source(node)
    return source.isascii() and source[0] in "'\"" and max(node.value) < "\u0100"


def _is_read(draft: Draft, value: ast.expr) -> bool:
    """Return whether a value is what was read from a file of text, or a variable that gets it."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr in {"read", "readline", "readlines"} and _is_file(draft, value.func.value)
    if not isinstance(value, ast.Name):
        return False
    variable = draft.scopes.variable(value)
    given = [(target, node.value) for node in draft.walk(ast.Assign) for target in node.targets]
    lines = [(loop.target, loop.iter) for loop in draft.walk(ast.For)]
    return any(
        isinstance(target, ast.Name)
        and draft.scopes.variable(target) == variable
        and (_is_file(draft, source) or (not isinstance(source, ast.Name) and _is_read(draft, source)))
        for target, source in [*given, *lines]
    )


def _is_file(draft: Draft, node: ast.expr) -> bool:
    return draft.kinds.of(node).names == {"file"}


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


def _encode_other(draft: Draft, call: ast.Call) -> None:
    """Decode what is encoded without the characters that the code has not; it was a string as any other."""
    parent = draft.parent(call)
    is_decoded = isinstance(parent, ast.Attribute) and parent.attr == "decode"
    is_bytes = isinstance(parent, ast.Call) and (
        getattr(parent.func, "id", "") == "repr" or draft.full_name(parent.func) in byte_functions.TAKES
    )
    if _codec(call) in {*_OF_ASCII, *_ESCAPED} and not is_decoded and not is_bytes:
        draft.wrap(call, "", '.decode("ascii")')


def _is_used_as_text(  # noqa: PLR0911 - the cases exclude each other
    draft: Draft, node: ast.expr, *, is_ascii: bool = False
) -> bool:
    parent = draft.parent(node)
    match parent:
        case ast.Call(func=ast.Name(id=name)):
            # The length of an encoded text is that in bytes.
            return name in _WRITERS and (name != "len" or is_ascii or isinstance(node, ast.Name))
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
