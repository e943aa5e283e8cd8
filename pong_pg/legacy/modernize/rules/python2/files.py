"""Files, which are of text or of bytes today; in Python 2 they took and gave strings whatever their mode."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import Flows
from pong_pg.legacy.modernize.handles import Handles, Needs
from pong_pg.legacy.modernize.objects import Objects
from pong_pg.legacy.modernize.openings import Opening, has_byte_literals, opening_of


def files(draft: Draft) -> None:
    """Open files in the mode that the file's uses of them need."""
    if not draft.facts.python2:
        return
    objects = Objects(draft)
    flows = Flows(draft, objects.gives_bytes, objects.takes_bytes)
    handles = Handles(draft, flows)
    in_bytes = has_byte_literals(draft.text)
    for call in draft.walk(ast.Call):
        if len(call.args) == 2 and isinstance(call.func, ast.Name) and isinstance(call.args[1], ast.Constant):
            _tell_of_code(draft, call, "w" if "\n" in str(call.args[1].value) else "")
        opening = opening_of(draft, call)
        if opening and opening.mode is None and isinstance(opening.given, ast.Name | ast.Attribute):
            if handles.needs_of(call).bytes:
                mode = draft.source(opening.given)
                draft.replace(opening.given, f'{mode} if "b" in {mode} else {mode} + "b"')
        elif opening and opening.mode is not None:
            _tell_of_code(draft, call, opening.mode)
            _Opening(draft, opening).change(handles.needs_of(call), in_bytes=in_bytes)
    for string_file in draft.walk(ast.Call):
        if draft.full_name(string_file.func) == "io.StringIO":
            needs = handles.needs_of(string_file)
            if needs.bytes:
                _to_bytes_io(draft, string_file.func)
    _read_old_pickles(draft)


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
        self._set(plain + self._kind.letter)
        if self._kind.in_text:
            module, _, name = self._kind.in_text.rpartition(".")
            self._draft.replace(self._call.func, f"{self._draft.module(module)}.{name}")
        self._line_buffered()
        if arguments and not any(keyword.arg in {"encoding", "newline"} for keyword in self._call.keywords):
            end = self._draft.end(self._call) - 1
            self._draft.change(end, end, arguments)

    def _line_buffered(self) -> None:
        """Files of text cannot be without a buffer; each line is written at once instead."""
        place = self._kind.place + 1
        if len(self._call.args) > place:
            given = self._call.args[place]
            if isinstance(given, ast.Constant) and given.value == 0:
                self._draft.replace(given, "1")

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


def _read_old_pickles(draft: Draft) -> None:
    """Read the pickles that Python 2 wrote, whose strings are bytes."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in {"pickle.load", "pickle.loads", "pickle.Unpickler"} and len(call.args) == 1 and not call.keywords:
            end = draft.end(call.args[0])
            draft.change(end, end, ', encoding="latin1"')


PASSES: tuple[Callable[[Draft], None], ...] = (files,)
