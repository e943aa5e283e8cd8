"""Tidies a file that was modernised: spellings of old Python, imports that nothing needs any more, warnings.

Only spellings change, by those of ruff's fixes that keep the meaning. What ruff would complain of otherwise, and what
its author wrote that way, gets a comment `# noqa`.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize import percent, warned
from pong_pg.legacy.modernize.draft import parse

CHECKED = "NPY,UP,F,E9"
_IMPORTS = "F401"
# Its fix drops code that Python 3.10 never reaches, which is all that makes it unsafe for ruff.
_UNREACHABLE = "UP036"
# One comment at the head says it for the whole file: of these, and of what more lines have than so many. With today's
# generators (NPY002) the same seed would give other numbers.
_OF_FILES = frozenset({"NPY002"})
_MANY = 3
_OPTIONS = ("check", "--isolated", "--target-version", "py310", "--quiet", "--no-cache")
# Python imports modules from the working directory first, which may be that of a stranger's scripts.
_ROOT = Path(sys.executable).anchor
# Importing these has no effect but the names.
_WITHOUT_EFFECT = (sys.stdlib_module_names - {"antigravity", "readline", "rlcompleter", "this"}) | {
    "gymnasium", "imageio", "numpy", "PIL", "scipy", "six",
}  # fmt: skip
# Where these are used, the text does not show which names are.
_HIDDEN_USES = frozenset({"eval", "exec", "globals", "locals", "vars", "__import__", "execfile"})
_PACKAGES_WITH_HIDDEN_USES = frozenset({"runpy"})


@dataclass(frozen=True)
class _Complaint:
    code: str
    line: int
    noqa_line: int
    message: str


def tidied(text: str, *, keep_imports: bool = False) -> str:
    """Return a modernised file without what ruff (NPY, UP, F, E9) and Python's compiler complain of.

    Args:
        text: the file, with line feeds at the line ends.
        keep_imports: something else than the text may use what it imports, such as files that import it.

    Raises:
        MissingPackageError: ruff is not installed.
    """
    require("ruff", "modernising")
    text = warned.mended(text)
    text = _ruff(text, f"--select={_UNREACHABLE}", "--fix", "--unsafe-fixes")
    text = _without_unused_imports(text, keep_imports=keep_imports)
    text = _ruff(text, "--select=UP", "--fix")
    text = percent.as_f_strings(text)
    return _with_noqa(text)


def _ruff(text: str, *options: str) -> str:
    """Return a text as ruff mends it, or what it reports, on its standard output."""
    command = [sys.executable, "-m", "ruff", *_OPTIONS, *options, "--stdin-filename", "script.py", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False, cwd=_ROOT)
    # 1: it has complaints left.
    if done.returncode not in {0, 1}:
        raise PongPGError(f"ruff failed: {' '.join(done.stderr.decode(errors='replace').split())[:300]}")
    return done.stdout.decode()


def _complaints(text: str, codes: str) -> list[_Complaint]:
    found = json.loads(_ruff(text, f"--select={codes}", "--output-format=json"))
    return [
        _Complaint(one["code"], one["location"]["row"], one["noqa_row"] or one["location"]["row"], one["message"])
        for one in found
    ]


def _without_unused_imports(text: str, *, keep_imports: bool) -> str:
    """Return a text without the imports that nothing uses, and whose modules do nothing when they are imported."""
    unused = _complaints(text, _IMPORTS)
    if not unused:
        return text
    tree = parse(text)
    kept = {one.noqa_line for one in unused} if keep_imports or _has_hidden_uses(tree) else _lines_of_effects(tree)
    lines = [one for one in unused if one.noqa_line in kept]
    text = _with_comments(text, lines)
    return _ruff(text, f"--select={_IMPORTS}", "--fix") if len(lines) < len(unused) else text


def _has_hidden_uses(tree: ast.Module) -> bool:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    modules = {part.name for node in ast.walk(tree) if isinstance(node, ast.Import) for part in node.names}
    return bool(names & _HIDDEN_USES or modules & _PACKAGES_WITH_HIDDEN_USES)


def _lines_of_effects(tree: ast.Module) -> set[int]:
    """Return the lines with imports that are to stay although no name is used, since importing may do something."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            tops = {part.name.partition(".")[0] for part in node.names}
        elif isinstance(node, ast.ImportFrom):
            tops = {"" if node.level else (node.module or "").partition(".")[0]}
        else:
            continue
        if not tops <= _WITHOUT_EFFECT:
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _with_noqa(text: str) -> str:
    """Return a text with comments that silence what ruff still complains of."""
    by_code: dict[str, list[_Complaint]] = defaultdict(list)
    for one in _complaints(text, CHECKED):
        by_code[one.code].append(one)
    many = sorted(
        code for code, found in by_code.items() if code in _OF_FILES or len({one.noqa_line for one in found}) > _MANY
    )
    few = [one for code, found in by_code.items() if code not in many for one in found]
    text = _with_comments(text, few)
    if many:
        lines = text.splitlines(keepends=True)
        head = 0
        while head < len(lines) and re.match(r"#!|#.*coding[:=]", lines[head]):
            head += 1
        text = "".join([*lines[:head], f"# ruff: noqa: {', '.join(many)}\n", *lines[head:]])
    return text


def _with_comments(text: str, complaints: Sequence[_Complaint]) -> str:
    """Return a text with a comment `# noqa: CODE` at the end of the line of each complaint."""
    if not complaints:
        return text
    codes = ",".join(sorted({one.code for one in complaints}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "script.py")
        path.write_text(text, encoding="utf-8", newline="")
        lines = {one.noqa_line for one in complaints}
        command = [sys.executable, "-m", "ruff", *_OPTIONS, f"--select={codes}", "--add-noqa", str(path)]
        subprocess.run(command, capture_output=True, check=False, cwd=_ROOT)
        commented = path.read_bytes().decode()
    if not text.endswith("\n"):
        # ruff ends a last line that it comments.
        commented = commented.removesuffix("\n")
    both = zip(text.split("\n"), commented.split("\n"), strict=True)
    return "\n".join(new if number in lines else old for number, (old, new) in enumerate(both, 1))
