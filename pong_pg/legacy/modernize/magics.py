"""Sets the lines of notebooks that are no Python aside, such as `%matplotlib inline` and `!pip install gym`."""

from __future__ import annotations

import re

from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.read.python2 import Python2SyntaxError, translate

# Cells that begin with these hold Python after that line.
_PYTHON_CELLS = frozenset({"%%capture", "%%prun", "%%time", "%%timeit", "%%debug"})
_MAGIC = re.compile(r"\s*(?:[%!]|\?{1,2}[\w%])|[\s\w%.*]*[\w*]\?{1,2}\s*$")
_ASSIGNED = re.compile(r"(\s*[\w., ]+=\s*)[%!](?!=)")
_MARK = "# pong-pg magic {}"
_MARKED = re.compile(r"^([ \t]*)(?:pass|[\w., ]+= None)  # pong-pg magic (\d+)$", re.MULTILINE)
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_TOKEN = re.compile(r'("""|\'\'\')|("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|(#.*)|([][(){}])', re.DOTALL)


def as_python(cell: str, kept: list[str]) -> str | None:
    """Return a cell with a statement in place of each line that is no Python; None if it is a cell of another language.

    Args:
        cell: its source.
        kept: the lines that are set aside are added to these.
    """
    if not cell.lstrip().startswith("%%") and _is_python(cell):
        return cell
    lines = cell.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and first.split()[0] not in _PYTHON_CELLS:
        return None
    depth, quote, goes_on = 0, "", False
    for number, line in enumerate(lines):
        if not depth and not quote and not goes_on:
            assigned = _ASSIGNED.match(line)
            if assigned or _MAGIC.match(line):
                statement = f"{assigned[1].rstrip()} None" if assigned else f"{_indent(line)}pass"
                lines[number] = f"{statement}  {_MARK.format(len(kept))}"
                kept.append(line)
                continue
        depth, quote = _after(line, depth, quote)
        goes_on = line.rstrip().endswith("\\")
    return "\n".join(lines)


def restored(cell: str, kept: list[str]) -> str:
    """Return a cell with the lines that were set aside."""
    return _MARKED.sub(lambda found: kept[int(found[2])], cell)


def _is_python(cell: str) -> bool:
    try:
        parse(cell)
    except (SyntaxError, ValueError):
        try:
            parse(translate(cell + "\n").text)
        except (Python2SyntaxError, SyntaxError, ValueError):
            return False
    return True


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """Return how many brackets are open after a line, and the quotes of a string that goes on; "" for none."""
    place = 0
    while True:
        if quote:
            end = line.find(quote, place)
            if end < 0:
                return depth, quote
            place, quote = end + 3, ""
        found = _TOKEN.search(line, place)
        if found is None:
            return depth, ""
        place = found.end()
        quote = found[1] or ""
        depth = max(0, depth + _BRACKETS.get(found[4] or "", 0))
