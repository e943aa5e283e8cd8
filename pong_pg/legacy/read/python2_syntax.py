"""Translates Python 2's syntax to Python 3's, as text: no edit moves a line of the file.

The parser is fissix's. Its fixers are not used: they add lines and need its whole pattern machinery, while each rule
here changes the text of a few leaves. What can't be translated in place (a tuple as a parameter, or as the target of
`except`) is replaced by a placeholder name, and `python2` adds the unpacking to the tree.
"""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pong_pg.compat._versions import require

TUPLE_NAME = "_pong_pg_tuple_"
KEYWORD_NAME = "_pong_pg_keyword_"
TRUTH_NAME = "_pong_pg_truth_"
# A statement that gives `True` or `False` another value, which were names like any other.
_TRUTH_IS_BOUND = re.compile(
    r"^[ \t]*(?:\w+[ \t]*,[ \t]*)*(?:True|False)\b[ \t]*(?:,[ \t]*\w+[ \t]*)*=(?!=)", re.MULTILINE
)
_NEW_KEYWORDS = frozenset({"async", "await", "nonlocal"})
# The `__future__` features that change how a text is read.
_FEATURES = {
    name: re.compile(rf"^from\s+__future__\s+import\b(?:[^#\n(]*|\s*\([^)]*)\b{name}\b", re.MULTILINE)
    for name in ("print_function", "unicode_literals")
}
_STRING_PREFIX = re.compile(r"[a-zA-Z]*")
_NO_B = str.maketrans("", "", "bB")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_OUTPUT = "__pong_pg__.print_statement("
_REPR = "__pong_pg__.repr_of("
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
def fissix_module(module: str) -> Any:
    """Import a module of fissix, whose own cache of grammars is not used."""
    require("fissix", _PURPOSE)
    driver: Any = require("fissix.pgen2.driver", _PURPOSE)
    pgen: Any = require("fissix.pgen2.pgen", _PURPOSE)
    load = driver.load_grammar
    # fissix keeps its tables as a pickle in a folder that it writes to, and loads whatever lies there. They are made
    # in 50 ms, so no file is needed.
    driver.load_grammar = pgen.generate_grammar
    try:
        return require(f"fissix.{module}", _PURPOSE)
    finally:
        driver.load_grammar = load


def translate(text: str, inherited: frozenset[str] = frozenset(), encoding: str = "utf-8") -> Translation:
    """Translate a Python 2 file to Python 3's syntax; names, methods and classes are left to `python2`.

    Args:
        text: the file.
        inherited: features that hold as if it imported them from `__future__`.
        encoding: the encoding of the file, whose bytes are in its byte strings.

    Raises:
        Python2SyntaxError: it is not Python 2.
        MissingPackageError: fissix is not installed.
    """
    done = Translation()
    plain = expand_tabs(text, done)
    features = inherited | future_features(text)
    tree, print_is_statement = parse_python2(plain, print_function="print_function" in features)
    truths = frozenset(["True", "False"]) if _TRUTH_IS_BOUND.search(plain) else frozenset[str]()
    has_text = "unicode_literals" in features
    rules = _Rules(done, print_is_statement, truths, unicode_literals=has_text, encoding=encoding)
    for node in list(tree.post_order()):
        rules.apply(node)
    done.text = str(tree)
    _record_origins(tree, done)
    done.changes.sort()
    return done


def future_features(text: str) -> frozenset[str]:
    """Return the features that change how a text is read and that it imports from `__future__`."""
    return frozenset(name for name, pattern in _FEATURES.items() if pattern.search(text))


def expand_tabs(text: str, done: Translation) -> str:
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
    tokenize = fissix_module("pgen2.tokenize")
    inside: set[int] = set()
    source = iter([*lines, ""])
    try:
        for kind, _, (first, _), (last, _), _ in tokenize.generate_tokens(lambda: next(source, "")):
            if kind == tokenize.STRING:
                inside.update(range(first + 1, last + 1))
    except (tokenize.TokenError, IndentationError):
        pass  # the parser finds the same error, and reports its line
    return inside


def parse_python2(text: str, *, print_function: bool) -> tuple[Any, bool]:
    """Return fissix's tree of a text, and whether `print` is a statement in it.

    Args:
        text: the text.
        print_function: it is none, as the text says.

    Raises:
        Python2SyntaxError: it is not Python 2.
    """
    pygram, pytree, driver = (fissix_module(name) for name in ("pygram", "pytree", "pgen2.driver"))
    grammars = [(pygram.python_grammar, True), (pygram.python_grammar_no_print_statement, False)]
    if print_function:
        del grammars[0]
    refused: list[Python2SyntaxError] = []
    for grammar, print_is_statement in grammars:
        try:
            return driver.Driver(grammar, convert=pytree.convert).parse_string(text), print_is_statement
        except fissix_module("pgen2.parse").ParseError as error:
            refused.append(Python2SyntaxError(error.context[1][0], f"unexpected {error.value!r}"))
        except fissix_module("pgen2.tokenize").TokenError as error:
            refused.append(Python2SyntaxError(error.args[1][0], str(error.args[0])))
        except IndentationError as error:
            refused.append(Python2SyntaxError(error.lineno or 1, error.msg))
        except KeyError as error:
            # A character that fissix takes for an operator, and that is none.
            line = text[: max(text.find(str(error.args[0])), 0)].count("\n") + 1
            refused.append(Python2SyntaxError(line, f"unexpected {error.args[0]!r}"))
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

    def __init__(
        self,
        done: Translation,
        print_is_statement: bool,
        truths: frozenset[str],
        *,
        unicode_literals: bool,
        encoding: str,
    ) -> None:
        pygram, token, pytree = fissix_module("pygram"), fissix_module("pgen2.token"), fissix_module("pytree")
        symbols = pygram.python_symbols
        self._done = done
        self._leaf_of = pytree.Leaf
        self._name_type = token.NAME
        self._print_is_statement = print_is_statement
        self._unicode_literals = unicode_literals
        self._encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        self._truths = truths
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
        elif leaf.value in self._truths:
            leaf.value = TRUTH_NAME + leaf.value
        elif leaf.value in _NEW_KEYWORDS:
            leaf.value = KEYWORD_NAME + leaf.value

    def _number(self, leaf: Any) -> None:
        if leaf.value[-1] in "lL":
            self._changed(leaf, leaf.value, leaf.value[:-1])
            leaf.value = f"__pong_pg__.long({self._digits(leaf, leaf.value[:-1])})"
        else:
            leaf.value = self._digits(leaf, leaf.value)

    def _digits(self, leaf: Any, digits: str) -> str:
        if digits.isdigit() and digits[0] == "0" and digits.strip("0"):
            self._changed(leaf, digits, f"0o{digits[1:]}")
            return f"0o{digits[1:]}"
        return digits

    def _string(self, leaf: Any) -> None:
        prefix = _STRING_PREFIX.match(leaf.value).group()  # type: ignore[union-attr]  # it matches the empty string, too
        body = leaf.value[len(prefix) :]
        if prefix.lower() == "ur":
            self._changed(leaf, 'ur"..."', 'r"..."')
            leaf.value = "r" + body
            return
        if "u" in prefix.lower() or (self._unicode_literals and "b" not in prefix.lower()):
            return
        # A byte string; see `runtime.byte_strings`. In Python 2, `b"..."` was another way to write it.
        prefix = prefix.translate(_NO_B)
        if not prefix:
            # Only unicode strings had these escapes; elsewhere, as in "C:\users", they are two characters.
            body = _ESCAPE.sub(lambda found: "\\" + found[0] if found[1] in "uUN" else found[0], body)
        leaf.value = prefix + (body if body.isascii() else body.encode(self._encoding).decode("latin-1"))

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
        if len(node.children) == 4:
            _, _, word, target = node.children
            if word.value == ",":
                self._changed(node, "except E, name", "except E as name")
                word.value = " as "
            if target.type != self._name_type:
                self._replace_tuple(target)

    def _backticks(self, node: Any) -> None:
        first, last = node.children[0], node.children[-1]
        if getattr(first, "value", "") == "`":
            self._changed(node, "`...`", "repr(...)")
            first.value, last.value = (f"{_REPR}(", "))") if node.children[1].type == self._testlist1 else (_REPR, ")")

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
