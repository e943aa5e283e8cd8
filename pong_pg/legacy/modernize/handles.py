"""What a Python 2 file does with each file that it opens: whether it needs text or bytes from it."""

from __future__ import annotations

import ast
import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import Flows, is_text
from pong_pg.legacy.tables import byte_functions

READS = frozenset({"getvalue", "next", "read", "readline", "readlines", "xreadlines"})
WRITES = frozenset({"write", "writelines"})
_PICKLES = frozenset({"pickle.Pickler", "pickle.Unpickler", "pickle.dump", "pickle.load"})
_ITERATORS = frozenset({
    "all", "any", "dict", "enumerate", "filter", "iter", "list", "map", "max", "min", "next", "reversed", "set",
    "sorted", "sum", "tuple", "zip",
})  # fmt: skip
_OF_TEXT = frozenset({
    "count", "endswith", "expandtabs", "find", "format", "isdigit", "lower", "lstrip", "partition", "replace", "rstrip",
    "split", "splitlines", "startswith", "strip", "title", "upper",
})  # fmt: skip


@dataclass
class Needs:
    """What the uses of an open file need.

    Attributes:
        bytes: uses that need a binary file.
        text: uses that need a text file.
        lines: uses that go through its lines.
        reads: calls that read from it.
        unknown: those of them whose results go where the file does not show it.
        writes: calls that write to it.
        unwritten: what is written, of which the file does not show whether it is text.
        escapes: uses in functions that are not known.
        shown: calls that read from it, whose results `repr` shows.
        csv: it is read or written by `csv`.
        pickled: objects are read from it or written to it.
    """

    bytes: list[ast.AST] = field(default_factory=list)
    text: list[ast.AST] = field(default_factory=list)
    lines: list[ast.expr] = field(default_factory=list)
    reads: list[ast.Call] = field(default_factory=list)
    unknown: list[ast.Call] = field(default_factory=list)
    writes: list[ast.Call] = field(default_factory=list)
    unwritten: list[ast.expr] = field(default_factory=list)
    escapes: list[ast.AST] = field(default_factory=list)
    shown: list[ast.Call] = field(default_factory=list)
    csv: bool = False
    pickled: bool = False


class Handles:
    """The files that a script opens, and their uses.

    Args:
        draft: the file.
        flows: where its bytes go.
    """

    def __init__(self, draft: Draft, flows: Flows) -> None:
        self._draft = draft
        self._flows = flows
        # The same, if all that is read is bytes.
        self._reading = Flows(draft, lambda node: _is_read(node) or flows.gives(node), flows.takes)
        imported = {full.partition(".")[0] for full in draft.names.values()}
        # `dump` and `load` of a module that is in a variable.
        self._pickles = "pickle" in imported and not imported & {"json", "yaml"}
        self._picklers = {
            node.name
            for node in draft.walk(ast.ClassDef)
            if any(draft.full_name(base) in {"pickle.Pickler", "pickle.Unpickler"} for base in node.bases)
        }
        # Methods that take a file of text.
        self._text_methods = {"readfp", "read_file"}
        if "configparser" in imported:
            self._text_methods.add("write")
        self._bindings: dict[object, list[int]] = {}
        self._attributes: dict[str, list[ast.Attribute]] = {}
        for node in draft.walk(ast.Attribute):
            self._attributes.setdefault(node.attr, []).append(node)
            if isinstance(node.ctx, ast.Store):
                self._bindings.setdefault(node.attr, []).append(draft.start(node))
        for variable, names in flows.uses.items():
            places = [draft.start(name) for name in names if not isinstance(name.ctx, ast.Load)]
            self._bindings[variable] = sorted(places)

    def needs_of(self, opening: ast.expr) -> Needs:
        """Return what the uses of the file need that an expression opens."""
        needs = Needs()
        for use in self.uses_of(opening):
            self._add(needs, use)
        return needs

    def uses_of(self, opening: ast.expr) -> Iterator[ast.expr]:
        """Yield the expressions that stand for an open file: the one that opens it, or the names that it gets."""
        parent = self._draft.parent(opening)
        match parent:
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from self._uses_of_target(target)
            case ast.withitem(optional_vars=ast.expr() as target):
                yield from self._uses_of_target(target)
            case ast.Call(func=function, args=[_]) if self._draft.full_name(function) == "contextlib.closing":
                yield from self.uses_of(parent)
            case _:
                yield opening

    def _uses_of_target(self, target: ast.expr) -> Iterator[ast.expr]:
        start = self._draft.start(target)
        if isinstance(target, ast.Name):
            variable = self._draft.scopes.variable(target)
            uses: list[ast.expr] = [*self._flows.uses.get(variable, [])]
            bindings = self._bindings.get(variable, [])
        elif isinstance(target, ast.Attribute):
            uses = [*self._attributes.get(target.attr, [])]
            bindings = [start]
        else:
            return
        for use in uses:
            if isinstance(getattr(use, "ctx", None), ast.Load):
                # The same name may stand for another file further down.
                place = bisect.bisect_right(bindings, self._draft.start(use)) - 1
                if place < 0 or bindings[place] == start:
                    yield use

    def _add(self, needs: Needs, use: ast.expr) -> None:
        parent = self._draft.parent(use)
        match parent:
            case ast.Attribute(value=value, attr=name) if value is use:
                self._add_method(needs, parent, name)
            case ast.Call():
                self._add_argument(needs, parent, use)
            case ast.keyword(arg="file"):
                needs.text.append(use)
            case ast.keyword(arg="fileobj"):
                needs.bytes.append(use)
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated) if iterated is use:
                needs.lines.append(use)
            case ast.Compare():
                needs.text.append(use)
            case ast.Expr() | ast.withitem() | ast.If() | ast.While() | ast.UnaryOp() | ast.Assert():
                pass
            case _:
                needs.escapes.append(use)

    def _add_method(self, needs: Needs, attribute: ast.Attribute, name: str) -> None:
        call = self._draft.parent(attribute)
        if not isinstance(call, ast.Call) or call.func is not attribute:
            if name in READS:
                # Such as `iter(f.readline, "")`.
                needs.text.append(attribute)
            elif name in WRITES:
                needs.escapes.append(attribute)
        elif name in READS:
            self._add_read(needs, call, name)
        elif name == "seek" and is_relative(call):
            needs.bytes.append(call)
        elif name in WRITES and call.args:
            needs.writes.append(call)
            written = call.args[0]
            if self._flows.is_bytes(written) or self._flows.gives(written) or is_buffer(written):
                needs.bytes.append(call)
            elif is_text(written):
                needs.text.append(call)
            else:
                needs.unwritten.append(written)

    def _add_read(self, needs: Needs, call: ast.Call, name: str) -> None:
        parent = self._draft.parent(call)
        if name in {"readlines", "xreadlines"}:
            needs.lines.append(call)
            return
        needs.reads.append(call)
        if isinstance(parent, ast.Call) and getattr(parent.func, "id", "") in {"python2_repr", "repr"}:
            needs.shown.append(call)
        elif self._goes_to_bytes(call):
            needs.bytes.append(call)
        elif _is_of_text(parent):
            needs.text.append(call)
        else:
            needs.unknown.append(call)

    def _goes_to_bytes(self, call: ast.Call) -> bool:
        """Return whether what is read goes to a function of bytes, and nowhere else."""
        parent = self._draft.parent(call)
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in {"bool", "len"}:
            return False
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            return self._reading.may_stay(call) and any(
                _says_bytes(self._draft.parent(name))
                for name in self._flows.uses[self._draft.scopes.variable(parent.targets[0])]
            )
        return isinstance(parent, ast.Call | ast.Attribute | ast.Subscript) and self._reading.may_stay(call)

    def _is_pickled(self, call: ast.Call, full: str) -> bool:
        if isinstance(call.func, ast.Name):
            return call.func.id in self._picklers
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr in {"dump", "load"}
        return is_method and not full and self._pickles

    def _add_argument(self, needs: Needs, call: ast.Call, use: ast.expr) -> None:
        full = self._draft.full_name(call.func)
        place = call.args.index(use) if use in call.args else -1
        is_pickled = full in _PICKLES or self._is_pickled(call, full)
        if place in byte_functions.TAKES_BINARY_FILE.get(full, ()) or is_pickled:
            needs.bytes.append(use)
            needs.pickled = needs.pickled or is_pickled
        elif byte_functions.TAKES_TEXT_FILE.get(full) == place:
            needs.text.append(use)
            needs.csv = needs.csv or full.startswith("csv.")
        elif full in byte_functions.TAKES_ANY_FILE:
            pass
        elif isinstance(call.func, ast.Name) and call.func.id in _ITERATORS:
            needs.lines.append(use)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in self._text_methods:
            needs.text.append(use)
        else:
            needs.escapes.append(use)


def _is_read(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="getvalue" | "read" | "readline")):
            return True
    return False


def is_relative(seek: ast.Call) -> bool:
    """Return whether a file is to go so many bytes from where it is, or from its end, as only binary files can."""
    if len(seek.args) != 2:
        return False
    return all(not (isinstance(one, ast.Constant) and one.value == 0) for one in seek.args)


def _says_bytes(parent: ast.AST | None) -> bool:
    """Return whether a use of something is more than a question for its length, which text has, too."""
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id not in {"bool", "isinstance", "len"}
    return isinstance(parent, ast.Call | ast.Subscript | ast.Attribute)


def _is_of_text(parent: ast.AST | None) -> bool:
    """Return whether what is in a node must be a string, or may be one as well as bytes."""
    match parent:
        case ast.Attribute(attr=name):
            return name in _OF_TEXT
        case ast.Call(func=ast.Name(id=name)):
            return name in {"int", "float"}
    return False


def is_buffer(node: ast.expr) -> bool:
    """Return whether an expression is a buffer, which only binary files take."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"buffer", "bytearray", "memoryview"}
    )
