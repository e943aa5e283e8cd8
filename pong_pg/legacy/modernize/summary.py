"""Says what was modernised, what is to be checked, and what could not be modernised."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from pong_pg.legacy.modernize.files import File
from pong_pg.legacy.modernize.modernizing import Note

_TOPICS = {
    "python2": "Python 2",
    "python": "Python",
    "library": "Python",
    "numpy": "NumPy",
    "scipy": "SciPy",
    "gym": "Gym",
    "ray": "Ray",
}


def of_files(files: Sequence[File]) -> str:
    """Return the summary of some files, without a line end."""
    return "\n".join(f"pong-pg modernize: {line}" if line[0] != " " else line for line in _lines(files))


def _lines(files: Sequence[File]) -> Iterator[str]:
    changed = [file for file in files if file.is_changed]
    failed = [file for file in files if file.modern is None]
    same = len(files) - len(changed) - len(failed)
    for file in changed:
        changes = file.modern.changes if file.modern else {}
        lines = ", ".join(f"{_TOPICS.get(topic, topic)}: {count}" for topic, count in changes.items())
        yield f"{file.path}: {'Python 2; ' if file.python2 else ''}lines changed: {lines}"
    if len(files) == 1 and same:
        yield f"{files[0].path}: already modern"
    elif len(files) > 1:
        told = f"{len(changed)} of {len(files)} files changed, {same} already modern"
        yield told + (f", {len(failed)} could not be modernised" if failed else "")
    yield from (f"not modernised: {file.why}" for file in failed)
    for title, is_open in (("to check", False), ("not modernised", True)):
        notes = [(file, note) for file in files if file.modern for note in file.modern.notes if note.is_open == is_open]
        places = [_place(file, note) for file, note in notes]
        if notes:
            yield f"{title}:"
        for place, (_, note) in zip(places, notes, strict=True):
            yield f"  {place:{max(map(len, places))}}  {note.text}"
    beside = sorted(files[0].modules) if len(files) == 1 and changed and not files[0].is_notebook else []
    if beside:
        names = ", ".join(os.path.relpath(path) for path in beside)
        yield f"it imports {names}, to be modernised as well: name their folder"


def _place(file: File, note: Note) -> str:
    return f"{file.path}:cell {note.cell}:{note.line}" if note.cell else f"{file.path}:{note.line}"
