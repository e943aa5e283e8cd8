"""Brings the text of a Python 2 file to Python 3, by the fixers of fissix."""

from __future__ import annotations

import functools
from typing import Any

from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.read.python2 import Translation, expand_tabs, fissix_module

# All that keep the layout and don't doubt the program; `future` is left to ruff, which removes the whole line.
_FIXERS = (
    "apply", "basestring", "dict", "except", "exec", "execfile", "exitfunc", "filter", "funcattrs", "getcwdu",
    "has_key", "import", "imports", "imports2", "input", "intern", "long", "map",
    "metaclass", "methodattrs", "ne", "next", "nonzero", "numliterals", "operator", "paren", "print", "raise",
    "raw_input", "reduce", "reload", "renames", "repr", "standarderror", "sys_exc", "throw", "tuple_params",
    "types", "unicode", "urllib", "xrange", "xreadlines", "zip",
)  # fmt: skip
# Those for names that only Python 2 had, which a file of Python 3 may use all the same.
_FIXERS_OF_NAMES = (
    "basestring", "execfile", "getcwdu", "has_key", "imports", "imports2", "intern",
    "long", "raw_input", "reduce", "reload", "renames", "standarderror", "urllib", "xreadlines",
)  # fmt: skip


def with_new_names(text: str, file: str) -> str:
    """Return a Python 3 file without the names that only Python 2 had; arguments and errors as of `as_python3`."""
    return _refactored(text, file, _FIXERS_OF_NAMES, print_function=True)


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
        modern = _fixed(expand_tabs(text, Translation()), file)
        parse(modern)
    return modern


def _fixed(text: str, file: str) -> str:
    parse_error = fissix_module("pgen2.parse").ParseError
    try:
        return _refactored(text, file, _FIXERS)
    except parse_error:
        # In it, `print` is a function, although nothing says so.
        without_print = tuple(name for name in _FIXERS if name != "print")
        try:
            return _refactored(text, file, without_print, print_function=True)
        except parse_error as error:
            raise SyntaxError(str(error)) from error


def _refactored(text: str, file: str, fixers: tuple[str, ...], *, print_function: bool = False) -> str:
    ended = text if text.endswith("\n") else f"{text}\n"
    modern = str(_tool(fixers, print_function=print_function).refactor_string(ended, file))
    return modern if text.endswith("\n") else modern.removesuffix("\n")


@functools.cache
def _tool(fixers: tuple[str, ...], *, print_function: bool) -> Any:
    names = [f"fissix.fixes.fix_{name}" for name in fixers]
    return fissix_module("refactor").RefactoringTool(names, {"print_function": print_function})
