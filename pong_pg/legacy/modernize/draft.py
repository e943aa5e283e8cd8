"""A file on its way from old to modern: the operations from which all rules are made."""

from __future__ import annotations

import ast
import functools
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pong_pg.legacy.modernize.layout import Layout, Piece, parse
from pong_pg.legacy.read.findings import Surroundings
from pong_pg.legacy.read.python2_signs import guarded
from pong_pg.legacy.read.scopes import Scopes, full_name, imported
from pong_pg.legacy.read.settings import Settings

_MARK = "# pong-pg: "
_COMMENT_WIDTH = 110
_Node = TypeVar("_Node", bound=ast.AST)

# Expressions that need no parentheses wherever they stand.
_PRIMARY = (
    ast.Attribute, ast.Call, ast.Constant, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.JoinedStr, ast.List,
    ast.ListComp, ast.Name, ast.Set, ast.SetComp, ast.Subscript,
)  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """What a file's program shows, in its original form.

    Attributes:
        settings: how the runner runs the program: `step_values`, `reset_pair`, `wait_in_milliseconds`, `python2`.
        around: what other files of its program tell of it.
        python2: this file is Python 2.
        classic_division: `/` rounds down between integers in it.
        old_names: it is Python 3, but uses names that only Python 2 had.
        own_modules: the names of the program's own modules, which may be those of modules that are gone.
    """

    settings: Settings = field(default_factory=Settings)
    around: Surroundings = field(default_factory=Surroundings)
    python2: bool = False
    classic_division: bool = False
    old_names: bool = False
    own_modules: frozenset[str] = frozenset()


class Draft:
    """A text in Python 3's syntax, and the changes that one pass of rules makes to it.

    Nodes are changed by what stands for them (`replace`, `wrap`); all other text stays. A node may hold others that
    are changed, too. `result` is the new text.

    Args:
        text: the text, with line feeds at the line ends.
        facts: what is known of the program.

    Attributes:
        tree: the text, parsed. It is not to be changed.
        scopes: what its names refer to.
        names: the full names of what it imports, such as {"np": "numpy"}.
    """

    def __init__(self, text: str, facts: Facts) -> None:
        self.text = text
        self.facts = facts
        self.tree = parse(text)
        self.scopes = Scopes(self.tree, others=())
        self.names = imported(self.tree)
        self._layout = Layout(text, self.tree)
        self._parents = {child: parent for parent in ast.walk(self.tree) for child in ast.iter_child_nodes(parent)}
        # The lines of the imports that the file gets.
        self._imports: list[str] = []
        self._comments: set[tuple[int, str]] = set()

    # Reading.

    def walk(self, kind: type[_Node]) -> Iterator[_Node]:
        """Yield all nodes of a type, from the outside in."""
        return (node for node in ast.walk(self.tree) if isinstance(node, kind))

    @functools.cached_property
    def bound(self) -> frozenset[str]:
        """The names that the file binds to something else than imports, wherever that is."""
        names: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                names.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
        return frozenset(names)

    @functools.cached_property
    def guarded(self) -> set[int]:
        """The ids of the nodes for whose absence the program is prepared, in a `try` or below a test of the version."""
        return guarded(self.tree)

    def free_name(self, name: str) -> str:
        """Return a name that the file does not bind yet, made of another."""
        while name in self.bound or name in self.names:
            name += "_"
        return name

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node directly around a node."""
        return self._parents.get(node)

    def around(self, node: ast.AST, *kinds: type[ast.AST]) -> ast.AST | None:
        """Return the innermost node of some types around a node."""
        found = self._parents.get(node)
        while found is not None and not isinstance(found, kinds):
            found = self._parents.get(found)
        return found

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that a node is in, or the node if it is one."""
        while not isinstance(node, ast.stmt):
            node = self._parents[node]
        return node

    def source(self, node: ast.AST) -> str:
        """Return the original text of a node."""
        return self.text[self._layout.positions.start(node) : self._layout.positions.end(node)]

    def start(self, node: ast.AST) -> int:
        """Return the offset where a node begins."""
        return self._layout.positions.start(node)

    def end(self, node: ast.AST) -> int:
        """Return the offset where a node ends."""
        return self._layout.positions.end(node)

    def full_name(self, node: ast.AST) -> str:
        """Return the full name of an expression such as `np.random.seed`; "" if it begins with no imported name."""
        return full_name(node, self.names)

    def is_builtin(self, node: ast.AST, name: str) -> bool:
        """Return whether an expression is the builtin of this name."""
        return isinstance(node, ast.Name) and node.id == name and self.scopes.is_builtin(node)

    def is_replaced(self, node: ast.AST) -> bool:
        """Return whether something else already stands for a node."""
        return self._layout.is_replaced(node)

    # Changing expressions.

    def replace(self, node: ast.AST, *pieces: Piece) -> None:
        """Let strings and nodes stand for a node; nodes among them keep the changes within them.

        A node's text has no parentheses of its own around it; see `operand`.
        """
        self._layout.replace(node, pieces)

    def wrap(self, node: ast.AST, before: str, after: str) -> None:
        """Put text around a node."""
        self._layout.wrap(node, before, after)

    def operand(self, node: ast.expr) -> tuple[Piece, ...]:
        """Return the pieces of a node that is to stand beside an operator, a dot or a bracket."""
        is_number = isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)
        is_bare_tuple = isinstance(node, ast.Tuple) and not self.source(node).startswith("(")
        if (isinstance(node, _PRIMARY) and not is_number) or (isinstance(node, ast.Tuple) and not is_bare_tuple):
            # Adjacent literals, or a chain of calls, over several lines.
            return ("(", node, ")") if "\n" in self.source(node) and not isinstance(node, ast.Call) else (node,)
        return ("(", node, ")")

    def change(self, start: int, end: int, text: str) -> None:
        """Replace text between nodes, such as an operator or a keyword."""
        self._layout.change(start, end, text)

    def change_between(self, before: int, after: int, old: str, new: str) -> None:
        """Replace the first occurrence of an operator or keyword between two offsets that is in no comment."""
        place = before
        while place < after:
            if self.text[place] == "#":
                place = self._layout.positions.line_end(place)
            elif self.text.startswith(old, place):
                self.change(place, place + len(old), new)
                return
            else:
                place += 1
        raise ValueError(f"no {old!r} in {self.text[before:after]!r}")

    # Changing statements.

    def indent(self, statement: ast.stmt) -> str:
        """Return the white space before the line of a statement."""
        start = self._layout.positions.line_start(self.start(statement))
        line = self.text[start:]
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    def begins_line(self, statement: ast.stmt) -> bool:
        """Return whether nothing stands before a statement on its line."""
        start = self.start(statement)
        return not self.text[self._layout.positions.line_start(start) : start].strip()

    def insert_before(self, statement: ast.stmt, code: str) -> None:
        """Insert statements before another."""
        start = self.start(statement)
        if self.begins_line(statement):
            line = self._layout.positions.line_start(start)
            self.change(line, line, textwrap.indent(code.rstrip("\n") + "\n", self.indent(statement)))
        else:
            self.change(start, start, "; ".join(code.strip().splitlines()) + "; ")

    def insert_after(self, statement: ast.stmt, code: str) -> None:
        """Insert statements after another, which is no compound statement."""
        end = self.end(statement)
        line_end = self._layout.positions.line_end(end)
        rest = self.text[end:line_end].strip()
        if self.begins_line(statement) and (not rest or rest.startswith("#")):
            self.change(line_end, line_end, "\n" + textwrap.indent(code.strip("\n"), self.indent(statement)))
        else:
            self.change(end, end, "; " + "; ".join(code.strip().splitlines()))

    def remove(self, statement: ast.stmt) -> None:
        """Remove a statement with its line; a body that would be empty gets a `pass`."""
        parent = self._parents[statement]
        bodies = [body for body in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")) if body]
        body = next(body for body in bodies if statement in body)
        start, end = self.start(statement), self.end(statement)
        line_end = self._layout.positions.line_end(end)
        rest = self.text[end:line_end].strip()
        alone = self.begins_line(statement) and (not rest or rest.startswith("#"))
        removed = [other for other in body if other is statement or self._layout.is_replaced(other)]
        if alone and len(removed) < len(body):
            self.replace(statement)
            first = self._layout.positions.line_start(start)
            self.change(first, start, "")
            self.change(end, min(line_end + 1, len(self.text)), "")
        else:
            self.replace(statement, "pass")

    def comment(self, node: ast.AST, text: str, *, is_once: bool = False) -> None:
        """Put a comment `# pong-pg: ...` above the line of the statement that a node is in: what the user is to check.

        Args:
            node: the node.
            text: the comment.
            is_once: one such comment is enough in a file.
        """
        if is_once and text in {told for _, told in [*self._comments, *comments_in(self.text)]}:
            return
        statement = self.statement(node)
        line = self._layout.positions.line_start(self.start(statement))
        if (line, text) in self._comments:
            return
        self._comments.add((line, text))
        comment = comment_lines(text, self.indent(statement))
        above = re.search(r"(?:[ \t]*#.*\n)*\Z", self.text[:line])
        if above is None or comment not in above[0]:
            self.change(line, line, comment)

    # What the file needs.

    def module(self, name: str, alias: str = "") -> str:
        """Return the name that the file has for a module at its top level; it imports the module if it did not.

        Args:
            name: the full name, such as "numpy".
            alias: the usual short name, such as "np".
        """
        for statement in self.tree.body:
            if isinstance(statement, ast.Import) and not self._layout.is_replaced(statement):
                for part in statement.names:
                    if part.name == name and (part.asname or "." not in name):
                        return part.asname or name
                    if part.name.startswith(name + ".") and not part.asname and "." not in name:
                        return name
                    if name.startswith(part.name + ".") and not part.asname:
                        # It binds the same name.
                        self.replace(part, name)
                        return name
        line = f"import {name} as {alias}" if alias and alias != name else f"import {name}"
        self._import(line)
        return alias or name

    def from_module(self, module: str, name: str) -> str:
        """Return the name that the file has for something in a module; it imports that if it did not."""
        for statement in self.tree.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == module and not statement.level:
                for part in statement.names:
                    if part.name == name:
                        return part.asname or name
                self.wrap(statement.names[-1], "", f", {name}")
                return name
        self._import(f"from {module} import {name}")
        return name

    def _import(self, line: str) -> None:
        if line not in self._imports:
            self._imports.append(line)

    def result(self) -> str:
        """Return the new text."""
        if self._layout.is_untouched and not self._imports:
            return self.text
        text = self._layout.render()
        return _with_imports(text, self._imports) if self._imports else text


def _with_imports(text: str, imports: Sequence[str]) -> str:
    """Return a text with more imports below those that it begins with."""
    lines = text.splitlines(keepends=True)
    # Below the comments that a file begins with.
    end = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    for statement in parse(text).body:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not (is_text or isinstance(statement, ast.Import | ast.ImportFrom)):
            break
        end = statement.end_lineno or end
    new = [f"{line}\n" for line in imports if f"{line}\n" not in lines[:end]]
    return "".join([*lines[:end], *new, *lines[end:]])


def comment_lines(text: str, indent: str) -> str:
    """Return the lines of a comment `# pong-pg: ...`."""
    width = max(_COMMENT_WIDTH - len(indent), 40)
    lines = textwrap.wrap(text, width - len(_MARK), break_long_words=False, break_on_hyphens=False)
    first, *more = lines or [""]
    return "".join([f"{indent}{_MARK}{first}\n", *(f"{indent}#   {line}\n" for line in more)])


def comments_in(text: str) -> list[tuple[int, str]]:
    """Return the comments `# pong-pg: ...` of a text, with their lines from 1."""
    found: list[tuple[int, str]] = []
    is_open = False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith(_MARK):
            found.append((number, stripped.removeprefix(_MARK)))
            is_open = True
        elif is_open and stripped.startswith("#   "):
            found[-1] = (found[-1][0], f"{found[-1][1]} {stripped.removeprefix('#   ')}")
        else:
            is_open = False
    return found
