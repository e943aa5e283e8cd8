"""Adds imports, and short functions that keep an old meaning, to a modernised file."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path

from pong_pg.legacy.modernize.layout import parse

_NEWLINE = "\n"
_FOLDER = Path(__file__).parent / "support"
# What modules of the folder import from each other is copied, too.
_PACKAGE = f"{__name__.rpartition('.')[0]}.support."


@dataclass(frozen=True)
class _Support:
    """A function, class or constant that files get.

    Attributes:
        source: its text.
        needs: the names of others that it uses.
        imports: the imports that it uses.
    """

    source: str
    needs: tuple[str, ...]
    imports: tuple[str, ...]


@functools.cache
def _table() -> dict[str, _Support]:
    """Return all of `support`, whose modules are ordinary Python: files get copies of what they use."""
    table: dict[str, _Support] = {}
    for path in sorted(_FOLDER.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = parse(text)
        imports: dict[str, str] = {}
        others: list[str] = []
        defined: dict[str, ast.stmt] = {}
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                if getattr(node, "module", "") == "__future__":
                    continue
                if (getattr(node, "module", None) or "").startswith(_PACKAGE):
                    others += [alias.name for alias in node.names]
                    continue
                for alias in node.names:
                    one = type(node)(**{**node.__dict__, "names": [alias]})
                    imports[alias.asname or alias.name.partition(".")[0]] = ast.unparse(one)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                defined[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                defined[node.targets[0].id] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                defined[node.target.id] = node
        lines = text.splitlines()
        for name, node in defined.items():
            used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - {name}
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            source = "\n".join(lines[first - 1 : node.end_lineno])
            table[name] = _Support(
                source,
                (*sorted(used.intersection(others)), *sorted(used & defined.keys(), key=list(defined).index)),
                tuple(sorted(imports[one] for one in used & imports.keys())),
            )
    return table


def exists(name: str) -> bool:
    """Return whether there is a support of this name."""
    return name in _table()


def free_name(name: str, text: str, bound: frozenset[str] | None = None) -> str:
    """Return a name for a support that the file does not bind to something else.

    Args:
        name: the name that it should have.
        text: the file.
        bound: the names that the file binds, where these are not those of the text.
    """
    if name not in (bound_names(parse(text)) if bound is None else bound) or _is_defined(name, text):
        return name
    number = 2
    while re.search(rf"\b{name}_{number}\b", text):
        number += 1
    return f"{name}_{number}"


def is_copy(name: str, source: str) -> bool:
    """Return whether a definition is a copy of a support."""
    plain = _with_plain_names(source)
    name = _with_plain_names(name)
    return name in _table() and _table()[name].source.endswith(plain)


def bound_names(tree: ast.Module, without: Container[ast.AST] = ()) -> frozenset[str]:
    """Return the names that a file binds anywhere, without those of some imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Import | ast.ImportFrom) and node not in without:
            found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return frozenset(found)


def _is_defined(name: str, text: str) -> bool:
    """Return whether the file already has this support."""
    return name in _table() and _table()[name].source in text


def is_support(source: str) -> bool:
    """Return whether this is the text of a support, perhaps under the name that it got in a file."""
    return _with_plain_names(source) in _texts()


def _with_plain_names(source: str) -> str:
    """Return a text with the plain names of supports, for those with a number that `free_name` gives."""
    return re.sub(r"\b(\w+?)_\d+\b", lambda found: found[1] if found[1] in _table() else found[0], source)


@functools.cache
def _texts() -> frozenset[str]:
    # Without the comments above them, which belong to no node.
    return frozenset(re.sub(r"\A(#.*\n)+", "", support.source) for support in _table().values())


def add(text: str, imports: Iterable[str], statements: Iterable[str], names: dict[str, str]) -> str:
    """Add imports, statements and supports to a text.

    Args:
        text: the file.
        imports: lines such as "import numpy as np", which are added after its imports.
        statements: lines that stand after these.
        names: the supports, and the name that each has in the file.
    """
    sources, needed = _sources(names, text)
    there = _imports_in(text)
    place, has_imports = _end_of_imports(text)
    # The supports may be called before what the file imports further down.
    early = _imports_in(text[:place])
    imports = [line for line in imports if line not in there] + [line for line in needed if line not in early]
    imports = list(dict.fromkeys(imports))
    statements = [line for line in statements if not _has_line(text, line)]
    if not imports and not statements and not sources:
        return text
    head, rest = text[:place], text[place:]
    futures = head and not has_imports
    added = "".join(f"{line}\n" for line in [*imports, *statements])
    copies = _end_of_copies(rest)
    if sources and copies:
        # They may need those that an earlier pass has added.
        rest = rest[:copies] + "\n\n\n" + "\n\n\n".join(sources) + rest[copies:]
        sources = []
    if added and futures and not head.endswith("\n\n"):
        added = "\n" + added
    if sources:
        added = f"{added}\n\n" + "\n\n\n".join(sources) + "\n"
        rest = f"\n\n{rest.lstrip(_NEWLINE)}" if rest.strip() else rest
    elif not has_imports and rest.strip() and not rest.startswith("\n"):
        added += "\n"
    return head + added + rest


def _end_of_copies(text: str) -> int:
    """Return the offset after the last copy of a support in a text; 0 if it has none."""
    lines = text.splitlines(keepends=True)
    end = 0
    for node in parse(text).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                source = "".join(lines[node.lineno - 1 : node.end_lineno]).rstrip("\n")
                if is_copy(name, source):
                    end = len("".join(lines[: node.end_lineno]).rstrip("\n"))
    return end


def _sources(names: dict[str, str], text: str) -> tuple[list[str], list[str]]:
    """Return the text of supports with those that they use, and the imports of all."""
    ordered: dict[str, str] = {}

    def visit(name: str) -> None:
        if name in ordered:
            return
        for other in _table()[name].needs:
            visit(other)
        ordered[name] = names.get(name) or free_name(name, text)

    for name in names:
        visit(name)
    renamed = {old: new for old, new in ordered.items() if old != new}
    sources, imports = [], list[str]()
    for name in ordered:
        if _is_defined(name, text):
            continue
        source = _table()[name].source
        for old, new in renamed.items():
            # Not in texts, such as the key "TimeLimit.truncated".
            source = re.sub(rf"(?<![.\"])\b{old}\b", new, source)
        sources.append(source)
        imports += _table()[name].imports
    return sources, imports


def _imports_in(text: str) -> set[str]:
    """Return what a file imports at its top level, one name a line."""
    found: set[str] = set()
    for node in parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {ast.unparse(type(node)(**{**node.__dict__, "names": [alias]})) for alias in node.names}
    return found


def _has_line(text: str, line: str) -> bool:
    return re.search(rf"^{re.escape(line)}[ \t]*(#.*)?$", text, re.MULTILINE) is not None


def _end_of_imports(text: str) -> tuple[int, bool]:
    """Return the offset after the imports at the head of a file, or after its docstring; and whether it has any."""
    tree = parse(text)
    last: ast.stmt | None = None
    has_imports = False
    for number, node in enumerate(tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            last = node
            has_imports = has_imports or getattr(node, "module", "") != "__future__"
        elif number == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            last = node
        elif not isinstance(node, ast.Pass):
            # In a notebook, `pass` stands for a line that is no Python, such as `%matplotlib inline`.
            break
    lines = text.splitlines(keepends=True)
    if last is not None:
        number = last.end_lineno or last.lineno
        return sum(len(line) for line in lines[:number]), has_imports
    # After the `#!` line, the encoding and the comment at the head.
    number = 0
    while number < len(lines) and lines[number].startswith("#"):
        number += 1
    return sum(len(line) for line in lines[:number]), False
