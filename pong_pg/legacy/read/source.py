"""Parses a file of Python 3 or Python 2 into a syntax tree that Python 3 can compile."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from dataclasses import dataclass
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import python2_signs
from pong_pg.legacy.read.python2 import divisions, modernise
from pong_pg.legacy.read.python2_syntax import Python2SyntaxError, Translation, translate


class LegacySyntaxError(PongPGError):
    """A file is neither Python 3 nor Python 2.

    Attributes:
        file: its path.
        line: the line of the first error, from 1.
        reason: what is wrong there.
    """

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: syntax error: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Change:
    """One place in a file that was translated.

    Attributes:
        line: the line in the original text, from 1.
        what: the old code there.
        modern: what modern code says instead.
    """

    line: int
    what: str
    modern: str


@dataclass(frozen=True)
class Parsed:
    """A parsed file.

    Attributes:
        tree: the module in Python 3; every line number is one of the original text.
        text: the original text.
        python2: the file is, or is taken for, Python 2.
        classic_division: `/` between integers gives an integer, as in Python 2 without
            `from __future__ import division`.
        converted: what was translated, by line.
    """

    tree: ast.Module
    text: str
    python2: bool
    classic_division: bool
    converted: tuple[Change, ...]


def parse(file: str, data: bytes, *, python2: bool = False, inherited: frozenset[str] = frozenset()) -> Parsed:
    """Parse a file of Python 3 or Python 2.

    Args:
        file: its path, for errors.
        data: its content.
        python2: the program that it belongs to is Python 2, so the file is, too, unless it needs Python 3.
        inherited: features that hold as if it imported them from `__future__`.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
        MissingPackageError: it is Python 2 and fissix is not installed.
    """
    text = decode(data)
    modern, error = _as_python3(text)
    if modern is not None and not _take_as_python2(modern, text, Path(file).parent, python2, inherited):
        return Parsed(modern, text, python2=False, classic_division=False, converted=())
    try:
        translation = translate(text, inherited)
        tree, _ = _as_python3(translation.text, translation)
    except Python2SyntaxError as old:
        if modern is not None:
            # Its program or a name in it made it look like Python 2, but it is none.
            return Parsed(modern, text, python2=False, classic_division=False, converted=())
        raise LegacySyntaxError(file, _line(error), f"{_reason(error)}; as Python 2: {_place(old)}") from None
    if tree is None or (modern is None and python2_signs.needs_python3(tree)):
        raise LegacySyntaxError(file, _line(error), _reason(error))
    changes = [*translation.changes, *modernise(tree, translation.tuples)]
    classic = "division" not in inherited | python2_signs.future_features(tree)
    if classic:
        changes += divisions(tree)
    converted = tuple(Change(*change) for change in sorted(set(changes)))
    return Parsed(tree, text, python2=True, classic_division=classic, converted=converted)


def decode(data: bytes) -> str:
    r"""Return a file's text with ``\n`` at the line ends; if its declared encoding is wrong, it is read as Latin-1."""
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        text = data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def _take_as_python2(tree: ast.Module, text: str, directory: Path, by_default: bool, inherited: frozenset[str]) -> bool:
    shebang = re.match(r"#!.*\bpython([23])", text)
    if shebang:
        by_default = shebang[1] == "2"
    prints = "print_function" not in inherited | python2_signs.future_features(tree)
    if python2_signs.needs_python3(tree, print_is_statement=prints):
        return False
    return by_default or python2_signs.needs_python2(tree, lambda module: _is_in(directory, module))


def _is_in(directory: Path, module: str) -> bool:
    """Return whether a directory has a module of this name, which then is not the one that Python 2 had."""
    return (directory / f"{module}.py").exists() or (directory / module / "__init__.py").exists()


def _as_python3(text: str, translation: Translation | None = None) -> tuple[ast.Module | None, Exception | None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old scripts are full of "\d" and other invalid escapes
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        return None, error
    if translation:
        _place_in_original(tree, translation)
    return tree, None


def _place_in_original(tree: ast.Module, translation: Translation) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword | ast.alias | ast.excepthandler):
            end = translation.original_line(node.end_lineno or node.lineno)
            node.lineno = translation.original_line(node.lineno)
            node.end_lineno = max(node.lineno, end)
            # No columns: those of the new text would put the carets of a traceback in the wrong place.
            node.col_offset = node.end_col_offset = -1


def _line(error: Exception | None) -> int:
    return (isinstance(error, SyntaxError) and error.lineno) or 1


def _reason(error: Exception | None) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def _place(error: Python2SyntaxError) -> str:
    return f"line {error.line}, {error.reason}"
