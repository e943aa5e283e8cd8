"""Modernises notebooks: their cells as one program, with magics, outputs and all else kept."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.modernize.modernizing import Modernized, Note, modernize_text
from pong_pg.legacy.notebook import python_version
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.refusals import check_notebook
from pong_pg.legacy.read.source import LegacySyntaxError
from pong_pg.untrusted.json_text import parse_json

_FORMAT = 4
_BEGIN = "# pong-pg cell {}"
_CELL = re.compile(r"^# pong-pg cell (\d+)\n", re.MULTILINE)
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_LANGUAGE = {"codemirror_mode": {"name": "ipython", "version": 3}, "pygments_lexer": "ipython3"}
# Cells that begin with these hold Python after that line.
_PYTHON_CELLS = frozenset({"%%capture", "%%prun", "%%time", "%%timeit", "%%debug"})
# A line that is no Python, such as `%matplotlib inline`, `!pip install gym`, `env?` or `files = !ls`.
_MAGIC = re.compile(
    r"(?P<indent>[ \t]*)(?:%{1,2}[A-Za-z]|!|\?{1,2}[\w%]|[\w.%*]+\?{1,2}\s*$|(?P<target>[\w., ]+=\s*)[%!](?!=))"
)
_MAGIC_MARK = "  # pong-pg magic {}: {}"
_MARKED = re.compile(r"^[^\n#]*  # pong-pg magic (\d+): .*$", re.MULTILINE)


@dataclass(frozen=True)
class Notebook:
    """A notebook that has been read.

    Attributes:
        path: its absolute path.
        text: the file.
        program: its cells that are Python, as one script, and the modules that they import.
        script: the text of that script.
        magic: the lines that are no Python, by the number that stands for them.
        unreadable: what is wrong with cells that are neither Python 3 nor Python 2.
    """

    path: str
    text: str
    program: Program
    script: str
    magic: list[str]
    unreadable: tuple[Note, ...]


def read(path: str, text: str, program: Program) -> Notebook:
    """Read a notebook and, through its imports, the modules beside it.

    Args:
        path: its absolute path.
        text: the file.
        program: its program, of which nothing has been read.

    Raises:
        PongPGError: it is no notebook, or one of another language or of format 3.
    """
    document = _document(path, text)
    program.python2 = program.python2 or python_version(document) == 2
    magic: list[str] = []
    unreadable: list[Note] = []
    parts: list[str] = []
    for number, cell in enumerate(document["cells"], 1):
        source = _without_magics(_source(cell), magic) if cell.get("cell_type") == "code" else None
        if source is None:
            continue
        try:
            Program().read(f"{path} cell {number}", source.encode())
            parts.append(f"{_BEGIN.format(number)}\n{source}\n")
        except LegacySyntaxError as error:
            unreadable.append(Note(error.line, f"this cell is no Python ({error.reason})", is_open=True, cell=number))
    script = "".join(parts)
    program.add_texts([(path, script.encode())], str(Path(path).parent))
    return Notebook(path, text, program, script, magic, tuple(unreadable))


def modernize(notebook: Notebook) -> Modernized:
    """Return a notebook with modern cells; a modern one stays as it is.

    Args:
        notebook: the notebook.

    Raises:
        PongPGError: the cells are no Python program together.
    """
    document = json.loads(notebook.text.removeprefix("\ufeff"))
    done = modernize_text(notebook.script, notebook.path, notebook.program)
    changes = dict(done.changes)
    for number, source in _cells(done.source).items():
        cell = document["cells"][number - 1]
        new = _MARKED.sub(lambda found: notebook.magic[int(found[1])], source)
        if new.rstrip("\n") != _source(cell).rstrip("\n"):
            lines = new.rstrip("\n").splitlines(keepends=True)
            cell["source"] = lines if isinstance(cell["source"], list) else "".join(lines)
    if python_version(document) == 2 or (done.changes and notebook.program.python2):
        _set_kernel(document)
        changes = changes or {"kernel": 1}
    notes = tuple(sorted((*notebook.unreadable, *_in_cells(done)), key=lambda note: (note.cell, note.line)))
    return Modernized(_as_text(document, notebook.text) if changes else notebook.text, notes, changes)


def _document(path: str, text: str) -> dict[str, Any]:
    try:
        document = parse_json(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise PongPGError(f"{path} is not a notebook: {error}") from error
    if isinstance(document, dict) and (document.get("nbformat") == _FORMAT - 1 or "worksheets" in document):
        raise PongPGError(
            f"{path} is a notebook of format {_FORMAT - 1}: convert it first with  "
            f"jupyter nbconvert --to notebook --nbformat {_FORMAT} {path}"
        )
    check_notebook(path, document)
    metadata = document.get("metadata", {})
    language = metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get("language")
    if language not in {None, "python", "ipython"}:
        raise PongPGError(f"{path} is a notebook in {language}, not in Python")
    found: dict[str, Any] = document
    return found


def _without_magics(cell: str, kept: list[str]) -> str | None:
    """Return a cell with a statement in place of each line that is no Python; None if it is a cell of another language.

    Args:
        cell: its source.
        kept: the lines that are set aside are added to these.
    """
    first = cell.lstrip().partition("\n")[0]
    if first.startswith("%%") and first.split()[0] not in _PYTHON_CELLS:
        return None
    with contextlib.suppress(SyntaxError, ValueError):
        parse(cell)
        return cell
    lines = cell.split("\n")
    for number, line in enumerate(lines):
        if found := _MAGIC.match(line):
            statement = f"{found['target'].rstrip()} None" if found["target"] else "pass"
            lines[number] = f"{found['indent']}{statement}{_MAGIC_MARK.format(len(kept), line)}"
            kept.append(line)
    return "\n".join(lines)


def _set_kernel(document: dict[str, Any]) -> None:
    metadata = document.setdefault("metadata", {})
    metadata["kernelspec"] = {**metadata.get("kernelspec", {}), **_KERNEL}
    if "language_info" in metadata:
        metadata["language_info"].update(_LANGUAGE)
        metadata["language_info"].pop("version", None)


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else str(source)


def _cells(script: str) -> dict[int, str]:
    """Return the text of each cell of a script that was made of cells."""
    first, *parts = _CELL.split(script)
    found = {int(number): source for number, source in zip(parts[::2], parts[1::2], strict=True)}
    if first.strip():
        # What was added before everything belongs to the first cell.
        found[min(found)] = first + found[min(found)]
    return found


def _in_cells(done: Modernized) -> list[Note]:
    """Return the notes of a script that was made of cells, by the lines of these cells."""
    begins = [(done.source.count("\n", 0, found.start()) + 1, int(found[1])) for found in _CELL.finditer(done.source)]
    notes: list[Note] = []
    for note in done.notes:
        line, cell = max((begin for begin in begins if begin[0] < note.line), default=begins[0])
        notes.append(dataclasses.replace(note, line=max(note.line - line, 1), cell=cell))
    return notes


def _as_text(document: dict[str, Any], old: str) -> str:
    """Return a notebook as JSON, laid out as it was."""
    indent = re.search(r"\n([ \t]+)\S", old)
    is_ascii = old.isascii() and "\\u" in old
    text = json.dumps(document, indent=indent[1] if indent else 1, ensure_ascii=is_ascii)
    return text + ("\n" if old.endswith("\n") else "")


def cell_sources(text: str) -> Sequence[str]:
    """Return the source of each cell of a notebook's file."""
    return [_source(cell) for cell in json.loads(text.removeprefix("\ufeff"))["cells"]]
