"""Brings the text of a Python 2 file to Python 3, by the fixers of fissix."""

from __future__ import annotations

import functools
import re
from typing import Any

from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.read.python2_syntax import fissix_module

# All that keep the layout and don't doubt the program; `future` is left to ruff, which removes the whole line.
_FIXERS = (
    "apply", "basestring", "dict", "except", "exec", "execfile", "exitfunc", "filter", "funcattrs", "getcwdu",
    "has_key", "import", "imports", "imports2", "input", "intern", "itertools", "itertools_imports", "long", "map",
    "metaclass", "methodattrs", "ne", "next", "nonzero", "numliterals", "operator", "paren", "print", "raise",
    "raw_input", "reduce", "reload", "renames", "repr", "sorted", "standarderror", "sys_exc", "throw", "tuple_params",
    "types", "unicode", "urllib", "xrange", "xreadlines", "zip",
)  # fmt: skip
_TRUE_DIVISION = re.compile(r"^from\s+__future__\s+import\b(?:[^#\n(]*|\s*\([^)]*)\bdivision\b", re.MULTILINE)


def has_classic_division(text: str) -> bool:
    """Return whether `/` rounds down between integers in a Python 2 file."""
    return not _TRUE_DIVISION.search(text)


def as_python3(text: str, file: str) -> str:
    """Return a Python 2 file in Python 3; tabs in indents are expanded only where they are mixed with spaces.

    Args:
        text: the file, with line feeds at the line ends.
        file: its path, beside which its own modules are.

    Raises:
        SyntaxError: it is no Python 2, or the fixers do not suffice.
        MissingPackageError: fissix is not installed.
    """
    modern = _fixed(text, file)
    try:
        parse(modern)
    except (TabError, IndentationError):
        modern = _fixed(expanded(text), file)
        parse(modern)
    return modern


def expanded(text: str) -> str:
    """Return a text with each tab in an indent expanded to the next multiple of eight columns, as Python 2 read it."""
    lines = text.splitlines(keepends=True)
    inside = _lines_inside_strings(lines)
    for number, line in enumerate(lines, 1):
        indent = line[: len(line) - len(line.lstrip(" \t\f"))]
        if "\t" in indent and number not in inside:
            lines[number - 1] = indent.expandtabs(8) + line[len(indent) :]
    return "".join(lines)


def _lines_inside_strings(lines: list[str]) -> set[int]:
    tokenize = fissix_module("pgen2.tokenize")
    inside: set[int] = set()
    source = iter([*lines, ""])
    for kind, _, (first, _), (last, _), _ in tokenize.generate_tokens(lambda: next(source, "")):
        if kind == tokenize.STRING:
            inside.update(range(first + 1, last + 1))
    return inside


def _fixed(text: str, file: str) -> str:
    parse_error = fissix_module("pgen2.parse").ParseError
    ended = text if text.endswith("\n") else text + "\n"
    try:
        modern = str(_tool(print_function=False).refactor_string(ended, file))
    except parse_error:
        # In it, `print` is a function, although nothing says so.
        try:
            modern = str(_tool(print_function=True).refactor_string(ended, file))
        except parse_error as error:
            raise SyntaxError(str(error)) from error
    return modern if text.endswith("\n") else modern.removesuffix("\n")


@functools.cache
def _tool(*, print_function: bool) -> Any:
    refactor = fissix_module("refactor")
    fixers = [f"fissix.fixes.fix_{name}" for name in _FIXERS if not (print_function and name == "print")]
    return refactor.RefactoringTool(fixers, {"print_function": print_function})
