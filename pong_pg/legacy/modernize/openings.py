"""The calls that open files, and the modes they say."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from pong_pg.legacy.modernize.draft import Draft


@dataclass(frozen=True)
class Kind:
    """A function that opens files.

    Attributes:
        place: the place of the mode among its arguments.
        default: the mode without one.
        in_text: what opens it as a file of text; "" for itself.
        letter: what says in a mode that it is text, "" or "t".
    """

    place: int = 1
    default: str = "r"
    in_text: str = ""
    letter: str = ""


_OPEN = Kind()
_KINDS: dict[str, Kind] = {
    "bz2.BZ2File": Kind(in_text="bz2.open", letter="t"),
    "gzip.GzipFile": Kind(in_text="gzip.open", letter="t"),
    "gzip.open": Kind(default="rb", letter="t"),
    "os.fdopen": Kind(),
    "os.tmpfile": Kind(default="w+b"),
    "tempfile.NamedTemporaryFile": Kind(0, "w+b"),
    "tempfile.SpooledTemporaryFile": Kind(1, "w+b"),
    "tempfile.TemporaryFile": Kind(0, "w+b"),
}


@dataclass(frozen=True)
class Opening:
    """A call that opens a file.

    Attributes:
        call: the call.
        kind: the function that it calls.
        given: what it gives for a mode; None if it gives none.
        mode: the mode; None if the file does not show it, or if it is for both Pythons.
    """

    call: ast.Call
    kind: Kind
    given: ast.expr | None
    mode: str | None


def opening_of(draft: Draft, call: ast.Call) -> Opening | None:
    """Return what a call says of the file that it opens; None if it opens none."""
    kind = _kind_of(draft, call)
    if kind is None:
        return None
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = call.args[kind.place] if len(call.args) > kind.place else named.get("mode")
    mode: str | None = kind.default
    if given is not None:
        mode = given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else None
    if "encoding" in named or None in named or any(isinstance(one, ast.Starred) for one in call.args):
        mode = None
    return Opening(call, kind, given, mode)


def _kind_of(draft: Draft, call: ast.Call) -> Kind | None:
    if draft.is_builtin(call.func, "open") or draft.is_builtin(call.func, "file"):
        return _OPEN
    full = draft.full_name(call.func)
    if full == "gzip.GzipFile" and any(keyword.arg == "fileobj" for keyword in call.keywords):
        return None
    return _KINDS.get(full)


def has_byte_literals(text: str) -> bool:
    """Return whether a file has literals with bytes beyond ASCII, so that its strings are bytes rather than text."""
    return re.search(r"\\x[89a-fA-F][0-9a-fA-F]", text) is not None
