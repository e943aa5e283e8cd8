"""Functions that take and give bytes today, where Python 2 had strings."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import Flows, calls_within, encode, is_text
from pong_pg.legacy.modernize.objects import Objects
from pong_pg.legacy.tables import byte_functions

_CHECKSUMS = frozenset({"binascii.crc32", "zlib.adler32", "zlib.crc32"})
# Codec -> what encodes and decodes with it today, as "module.function", and whether the codes are plain ASCII.
_CODECS: dict[str, tuple[str, str, bool]] = {
    "base64": ("base64.encodebytes", "base64.decodebytes", True),
    "bz2": ("bz2.compress", "bz2.decompress", False),
    "hex": ("binascii.hexlify", "binascii.unhexlify", True),
    "zip": ("zlib.compress", "zlib.decompress", False),
    "zlib": ("zlib.compress", "zlib.decompress", False),
}


def codecs_of_bytes(draft: Draft) -> None:
    """Replace `text.encode("hex")` and its like, which are functions of bytes today."""
    if not draft.facts.python2:
        return
    flows = Flows(draft)
    for call in calls_within(draft):
        match call:
            case ast.Call(
                func=ast.Attribute(value=value, attr="encode" | "decode" as method),
                args=[ast.Constant(value=str(codec))],
                keywords=[],
            ):
                name = codec.lower().replace("-", "_").removesuffix("_codec")
                if name in {"rot13", "rot_13"}:
                    draft.replace(call, f"{draft.module('codecs')}.{method}(", value, ', "rot13")')
                elif name == "string_escape":
                    draft.replace(call, draft.support(f"{method}_escapes"), "(", value, ")")
                elif name == "unicode_escape" and method == "decode":
                    encode(draft, value, flows)
                elif name in {"quopri", "uu"}:
                    as_bytes = draft.support("as_bytes")
                    function = f"{draft.module('codecs')}.{method}"
                    draft.replace(call, f"{function}({as_bytes}(", value, f'), "{name}").decode("latin-1")')
                elif name == "unicode_internal":
                    draft.comment(call, f"there is no codec {codec!r} for strings today")
                elif name in _CODECS:
                    encoder, decoder, _ = _CODECS[name]
                    function = encoder if method == "encode" else decoder
                    draft.module(function.partition(".")[0])
                    draft.replace(call, f"{function}(", value, ")")


def byte_strings(draft: Draft) -> None:
    """Encode what functions take, and decode what they give, unless it goes to another such function."""
    if not draft.facts.python2:
        return
    objects = Objects(draft)
    flows = Flows(draft, objects.gives_bytes, objects.takes_bytes)
    objects.find_files(flows)
    for literal in flows.literals_of_variables():
        encode(draft, literal, flows)
    for call in calls_within(draft):
        full = draft.full_name(call.func)
        if full in {"struct.pack", "struct.unpack"} and call.args:
            _change_struct(draft, call, full)
        _change_method_of_struct(draft, call, objects)
        _encode_initial(draft, call, full, flows)
        for place in flows.takes(call):
            if place < len(call.args) and not isinstance(call.args[place], ast.Starred):
                encode(draft, call.args[place], flows)
        if full in _CHECKSUMS and not _is_masked(draft, call):
            draft.wrap(call, f"{draft.support('signed_32')}(", ")")
        if full == "pickle.dumps" and (not flows.may_stay(call) or _shows_bytes(draft, call)):
            draft.comment(call, "the text of a pickle is not that of Python 2")
        gives = full in byte_functions.GIVES or objects.gives_bytes(call) or _is_shown_array(draft, call)
        if gives and not flows.may_stay(call):
            is_plain = byte_functions.GIVES.get(full) or call in objects.texts
            draft.wrap(call, "", ".decode()" if is_plain else '.decode("latin-1")')
    for shown in flows.representations():
        # Without the letter b.
        draft.wrap(shown, "", "[1:]")
    _decode_lines(draft, objects)


def _encode_initial(draft: Draft, call: ast.Call, full: str, flows: Flows) -> None:
    """Let the text that a buffer or an array is made of be bytes."""
    if draft.is_builtin(call.func, "buffer") and call.args:
        encode(draft, call.args[0], flows)
    elif full == "array.array" and len(call.args) == 2 and is_text(call.args[1]):
        if draft.source(call.args[0])[1:2] == "c":
            draft.comment(call, "there are no arrays of characters today")
        elif draft.source(call.args[0])[1:2] != "u":
            encode(draft, call.args[1], flows)


def _decode_lines(draft: Draft, objects: Objects) -> None:
    for call in objects.written_lines:
        draft.wrap(call.args[0], f"map({draft.support('as_bytes')}, ", ")")
    for lines in objects.lines:
        if not draft.is_replaced(lines):
            decoded = ".decode()" if lines in objects.texts else '.decode("latin-1")'
            draft.replace(lines, f"[line{decoded} for line in ", *_without_readlines(lines), "]")


def _without_readlines(lines: ast.expr) -> tuple[ast.expr]:
    if isinstance(lines, ast.Call) and isinstance(lines.func, ast.Attribute) and not lines.args:
        return (lines.func.value,)
    return (lines,)


def _change_struct(draft: Draft, call: ast.Call, full: str) -> None:
    layout = call.args[0]
    if isinstance(layout, ast.Constant) and isinstance(layout.value, str) and not set(layout.value) & set("scp"):
        return
    if not isinstance(layout, ast.Constant) and full == "struct.unpack" and not _may_hold_strings(layout):
        return
    draft.replace(call.func, draft.support("pack_strings" if full == "struct.pack" else "unpack_strings"))


def _change_method_of_struct(draft: Draft, call: ast.Call, objects: Objects) -> None:
    match call.func:
        case ast.Attribute(value=ast.Name(id=name) as value, attr="pack" | "unpack" as method):
            if name in objects.structs_of_strings:
                rest = [piece for one in call.args for piece in (", ", one)]
                draft.replace(call, draft.support(f"{method}_strings"), "(", value, ".format", *rest, ")")


def _may_hold_strings(layout: ast.expr) -> bool:
    """Return whether a layout that is no literal may have strings in it, as far as its literals show it."""
    texts = [str(node.value) for node in ast.walk(layout) if isinstance(node, ast.Constant)]
    return not texts or any(set(text) & set("cp") or text.endswith("s") for text in texts)


def _is_shown_array(draft: Draft, call: ast.Call) -> bool:
    """Return whether the bytes of an array are printed, formatted, compared, or asked for their type."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in {"tobytes", "tostring"} or call.args:
        return False
    places: list[ast.expr] = [call]
    parent = draft.parent(call)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        variable = draft.scopes.variable(parent.targets[0])
        places = [node for node in draft.walk(ast.Name) if draft.scopes.variable(node) == variable]
    for place in places:
        match draft.parent(place):
            case ast.Call(func=ast.Name(id="ord" | "print" | "str" | "text_of" | "python2_text" | "type")):
                return True
            case ast.Compare(ops=[ast.Eq() | ast.NotEq()]) | ast.BinOp(op=ast.Mod()) | ast.For():
                return True
    return False


def _shows_bytes(draft: Draft, call: ast.Call) -> bool:
    """Return whether what takes bytes shows them, or how many they are."""
    parent = draft.parent(call)
    if not isinstance(parent, ast.Call):
        return False
    name = parent.func.id if isinstance(parent.func, ast.Name) else ""
    return name in {"len", "python2_repr", "repr"} or draft.full_name(parent.func).startswith("hashlib.")


def _is_masked(draft: Draft, call: ast.Call) -> bool:
    """Return whether nothing of a checksum's sign is left, or it is only begun or compared with another."""
    parent = draft.parent(call)
    return isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.BitAnd | ast.Mod)


PASSES: tuple[Callable[[Draft], None], ...] = (codecs_of_bytes, byte_strings)
