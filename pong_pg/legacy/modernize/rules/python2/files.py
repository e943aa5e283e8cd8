"""Files, which are of text or of bytes today; in Python 2 they took and gave strings whatever their mode."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import Flows
from pong_pg.legacy.modernize.handles import Handles, Needs, is_relative
from pong_pg.legacy.modernize.objects import Objects
from pong_pg.legacy.modernize.openings import Opening, has_byte_literals, opening_of

_ATTRIBUTES = {
    "encoding": "it was None in Python 2",
    "mode": "it may have a b, and has no U, today",
    "newlines": "it was None in Python 2 without U in the mode",
    "softspace": "files have none today",
}
_PICKLES_DIFFER = "pickles are not the bytes that Python 2 wrote"


def files(draft: Draft) -> None:
    """Open files in the mode that the file's uses of them need."""
    if not draft.facts.python2:
        return
    objects = Objects(draft)
    flows = Flows(draft, objects.gives_bytes, objects.takes_bytes)
    handles = Handles(draft, flows)
    in_bytes = has_byte_literals(draft.text)
    for call in draft.walk(ast.Call):
        if opening_of(draft, call):
            _tell_of_attributes(draft, handles.uses_of(call))
        if len(call.args) == 2 and isinstance(call.func, ast.Name) and isinstance(call.args[1], ast.Constant):
            _tell_of_code(draft, call, "w" if "\n" in str(call.args[1].value) else "")
        opening = opening_of(draft, call)
        if opening and opening.mode is None and isinstance(opening.given, ast.Name | ast.Attribute):
            needs = handles.needs_of(call)
            if needs.bytes or (needs.shown and not needs.text):
                mode = draft.source(opening.given)
                draft.replace(opening.given, f'{mode} if "b" in {mode} else {mode} + "b"')
                if re.search(r"['\"]r?b?Ub?['\"]", draft.text):
                    draft.comment(call, "U is no mode today")
        elif opening and opening.mode is not None:
            _tell_of_code(draft, call, opening.mode)
            needs = handles.needs_of(call)
            _tell_of_writes(draft, needs, opening)
            _Opening(draft, opening).change(needs, in_bytes=in_bytes)
    for string_file in draft.walk(ast.Call):
        if draft.full_name(string_file.func) == "io.StringIO":
            needs = handles.needs_of(string_file)
            _call_for_attributes(draft, handles.uses_of(string_file))
            if needs.bytes:
                _to_bytes_io(draft, string_file.func)
            if needs.pickled and needs.reads:
                draft.comment(needs.reads[0], _PICKLES_DIFFER)
    _tell_of_seeks(draft, handles)
    _tell_of_pickles(draft, handles)
    _read_old_pickles(draft)


def _call_for_attributes(draft: Draft, uses: Iterable[ast.expr]) -> None:
    """Ask a file in memory for what were its attributes `buf` and `len`."""
    for use in uses:
        parent = draft.parent(use)
        if isinstance(parent, ast.Attribute) and parent.attr in {"buf", "len"}:
            before, after = ("len(", ")") if parent.attr == "len" else ("", "")
            draft.replace(parent, before, use, f".getvalue(){after}")


def _tell_of_attributes(draft: Draft, uses: Iterable[ast.expr]) -> None:
    for use in uses:
        parent = draft.parent(use)
        if isinstance(parent, ast.Attribute) and parent.attr in _ATTRIBUTES:
            draft.comment(parent, f"{parent.attr}: {_ATTRIBUTES[parent.attr]}")


def _tell_of_writes(draft: Draft, needs: Needs, opening: Opening) -> None:
    """Tell of what Python 2 could not write to a file."""
    for call in needs.writes:
        written = call.args[0]
        if isinstance(written, ast.Constant) and isinstance(written.value, str) and not written.value.isascii():
            # An escape that only literals of text have, or what they said themselves.
            source = draft.source(written)
            is_of_text = source[:1].lower() == "u" or (source.isascii() and max(written.value) > "\xff")
            if is_of_text and opening.kind.in_text == "" and "io" not in draft.full_name(opening.call.func):
                draft.comment(call, "Python 2 could not write this text: it raised UnicodeEncodeError")
        if opening.mode in {"r", "rb", "rU"}:
            draft.comment(call, "the error says 'not writable' today")


def _tell_of_seeks(draft: Draft, handles: Handles) -> None:
    """Tell of ways from the end of files of which the file does not show that they are opened as binary ones."""
    seeks = {call for call in draft.walk(ast.Call) if _is_seek(call)}
    for call in draft.walk(ast.Call) if seeks else ():
        if opening_of(draft, call) or draft.full_name(call.func) in {"io.BytesIO", "io.StringIO"}:
            seeks -= {*handles.needs_of(call).bytes}
    for call in seeks:
        draft.comment(call, "files of text can only seek from their beginning today")


def _is_seek(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "seek" and is_relative(call)


def _tell_of_pickles(draft: Draft, handles: Handles) -> None:
    """Tell of reads of files in which there are pickles, of functions that show them, and of names that do."""
    needs = {}
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        opening = opening_of(draft, call)
        if opening and call.args:
            needs[call] = handles.needs_of(call)
        is_for_text = not call.args or isinstance(call.args[0], ast.Constant)
        if full == "pickle.Pickler" and is_for_text:
            draft.comment(call, "this needs a file today")
    paths = {draft.source(call.args[0]) for call, one in needs.items() if one.pickled}
    for call, one in needs.items():
        if not one.pickled and (one.reads or one.lines) and draft.source(call.args[0]) in paths:
            draft.comment(call, _PICKLES_DIFFER)
    for node in draft.walk(ast.Attribute):
        is_shown = draft.full_name(node) in {"pickle.HIGHEST_PROTOCOL", "pickle.format_version"}
        if is_shown and isinstance(draft.parent(node), ast.Call) and _is_shown(draft.parent(node)):
            draft.comment(node, "this is another number today")


def _is_shown(call: ast.AST | None) -> bool:
    name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
    return name in {"print", "python2_repr", "python2_text", "repr", "str", "text_of"}


def _tell_of_code(draft: Draft, call: ast.Call, mode: str) -> None:
    """Tell of code that the script writes itself."""
    path = call.args[0] if call.args else None
    if "w" in mode and isinstance(path, ast.Constant) and str(path.value).endswith(".py"):
        draft.comment(call, "the code that is written to this file has to be Python 3, too")


def _to_bytes_io(draft: Draft, function: ast.expr) -> None:
    if isinstance(function, ast.Attribute):
        draft.replace(function, function.value, ".BytesIO")
        return
    draft.replace(function, "BytesIO")
    uses = [node for node in draft.walk(ast.Name) if draft.full_name(node) == "io.StringIO"]
    left = [node for node in uses if not draft.is_replaced(node)]
    for statement in draft.walk(ast.ImportFrom):
        names = [alias.name for alias in statement.names]
        if statement.module == "io" and "StringIO" in names and "BytesIO" not in names:
            new = ["BytesIO", *names] if left else ["BytesIO" if name == "StringIO" else name for name in names]
            draft.replace(statement, f"from io import {', '.join(new)}")


class _Opening:
    """A call that opens a file."""

    def __init__(self, draft: Draft, opening: Opening) -> None:
        self._draft = draft
        self._call = opening.call
        self._kind = opening.kind
        self._given = opening.given
        self.mode = opening.mode

    def change(self, needs: Needs, *, in_bytes: bool) -> None:
        """Give it the mode that the uses of the file need."""
        mode = self.mode or "r"
        is_binary = "b" in mode
        plain = mode.replace("U", "").replace("b", "").replace("t", "") or "r"
        plain = plain if plain[0] in "rwa" else f"r{plain}"
        is_text = bool(needs.text or needs.lines)
        uses = is_text or needs.unknown or needs.unwritten or needs.shown
        is_shown = bool(needs.shown) and not is_text and not needs.unknown
        if needs.bytes or is_shown or (is_binary and (needs.unwritten or (needs.escapes and not is_text) or not uses)):
            self._set(f"{plain}b")
        else:
            self._to_text(plain, needs, is_binary=is_binary, in_bytes=in_bytes)

    def _to_text(self, plain: str, needs: Needs, *, is_binary: bool, in_bytes: bool) -> None:
        arguments = ""
        if in_bytes or (is_binary and needs.unknown):
            # What the bytes were, character by character.
            arguments = ', encoding="latin-1"'
        if needs.csv:
            arguments += ', newline=""'
        elif plain[0] == "r" and (is_binary or "\\r" in self._draft.text) and "U" not in (self.mode or ""):
            arguments += ', newline="\\n"'
        if self._is_without_buffer(needs):
            wrapper = self._draft.module("io")
            self._set(f"{plain}b")
            self._draft.wrap(self._call, f"{wrapper}.TextIOWrapper(", f"{arguments}, write_through=True)")
            return
        self._set(plain + self._kind.letter)
        if self._kind.in_text:
            module, _, name = self._kind.in_text.rpartition(".")
            self._draft.replace(self._call.func, f"{self._draft.module(module)}.{name}")
        self._buffer_lines()
        if arguments and not any(keyword.arg in {"encoding", "newline"} for keyword in self._call.keywords):
            end = self._draft.end(self._call) - 1
            self._draft.change(end, end, arguments)

    def _buffer(self) -> ast.expr | None:
        """Return the argument 0 that says that the file has no buffer."""
        place = self._kind.place + 1
        given = self._call.args[place] if len(self._call.args) > place else None
        return given if isinstance(given, ast.Constant) and given.value == 0 else None

    def _is_without_buffer(self, needs: Needs) -> bool:
        """Return whether parts of lines are to be in the file at once."""
        return self._buffer() is not None and any(not _is_line(call.args[0]) for call in needs.writes)

    def _buffer_lines(self) -> None:
        """Files of text cannot be without a buffer; each line is written at once instead."""
        buffer = self._buffer()
        if buffer is not None:
            self._draft.replace(buffer, "1")

    def _set(self, mode: str) -> None:
        same = sorted(mode) == sorted(self.mode or "r")
        is_default = self._given is None and sorted(mode) in (sorted(self._kind.default), ["r"])
        if same or (is_default and sorted(mode) == sorted(self._kind.default)):
            return
        if self._given is not None:
            quote = self._draft.source(self._given)[:1]
            self._draft.replace(self._given, f"{quote}{mode}{quote}" if quote in "'\"" else f'"{mode}"')
        elif len(self._call.args) == self._kind.place and self._call.args:
            last = self._draft.end(self._call.args[-1])
            self._draft.change(last, last, f', "{mode}"')
        else:
            end = self._draft.end(self._call) - 1
            separator = ", " if self._call.args or self._call.keywords else ""
            self._draft.change(end, end, f'{separator}mode="{mode}"')


def _is_line(written: ast.expr) -> bool:
    """Return whether what is written may end a line."""
    match written:
        case ast.Constant(value=str(text)) | ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return text.endswith("\n")
        case ast.BinOp(right=right, op=ast.Add()):
            return _is_line(right)
    return True


def _read_old_pickles(draft: Draft) -> None:
    """Read the pickles that Python 2 wrote, whose strings are bytes."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in {"pickle.load", "pickle.loads", "pickle.Unpickler"} and len(call.args) == 1 and not call.keywords:
            end = draft.end(call.args[0])
            draft.change(end, end, ', encoding="latin1"')


PASSES: tuple[Callable[[Draft], None], ...] = (files,)
