"""Translates Python 2's syntax to Python 3's, as text: no edit moves a line of the file.

The parser is fissix's. Its fixers are not used: they add lines and need its whole pattern machinery, while each rule
here changes the text of a few leaves. What can't be translated in place (a tuple as a parameter, or as the target of
`except`) is replaced by a placeholder name, and `python2` adds the unpacking to the tree.
"""

from __future__ import annotations

import bisect
import functools
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require

TUPLE_NAME = "_pong_pg_tuple_"
KEYWORD_NAME = "_pong_pg_keyword_"
_NEW_KEYWORDS = frozenset({"async", "await", "nonlocal"})
# The `__future__` features that change how a text is read.
_FEATURES = {
    name: re.compile(rf"^from\s+__future__\s+import\b(?:[^#\n(]*|\s*\([^)]*)\b{name}\b", re.MULTILINE)
    for name in ("print_function", "unicode_literals")
}
_STRING_PREFIX = re.compile(r"[a-zA-Z]*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_OUTPUT = "__pong_pg__.print_statement("
_PURPOSE = "running a Python 2 script"


class Python2SyntaxError(Exception):
    """The text is not Python 2.

    Attributes:
        line: the line, from 1.
        reason: what is wrong with it.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


@dataclass
class Translation:
    """A file in Python 3's syntax.

    Attributes:
        text: the new text.
        starts: the lines of the new text, from 1 and ascending, whose original line is known.
        origins: the original line of each of them.
        tuples: the source of the tuple that each placeholder name stands for.
        changes: what was translated: line of the original, the old code, what modern code says.
    """

    text: str = ""
    starts: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    tuples: dict[str, str] = field(default_factory=dict)
    changes: list[tuple[int, str, str]] = field(default_factory=list)

    def original_line(self, line: int) -> int:
        """Return the line of the original that a line of the new text comes from."""
        place = bisect.bisect_right(self.starts, line) - 1
        return self.origins[place] + line - self.starts[place] if place >= 0 else line


@functools.cache
def _fissix(module: str) -> Any:
    fissix: Any = require("fissix", _PURPOSE)
    try:
        fissix.CACHE_DIR.mkdir(parents=True, exist_ok=True)
    except OSError:
        # fissix can't even be imported if it has no directory for its tables.
        fissix.CACHE_DIR = Path(tempfile.gettempdir()) / f"fissix-{os.getuid()}"
    return require(f"fissix.{module}", _PURPOSE)


def translate(text: str, inherited: frozenset[str] = frozenset()) -> Translation:
    """Translate a Python 2 file to Python 3's syntax; names, methods and classes are left to `python2`.

    Args:
        text: the file.
        inherited: features that hold as if it imported them from `__future__`.

    Raises:
        Python2SyntaxError: it is not Python 2.
        MissingPackageError: fissix is not installed.
    """
    done = Translation()
    plain = _expand_tabs(text, done)
    features = inherited | {name for name, pattern in _FEATURES.items() if pattern.search(text)}
    tree, print_is_statement = _parse(plain, print_function="print_function" in features)
    rules = _Rules(done, print_is_statement, unicode_literals="unicode_literals" in features)
    for node in list(tree.post_order()):
        rules.apply(node)
    done.text = str(tree)
    _record_origins(tree, done)
    done.changes.sort()
    return done


def _expand_tabs(text: str, done: Translation) -> str:
    """Expand each tab in an indent to the next multiple of eight columns, as Python 2 did."""
    if "\t" not in text:
        return text if text.endswith("\n") else text + "\n"
    lines = text.splitlines(keepends=True)
    inside = _lines_inside_strings(lines)
    mixed: list[int] = []
    for number, line in enumerate(lines, 1):
        indent = line[: len(line) - len(line.lstrip(" \t\f"))]
        if "\t" in indent and number not in inside:
            lines[number - 1] = indent.expandtabs(8) + line[len(indent) :]
            mixed.append(number)
    if mixed and any(line.startswith(" ") for line in text.splitlines()):
        done.changes.append((mixed[0], "tabs mixed with spaces", "four spaces a level"))
    plain = "".join(lines)
    return plain if plain.endswith("\n") else plain + "\n"


def _lines_inside_strings(lines: list[str]) -> set[int]:
    tokenize = _fissix("pgen2.tokenize")
    inside: set[int] = set()
    source = iter([*lines, ""])
    try:
        for kind, _, (first, _), (last, _), _ in tokenize.generate_tokens(lambda: next(source, "")):
            if kind == tokenize.STRING:
                inside.update(range(first + 1, last + 1))
    except (tokenize.TokenError, IndentationError):
        pass  # the parser finds the same error, and reports its line
    return inside


def _parse(text: str, *, print_function: bool) -> tuple[Any, bool]:
    pygram, pytree, driver = (_fissix(name) for name in ("pygram", "pytree", "pgen2.driver"))
    grammars = [(pygram.python_grammar, True), (pygram.python_grammar_no_print_statement, False)]
    if print_function:
        del grammars[0]
    refused: list[Python2SyntaxError] = []
    for grammar, print_is_statement in grammars:
        try:
            return driver.Driver(grammar, convert=pytree.convert).parse_string(text), print_is_statement
        except _fissix("pgen2.parse").ParseError as error:
            refused.append(Python2SyntaxError(error.context[1][0], f"unexpected {error.value!r}"))
        except _fissix("pgen2.tokenize").TokenError as error:
            refused.append(Python2SyntaxError(error.args[1][0], str(error.args[0])))
        except IndentationError as error:
            refused.append(Python2SyntaxError(error.lineno or 1, error.msg))
    raise refused[0]


def _record_origins(tree: Any, done: Translation) -> None:
    line = 1
    for leaf in tree.leaves():
        line += leaf.prefix.count("\n")
        if leaf.value.strip() and leaf.lineno and (not done.starts or done.starts[-1] < line):
            done.starts.append(line)
            done.origins.append(leaf.lineno)
        line += leaf.value.count("\n")


class _Rules:
    """Translates a parsed file leaf by leaf; one method for each construct of the grammar."""

    def __init__(self, done: Translation, print_is_statement: bool, *, unicode_literals: bool) -> None:
        pygram, token, pytree = _fissix("pygram"), _fissix("pgen2.token"), _fissix("pytree")
        symbols = pygram.python_symbols
        self._done = done
        self._leaf_of = pytree.Leaf
        self._name_type = token.NAME
        self._print_is_statement = print_is_statement
        self._unicode_literals = unicode_literals
        self._inside_tuple = {symbols.tfpdef, symbols.tfplist, symbols.vfpdef, symbols.vfplist}
        self._print_stmt, self._simple_stmt, self._testlist1 = (
            symbols.print_stmt,
            symbols.simple_stmt,
            symbols.testlist1,
        )
        self._rules: dict[int, Callable[[Any], None]] = {
            token.NAME: self._name,
            token.NUMBER: self._number,
            token.STRING: self._string,
            token.NOTEQUAL: self._not_equal,
            symbols.print_stmt: self._print,
            symbols.exec_stmt: self._exec,
            symbols.raise_stmt: self._raise,
            symbols.except_clause: self._except,
            symbols.atom: self._backticks,
            symbols.testlist_safe: self._bare_tuple,
            symbols.tfpdef: self._tuple_parameter,
            symbols.vfpdef: self._tuple_parameter,
        }

    def apply(self, node: Any) -> None:
        """Translate a node, whose children have been translated."""
        rule = self._rules.get(node.type)
        if rule:
            rule(node)

    def _changed(self, node: Any, what: str, modern: str) -> None:
        self._done.changes.append((node.get_lineno(), what, modern))

    def _name(self, leaf: Any) -> None:
        if leaf.value == "print" and self._print_is_statement and leaf.parent.type != self._print_stmt:
            leaf.value = _OUTPUT + ")"
            self._changed(leaf, "print statement", "print(...)")
        elif leaf.value in _NEW_KEYWORDS:
            leaf.value = KEYWORD_NAME + leaf.value

    def _number(self, leaf: Any) -> None:
        if leaf.value[-1] in "lL":
            self._changed(leaf, leaf.value, leaf.value[:-1])
            leaf.value = leaf.value[:-1]
        if leaf.value.isdigit() and leaf.value[0] == "0" and leaf.value.strip("0"):
            self._changed(leaf, leaf.value, f"0o{leaf.value[1:]}")
            leaf.value = f"0o{leaf.value[1:]}"

    def _string(self, leaf: Any) -> None:
        prefix = _STRING_PREFIX.match(leaf.value).group()  # type: ignore[union-attr]  # it matches the empty string, too
        body = leaf.value[len(prefix) :]
        if prefix.lower() == "ur":
            self._changed(leaf, 'ur"..."', 'r"..."')
            leaf.value = "r" + body
        elif not prefix and not self._unicode_literals:
            # Only unicode strings had these escapes; elsewhere, as in "C:\users", they are two characters.
            leaf.value = _ESCAPE.sub(lambda found: "\\" + found[0] if found[1] in "uUN" else found[0], body)

    def _not_equal(self, leaf: Any) -> None:
        if leaf.value == "<>":
            self._changed(leaf, "<>", "!=")
            leaf.value = "!="

    def _print(self, node: Any) -> None:
        self._changed(node, "print statement", "print(...)")
        word, *rest = node.children
        word.value = _OUTPUT
        if rest[0].value == ">>" if hasattr(rest[0], "value") else False:
            word.value = "__pong_pg__.print_to("
            rest[0].value = ""
        last = rest[-1]
        if getattr(last, "value", "") == ",":
            last.value = ", newline=False)"
        else:
            _append(last, ")")

    def _exec(self, node: Any) -> None:
        self._changed(node, "exec statement", "exec(...)")
        word, code, *rest = node.children
        if not rest and _first(code).value == "(" and code.type in self._rules and len(code.children) == 3:
            return
        word.value = "exec("
        if rest:
            rest[0].value = ","
        _append(node, ")")

    def _raise(self, node: Any) -> None:
        parts = node.children
        if len(parts) > 3 and getattr(parts[2], "value", "") == ",":
            self._changed(node, "raise E, value", "raise E(value)")
            first = _first(parts[1])
            first.value = "__pong_pg__.exception(" + first.value
            _append(node, ")")

    def _except(self, node: Any) -> None:
        if len(node.children) == 4 and node.children[2].value == ",":
            self._changed(node, "except E, name", "except E as name")
            _, _, comma, target = node.children
            comma.value = " as "
            if target.type != self._name_type:
                self._replace_tuple(target)

    def _backticks(self, node: Any) -> None:
        first, last = node.children[0], node.children[-1]
        if getattr(first, "value", "") == "`":
            self._changed(node, "`...`", "repr(...)")
            first.value, last.value = ("repr((", "))") if node.children[1].type == self._testlist1 else ("repr(", ")")

    def _bare_tuple(self, node: Any) -> None:
        first = _first(node)
        first.value = "(" + first.value
        _append(node, ")")

    def _tuple_parameter(self, node: Any) -> None:
        if node.parent.type not in self._inside_tuple:
            self._changed(node, "tuple as a parameter", "unpack it in the body")
            self._replace_tuple(node)

    def _replace_tuple(self, node: Any) -> None:
        name = f"{TUPLE_NAME}{len(self._done.tuples)}"
        self._done.tuples[name] = str(node).strip()
        node.replace(self._leaf_of(self._name_type, name, prefix=node.prefix.replace("\n", " ") or " "))


def _first(node: Any) -> Any:
    return next(node.leaves())


def _append(node: Any, text: str) -> None:
    leaves = [leaf for leaf in node.leaves() if leaf.value]
    leaves[-1].value += text
