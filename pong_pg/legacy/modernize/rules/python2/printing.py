"""Print statements that left their line open: `print value,` wrote its space only when the next value came."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.python2_text import SOFT_SPACE
from pong_pg.legacy.modernize.rules.python2.calls import OwnCalls
from pong_pg.legacy.modernize.rules.python2.flow import is_read_after
from pong_pg.legacy.modernize.rules.python2.printed_texts import ending, is_line
from pong_pg.legacy.read.python2_syntax import future_features

# What follows a print statement, if it is not another: a `write`, the end of the program, or who knows.
# The argument that ends a call of `print`.
_ENDING = {"\n": "", " ": 'end=" "', "": 'end=""'}
_WRITE, _END, _UNKNOWN = "write", "end", "unknown"
_Next = set[ast.Expr | str]


@dataclass(frozen=True)
class _Print:
    """A print statement.

    Attributes:
        statement: the statement.
        call: the call of `print` that it is.
        file: the source of what it prints to; "" for standard output.
        is_open: its line stayed open.
    """

    statement: ast.Expr
    call: ast.Call
    file: str = ""
    is_open: bool = False


@dataclass
class _Plan:
    """What becomes of the print statements of a file.

    Attributes:
        ends: the text that ends an open one where that is known.
        joined: loops of nothing but an open one, with the statement after it that ends the line.
        closed: open ones whose line is ended by the statement without values after them.
        tracked: those that take a function that knows whether the line is open.
    """

    ends: dict[ast.stmt, str] = field(default_factory=dict)
    joined: dict[ast.For, ast.stmt] = field(default_factory=dict)
    closed: dict[ast.stmt, ast.stmt] = field(default_factory=dict)
    tracked: set[ast.Expr] = field(default_factory=set)

    def track(self, statement: ast.Expr, loop: ast.AST | None) -> None:
        """Let the function print what a statement printed."""
        self.tracked.add(statement)
        self.ends.pop(statement, None)
        self.closed = {one: end for one, end in self.closed.items() if statement not in {one, end}}
        self.joined = {one: end for one, end in self.joined.items() if one is not loop and end is not statement}


def printing(draft: Draft) -> None:
    """Let print statements with a comma at the end print what they printed."""
    if draft.facts.python2 and "print_function" not in future_features(draft.text):
        _Printing(draft).change()


class _Printing:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._calls = OwnCalls(draft)
        self._prints = {node: made for node in draft.walk(ast.Expr) if (made := self._read(node))}

    def change(self) -> None:
        for one in self._prints.values():
            self._write_early(one)
        split = {node for node in self._prints if self._split_places(node)}
        with_lines = [
            node
            for node, one in self._prints.items()
            if any(is_line(self._draft, value) for value in one.call.args[:-1])
        ]
        if not split and not with_lines and not any(one.is_open for one in self._prints.values()):
            return
        plan = _Plan()
        for one in self._prints.values():
            if one.is_open:
                self._decide(one, plan)
        for statement in with_lines:
            plan.track(statement, None)
        if any(self._prints_inside(node) for node in split):
            plan.tracked = set(self._prints)
        self._track_followers(plan)
        self._apply(plan)

    def _track_followers(self, plan: _Plan) -> None:
        """Let what may follow a line that was left open be printed by the function, too."""
        waiting = list(plan.tracked)
        while waiting:
            one = self._prints[waiting.pop()]
            following: _Next = self._after(one.statement, one.file) if one.is_open else set()
            if _UNKNOWN in following:
                following |= self._prints.keys()
            new = {node for node in following if isinstance(node, ast.Expr)} - plan.tracked
            for statement in new:
                plan.track(statement, self._draft.parent(statement))
            # A loop that was one `print`, or an end that belonged to another, has to be told anew.
            lost = {node for node, other in self._prints.items() if other.is_open} - plan.tracked
            lost -= {*plan.ends, *plan.closed}
            lost = {node for node in lost if self._draft.parent(node) not in plan.joined}
            for statement in lost:
                plan.track(statement, self._draft.parent(statement))
            waiting += [*new, *lost]

    def _read(self, node: ast.Expr) -> _Print | None:
        match node.value:
            case ast.Call(func=ast.Name(id="print")) as call:
                files = [keyword.value for keyword in call.keywords if keyword.arg == "file"]
                file = self._draft.source(files[0]) if files else ""
                is_open = any(keyword.arg == SOFT_SPACE for keyword in call.keywords)
                return _Print(node, call, "" if file in {"None", "sys.stdout"} else file, is_open)
        return None

    # What follows.

    def _decide(self, one: _Print, plan: _Plan) -> None:
        loop = self._draft.parent(one.statement)
        if isinstance(loop, ast.For) and (end := self._end_of_joined(loop, one)):
            plan.joined[loop] = end
            return
        how = ending(self._draft, one.call.args[-1]) if one.call.args else ""
        if how == "space":
            plan.ends[one.statement] = ""
            return
        following = self._after(one.statement, one.file)
        siblings = self._siblings(one.statement)
        place = siblings.index(one.statement)
        after = siblings[place + 1] if place + 1 < len(siblings) else None
        if following <= {_END}:
            plan.ends[one.statement] = "\n"
        elif isinstance(after, ast.Expr) and following == {after} and not self._prints[after].call.args:
            plan.closed[one.statement] = after
        elif following == {_WRITE}:
            plan.ends[one.statement] = ""
        elif how == "other" and all(isinstance(node, ast.Expr) and self._prints[node].call.args for node in following):
            plan.ends[one.statement] = " "
        else:
            plan.track(one.statement, loop)

    def _end_of_joined(self, loop: ast.For, one: _Print) -> ast.stmt | None:
        """Return the statement after a loop over one value that ends its line, if all may become one `print`."""
        siblings = self._siblings(loop)
        place = siblings.index(loop)
        after = siblings[place + 1] if place + 1 < len(siblings) else None
        after_print = self._prints.get(after) if isinstance(after, ast.Expr) else None
        before = siblings[place - 1] if place else None
        is_clear = not (isinstance(before, ast.Expr) and before in self._prints and self._prints[before].is_open)
        if (
            len(loop.body) == 1
            and not loop.orelse
            and len(one.call.args) == 1
            and after_print is not None
            and not after_print.call.args
            and not after_print.is_open
            and after_print.file == one.file
            and ending(self._draft, one.call.args[0]) == "other"
            and is_clear
            and not self._calls.may_act(one.call.args[0])
            and not self._calls.may_act(loop.iter)
            and not self._is_read_later(loop)
        ):
            return after
        return None

    def _is_read_later(self, loop: ast.For) -> bool:
        """Return whether a variable of a loop, which is none of a generator expression, is read after it."""
        parts = list(ast.walk(loop.target))
        is_simple = all(isinstance(part, ast.Name | ast.Tuple | ast.List | ast.expr_context) for part in parts)
        names = [part.id for part in parts if isinstance(part, ast.Name)]
        return not is_simple or any(is_read_after(self._draft, loop, name) for name in names)

    def _siblings(self, statement: ast.stmt) -> list[ast.stmt]:
        parent = self._draft.parent(statement)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list) and statement in body:
                return list(body)
        return [statement]

    def _after(self, statement: ast.stmt, file: str) -> _Next:
        """Return what may be the next that happens to the line after a statement."""
        siblings = self._siblings(statement)
        found, goes_on = self._scan(siblings[siblings.index(statement) + 1 :], file)
        parent = self._draft.parent(statement)
        if not goes_on:
            return found
        match parent:
            case ast.Module():
                return found | {_END}
            case ast.For() | ast.While() if statement in parent.body:
                again, _ = self._scan(parent.body, file)
                if isinstance(parent, ast.While) and self._calls.may_print(parent.test):
                    again |= {_UNKNOWN}
                return found | again | self._scan(parent.orelse, file)[0] | self._after(parent, file)
            case ast.If() | ast.With():
                return found | self._after(parent, file)
        return found | {_UNKNOWN}

    def _scan(self, statements: Iterable[ast.stmt], file: str) -> tuple[_Next, bool]:
        found: _Next = set()
        for statement in statements:
            more, goes_on = self._of_statement(statement, file)
            found |= more
            if not goes_on:
                return found, False
        return found, True

    def _of_statement(self, statement: ast.stmt, file: str) -> tuple[_Next, bool]:
        """Return what may be the next, as `_after`, in a statement, and whether it may be after it."""
        unknown: tuple[_Next, bool] = {_UNKNOWN}, False
        found = unknown
        match statement:
            case ast.Expr() if statement in self._prints:
                found = self._of_print(self._prints[statement], file)
            case ast.Expr(value=ast.Call(func=function)) if self._draft.full_name(function) == "sys.stdout.write":
                found = ({_WRITE}, False) if not file else (set(), True)
            case ast.FunctionDef() | ast.ClassDef() | ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Global():
                found = set(), True
            case ast.If(test=test, body=body, orelse=orelse) if not self._calls.may_print(test):
                one, other = self._scan(body, file), self._scan(orelse, file)
                found = one[0] | other[0], one[1] or other[1]
            case ast.For(iter=head, body=body, orelse=orelse) | ast.While(test=head, body=body, orelse=orelse):
                if not self._calls.may_print(head):
                    found = self._scan(body, file)[0] | self._scan(orelse, file)[0], True
            case ast.With(body=body) if not any(self._calls.may_print(item.context_expr) for item in statement.items):
                found = self._scan(body, file)
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Delete() | ast.Assert():
                found = unknown if self._calls.may_print(statement) else (set(), True)
        return found

    def _of_print(self, one: _Print, file: str) -> tuple[_Next, bool]:
        if any(self._calls.may_print(value) for value in one.call.args[:1]):
            return {_UNKNOWN}, False
        if one.file != file:
            # What it prints to may be the same.
            return (set(), True) if {one.file, file} == {"", "sys.stderr"} else ({_UNKNOWN}, False)
        return {one.statement}, False

    # Values that are written before the next is evaluated.

    def _split_places(self, node: ast.Expr) -> list[int]:
        """Return the places of values before which those before them were written, where that may show.

        So are those before which no space was written.
        """
        values = self._prints[node].call.args
        return [
            place
            for place, value in enumerate(values)
            if place
            and (
                self._calls.may_print(value, only_own=True)
                or self._calls.may_raise(value)
                or (self._is_tried(node) and self._calls.may_fail(value))
                or ending(self._draft, values[place - 1]) == "space"
            )
        ]

    def _is_tried(self, node: ast.Expr) -> bool:
        """Return whether a `try` in the same function goes on after what a statement raises."""
        inner: ast.AST = node
        around = self._draft.parent(node)
        while around is not None and not isinstance(around, ast.FunctionDef):
            if isinstance(around, ast.Try) and inner in around.body and around.handlers:
                return True
            inner, around = around, self._draft.parent(around)
        return False

    def _write_early(self, one: _Print) -> None:
        """Take the text of a value that a later one in the same statement may change."""
        values = one.call.args
        for place, value in enumerate(values[:-1]):
            if self._is_changeable(value) and any(self._calls.may_mutate(later) for later in values[place + 1 :]):
                self._draft.wrap(value, "str(", ")")

    def _is_changeable(self, value: ast.expr) -> bool:
        """Return whether a value is an object that may change, and not its text."""
        name = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
        if name == "str" or supports.exists(name):
            return False
        return not self._draft.kinds.of(value).names <= {"bool", "int", "long", "float", "complex", "str", "none"}

    def _prints_inside(self, node: ast.Expr) -> bool:
        return any(self._calls.may_print(value, only_own=True) for value in self._prints[node].call.args[1:])

    # The changes.

    def _apply(self, plan: _Plan) -> None:
        draft = self._draft
        ended = {*plan.joined.values(), *plan.closed.values()}
        for statement, one in self._prints.items():
            if statement in ended:
                draft.remove(statement)
                continue
            loop = draft.parent(statement)
            if isinstance(loop, ast.For) and loop in plan.joined:
                file = [keyword for keyword in one.call.keywords if keyword.arg == "file"]
                arguments: list[Piece] = ["*(", one.call.args[0], " for ", loop.target, " in ", loop.iter, ")"]
                if isinstance(one.call.args[0], ast.Name) and one.call.args[0].id == getattr(loop.target, "id", ""):
                    arguments = ["*", *draft.operand(loop.iter)]
                arguments += [", file=", file[0].value] if file else []
                draft.replace(loop, "print(", *arguments, ")")
                continue
            end = plan.ends.get(statement, "\n")
            if statement in plan.tracked:
                self._write(one, draft.support("print_values"), ("newline=False", "newline=False", ""))
            else:
                self._write(one, "print", (_ENDING[" "], _ENDING[end], ""))
        if plan.tracked:
            draft.support("end_line")
            self._track_writes()

    def _write(self, one: _Print, function: str, ends: tuple[str, str, str]) -> None:
        """Write a print statement anew, in parts where its values are to be written one after another.

        Args:
            one: the statement.
            function: what prints.
            ends: what ends the call of it in a part before another, in the last of a line that stays open, and in one
                that does not.
        """
        draft = self._draft
        places = [0, *self._split_places(one.statement), len(one.call.args)]
        files = [keyword.value for keyword in one.call.keywords if keyword.arg == "file"]
        if len(places) == 2:
            if function != "print":
                draft.replace(one.call.func, function)
            if one.is_open:
                self._replace_last(one.call, [*one.call.args, *files], ends[1])
            return
        separator = f"\n{draft.indent(one.statement)}" if draft.begins_line(one.statement) else "; "
        pieces: list[Piece] = []
        for first, last in itertools.pairwise(places):
            is_last = last == len(one.call.args)
            end = ends[0] if not is_last else ends[1] if one.is_open else ends[2]
            if not is_last and end == _ENDING[" "] and ending(self._draft, one.call.args[last - 1]) == "space":
                end = _ENDING[""]
            pieces += [separator if first else "", f"{function}("]
            for number, value in enumerate(one.call.args[first:last]):
                pieces += [", " if number else "", value]
            pieces += [part for file in files for part in (", file=", file)]
            pieces.append(f", {end})" if end else ")")
        draft.replace(one.statement, *pieces)

    def _replace_last(self, call: ast.Call, before: list[ast.expr], end: str) -> None:
        """Replace the argument that stands for an open line."""
        soft = next(keyword for keyword in call.keywords if keyword.arg == SOFT_SPACE)
        if not end and before:
            self._draft.change(self._draft.end(before[-1]), self._draft.start(soft), "")
        self._draft.replace(soft, end)

    def _track_writes(self) -> None:
        draft = self._draft
        for call in draft.walk(ast.Call):
            if draft.full_name(call.func) == "sys.stdout.write" and isinstance(draft.parent(call), ast.Expr):
                draft.replace(call.func, draft.support("write_text"))


PASSES: tuple[Callable[[Draft], None], ...] = (printing,)
