"""How the texts of printed values end, which decided whether a space came after them."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft

# After these, no space was written. An empty text had one after it.
_ENDS = ("\n", "\t", "\r", "\v", "\f")
_NOT_TEXT = frozenset(["bool", "int", "long", "float", "complex", "list", "dict", "set", "tuple", "none"])


def ending(draft: Draft, value: ast.expr) -> str:
    """Return "space" or "other" for how the text of a value ends; "" if that is not known."""
    match value:
        case ast.Constant(value=str(text)):
            return "space" if text.endswith(_ENDS) else "other"
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()) if text:
            is_value = text.endswith(("s", "r", "c")) and "%" in text[-8:]
            return "space" if text.endswith(_ENDS) else "" if is_value else "other"
        case (
            ast.BinOp(right=inner, op=ast.Add()) | ast.Call(func=ast.Name(id="text_of" | "python2_text"), args=[inner])
        ) if ending(draft, inner):
            return ending(draft, inner)
        case ast.Call(func=ast.Name(id="repr" | "len" | "round" | "int" | "float")):
            return "other"
    names = draft.kinds.of(value).names
    return "other" if names and names <= _NOT_TEXT else ""


def is_line(draft: Draft, value: ast.expr) -> bool:
    """Return whether a value is a line of a file, after which no space was written."""
    match value:
        case ast.Call(func=ast.Name(id="text_of" | "python2_text"), args=[inner]):
            return is_line(draft, inner)
        case ast.Call(func=ast.Attribute(attr="read" | "readline")):
            return True
        case ast.Call(func=ast.Name(id="next"), args=[lines]):
            return draft.kinds.of(lines).may_be("file")
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="readlines"))):
            return not isinstance(value.slice, ast.Slice)
        case ast.Name(id=name):
            loop = draft.around(value, ast.For)
            while isinstance(loop, ast.For):
                if isinstance(loop.target, ast.Name) and loop.target.id == name:
                    return _gives_lines(draft, loop.iter)
                loop = draft.around(loop, ast.For)
    return False


def _gives_lines(draft: Draft, values: ast.expr) -> bool:
    is_read = isinstance(values, ast.Call) and getattr(values.func, "attr", "") == "readlines"
    is_input = draft.full_name(values) == "sys.stdin"
    return is_read or is_input or draft.kinds.of(values).names == {"file"}
