"""Converts a file of Python 2 to Python 3 by fissix, the maintained 2to3, without losing the lines of its text."""

from __future__ import annotations

import bisect
import functools
from dataclasses import dataclass, field
from typing import Any

from pong_pg.legacy.tables.python2 import FIXERS

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
        print_is_statement: `print` was a statement in the old text.
        starts: the lines of the new text, from 1 and ascending, whose original line is known.
        origins: the original line of each of them.
        changes: what was translated: line of the original, the old code, what modern code says.
    """

    text: str = ""
    print_is_statement: bool = True
    starts: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    changes: list[tuple[int, str, str]] = field(default_factory=list)

    def original_line(self, line: int) -> int:
        """Return the line of the original that a line of the new text comes from."""
        place = bisect.bisect_right(self.starts, line) - 1
        return self.origins[place] + line - self.starts[place] if place >= 0 else line


def translate(text: str, *, print_is_statement: bool = True) -> Translation:
    """Translate a Python 2 file to Python 3.

    Args:
        text: the file.
        print_is_statement: it may be; if the text can only be read without it, it is read without.

    Raises:
        Python2SyntaxError: it is not Python 2.
        MissingPackageError: fissix is not installed.
    """
    done = Translation()
    plain = _expand_tabs(text, done)
    tree, done.print_is_statement = _parse(plain, print_is_statement=print_is_statement)
    tool = _tool(done.print_is_statement)
    tool.found = done.changes
    tool.refactor_tree(tree, "<script>")
    done.text = str(tree)
    _record_origins(tree, done)
    done.changes.sort()
    return done


@functools.cache
def _fissix(module: str) -> Any:
    """Import a module of fissix, whose own cache of grammars is not used."""
    # It imports NumPy, which scripts of Python 3 may not need.
    from pong_pg.compat._versions import require

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


@functools.cache
def _tool(print_is_statement: bool) -> Any:
    """Return fissix's tool with our choice of its fixers, each of which notes what it changes in `tool.found`."""
    names = [name for name in FIXERS if print_is_statement or name != "print"]
    tool = _fissix("refactor").RefactoringTool([f"fissix.fixes.fix_{name}" for name in names])
    for fixer in (*tool.pre_order, *tool.post_order):
        # Its messages are for people who convert a file by hand.
        fixer.warning = fixer.cannot_convert = lambda *_: None
        fixer.transform = functools.partial(_note, tool, fixer.transform, FIXERS[_name_of(fixer)])
    return tool


def _name_of(fixer: Any) -> str:
    return str(type(fixer).__module__.rpartition(".fix_")[2])


def _note(tool: Any, transform: Any, row: tuple[str, str], node: Any, results: Any) -> Any:
    """Call a fixer, and note the line if it changes anything."""
    line, before = node.get_lineno(), str(node)
    new = transform(node, results)
    if str(node if new is None else new) != before or (new is None and node.parent is None):
        tool.found.append((line or 1, *row))
    return new


def _parse(text: str, *, print_is_statement: bool) -> tuple[Any, bool]:
    """Return fissix's tree of a text, and whether `print` is a statement in it.

    Raises:
        Python2SyntaxError: it is not Python 2.
    """
    pygram, pytree, driver = (_fissix(name) for name in ("pygram", "pytree", "pgen2.driver"))
    grammars = [(pygram.python_grammar, True), (pygram.python_grammar_no_print_statement, False)]
    refused: list[Python2SyntaxError] = []
    for grammar, is_statement in grammars if print_is_statement else grammars[1:]:
        try:
            tree = driver.Driver(grammar, convert=pytree.convert).parse_string(text)
        except _fissix("pgen2.parse").ParseError as error:
            refused.append(Python2SyntaxError(error.context[1][0], f"unexpected {error.value!r}"))
        except _fissix("pgen2.tokenize").TokenError as error:
            refused.append(Python2SyntaxError(error.args[1][0], str(error.args[0])))
        except IndentationError as error:
            refused.append(Python2SyntaxError(error.lineno or 1, error.msg))
        except KeyError as error:
            # A character that fissix takes for an operator, and that is none.
            line = text[: max(text.find(str(error.args[0])), 0)].count("\n") + 1
            refused.append(Python2SyntaxError(line, f"unexpected {error.args[0]!r}"))
        else:
            tree.future_features = _fissix("refactor")._detect_future_features(text)
            return tree, is_statement
    raise refused[0]


def _expand_tabs(text: str, done: Translation) -> str:
    """Expand each tab in an indent to the next multiple of eight columns, as Python 2 did."""
    text = text if text.endswith("\n") else f"{text}\n"
    if "\t" not in text:
        return text
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
    return "".join(lines)


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


def _record_origins(tree: Any, done: Translation) -> None:
    """Note which original line each line of the new text comes from: the fixers keep the places of what they keep."""
    line = 1
    for leaf in tree.leaves():
        line += leaf.prefix.count("\n")
        if leaf.value.strip() and leaf.lineno and (not done.starts or done.starts[-1] < line):
            done.starts.append(line)
            done.origins.append(leaf.lineno)
        line += leaf.value.count("\n")
