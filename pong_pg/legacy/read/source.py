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
from pong_pg.legacy.read.divisions import divisions
from pong_pg.legacy.read.python2 import Python2SyntaxError, Translation, translate
from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables.python2 import BUILTINS, METHODS

# How Python 3's errors about syntax of Python 2 begin.
_OF_PYTHON2 = ("Missing parentheses in call to", "leading zeros", "multiple exception types", "exec ", "print ")
# Levels of a syntax tree: a pass over it takes some three calls for each, and Python allows a thousand.
_DEEPEST = 200


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
class Context:
    """What is known of a file before it is read.

    Attributes:
        python2: the program that it belongs to is Python 2, so the file is, too, unless it needs Python 3.
        is_certain: the user, or a notebook's kernel, says which Python it is; nothing in the file overrules it.
        inherited: features that hold as if it imported them from `__future__`.
        others: the other cells of its notebook, whose global names it sees.
    """

    python2: bool = False
    is_certain: bool = False
    inherited: frozenset[str] = frozenset()
    others: tuple[ast.Module, ...] = ()


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
        is_proven: syntax, `#!` line, user or kernel say which Python it is.
        old_names: the names of Python 2 that a file of Python 3 uses all the same, by line.
        differences: what would mean something else if the file were Python 2, which is not proven: the line, and what
            it does in Python 3.
        print_is_statement: the file is Python 2, and `print` is a statement in it.
    """

    tree: ast.Module
    text: str
    python2: bool
    classic_division: bool
    converted: tuple[Change, ...]
    is_proven: bool = False
    old_names: tuple[tuple[int, str], ...] = ()
    differences: tuple[tuple[int, str], ...] = ()
    print_is_statement: bool = False


def parse(file: str, data: bytes, context: Context = Context()) -> Parsed:
    """Parse a file of Python 3 or Python 2.

    It is Python 2 if its syntax, its `#!` line or `context` say so. Names that only Python 2 had prove nothing: a file
    of Python 3 gets them all the same.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
        MissingPackageError: it is Python 2 and fissix is not installed.
    """
    text = decode(data)
    modern, error = _as_python3(text)
    if error is not None and _is_too_deep(error):
        # The parser of Python 2 would take minutes to find that out.
        raise LegacySyntaxError(file, _line(error), "the code is nested too deeply")
    if modern is None:
        if context.is_certain and not context.python2:
            raise LegacySyntaxError(file, _line(error), _reason(error))
        return _python2(file, text, context, error)
    is_old, is_proven = _which_python(modern, text, context)
    if not is_old:
        return _python3(modern, text, context, Path(file).parent, is_proven=is_proven)
    try:
        return _python2(file, text, context, None, is_proven=is_proven)
    except LegacySyntaxError:
        if context.is_certain:
            raise
        # Its program made it look like Python 2, but it is none.
        return _python3(modern, text, context, Path(file).parent, is_proven=True)


def _which_python(modern: ast.Module, text: str, context: Context) -> tuple[bool, bool]:
    """Return whether a file that Python 3 can read is taken for Python 2, and whether that is proven."""
    shebang = re.match(r"#!.*\bpython([23])", text)
    prints = "print_function" not in context.inherited | python2_signs.future_features(modern)
    if context.is_certain:
        return context.python2, True
    if python2_signs.needs_python3(modern, print_is_statement=prints):
        return False, True
    if shebang:
        return shebang[1] == "2", True
    is_proven = python2_signs.proves_python2(modern)
    return is_proven or context.python2, is_proven


def _python3(tree: ast.Module, text: str, context: Context, directory: Path, *, is_proven: bool) -> Parsed:
    scopes = Scopes(tree, others=context.others)
    found = list(python2_signs.old_names(tree, scopes, lambda module: _is_in(directory, module)))
    features = context.inherited | python2_signs.future_features(tree)
    differences = [] if is_proven else list(python2_signs.prints(tree, features))
    if not is_proven and "division" not in features:
        differences += [(line, "/ gives fractions") for line, _, _ in divisions(tree)]
    names = tuple(sorted({(line, name) for _, line, name in found}))
    changes = set()
    for node, line, _ in found:
        if isinstance(node, ast.Name):
            changes.add((line, node.id, BUILTINS[node.id].modern))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            changes.add((line, f".{node.func.attr}()", METHODS[node.func.attr]))
    converted = tuple(Change(*row) for row in sorted(changes))
    return Parsed(tree, text, False, False, converted, is_proven, names, tuple(sorted(set(differences))))


def _python2(file: str, text: str, context: Context, error: Exception | None, *, is_proven: bool = True) -> Parsed:
    """Parse a file as Python 2; `error` is why it is no Python 3."""
    try:
        translation = translate(text, print_is_statement=not _imports_print_function(text, context.inherited))
        tree, refused = _as_python3(translation.text, translation)
    except Python2SyntaxError as old:
        if error is None:
            raise LegacySyntaxError(file, old.line, f"{old.reason}; it is read as Python 2") from None
        line = min(old.line, text.count("\n") or 1)
        if line > _line(error) and _reason(error).startswith(_OF_PYTHON2):
            # Python 3 stops at what Python 2 could read; the mistake comes later.
            told = f"{old.reason}; as Python 3: line {_line(error)}, {_reason(error)}"
            raise LegacySyntaxError(file, line, told) from None
        told = f"{_reason(error)}; as Python 2: line {old.line}, {old.reason}"
        raise LegacySyntaxError(file, _line(error), told) from None
    if tree is None:
        if error is None or _reason(error).startswith(_OF_PYTHON2):
            line = translation.original_line(_line(refused))
            raise LegacySyntaxError(file, line, f"{_reason(refused)}, after the conversion from Python 2")
        raise LegacySyntaxError(file, _line(error), _reason(error))
    new = python2_signs.python3_syntax(tree)
    if new:
        line, what = new
        if error is None:
            raise LegacySyntaxError(file, line, f"{what} is Python 3, but the file is read as Python 2")
        raise LegacySyntaxError(file, _line(error), f"{_reason(error)}; and {what} in line {line} is no Python 2")
    changes = list(translation.changes)
    classic = "division" not in context.inherited | python2_signs.future_features(tree)
    if classic:
        changes += divisions(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in BUILTINS:
                changes.append((node.lineno, name, BUILTINS[name].modern))
            case ast.Call(func=ast.Attribute(attr="next"), args=[], keywords=[]):
                changes.append((node.lineno, ".next()", METHODS["next"]))
    converted = tuple(Change(*change) for change in sorted(set(changes)))
    is_statement = translation.print_is_statement
    return Parsed(tree, text, True, classic, converted, is_proven, print_is_statement=is_statement)


def _imports_print_function(text: str, inherited: frozenset[str]) -> bool:
    pattern = r"^from\s+__future__\s+import\b(?:[^#\n(]*|\s*\([^)]*)\bprint_function\b"
    return "print_function" in inherited or re.search(pattern, text, re.MULTILINE) is not None


def decode(data: bytes) -> str:
    r"""Return a file's text with ``\n`` at the line ends; if its declared encoding is wrong, it is read as Latin-1."""
    text = data.decode(encoding_of(data))
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def encoding_of(data: bytes) -> str:
    """Return the encoding of a file: the declared one, UTF-8 or, if that is wrong, Latin-1."""
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return "latin-1"
    return encoding


def _is_in(directory: Path, module: str) -> bool:
    """Return whether a directory has a module of this name, which then is not the one that Python 2 had."""
    return (directory / f"{module}.py").exists() or (directory / module / "__init__.py").exists()


def _as_python3(text: str, translation: Translation | None = None) -> tuple[ast.Module | None, Exception | None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old scripts are full of "\d" and other invalid escapes
        try:
            tree = _checked_tree(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return None, error
    if translation:
        _place_in_original(tree, translation)
    return tree, None


def _checked_tree(text: str) -> ast.Module:
    """Return the tree of a text.

    Raises:
        SyntaxError, ValueError: it is no Python 3.
        RecursionError, MemoryError: a later pass over it would exceed Python's limit of recursion.
    """
    tree = ast.parse(text)
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    raise RecursionError


def _is_too_deep(error: Exception) -> bool:
    return isinstance(error, RecursionError | MemoryError) or "too many nested parentheses" in str(error)


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
