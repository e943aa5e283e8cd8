"""Says what was modernised, what is to be checked, and what could not be modernised."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

from pong_pg.legacy.modernize import folders
from pong_pg.legacy.modernize.folders import File
from pong_pg.legacy.modernize.modernizing import Note
from pong_pg.legacy.modernize.sources import Written

_TOPICS = {
    "python2": "Python 2",
    "numpy": "NumPy",
    "scipy": "SciPy",
    "pillow": "Pillow",
    "gym": "Gym",
    "ray": "Ray",
    "tidy": "spellings",
    "outputs": "outputs dropped",
    "kernel": "kernel",
}


def of_files(files: Sequence[File], written: Written) -> str:
    """Return the summary of some files, without a line end."""
    return "\n".join(_lines(files, written))


def _lines(files: Sequence[File], written: Written) -> Iterator[str]:
    changed = [file for file in files if file.is_changed]
    failed = [file for file in files if file.modern is None]
    same = len(files) - len(changed) - len(failed)
    for file in changed:
        yield f"pong-pg modernize: {file.path}: {_era(file)}{_changes(file)}"
    if len(files) == 1 and same:
        yield f"pong-pg modernize: {files[0].path}: already modern"
    elif len(files) > 1:
        told = f"{len(changed)} of {len(files)} files changed, {same} already modern"
        yield f"pong-pg modernize: {told}" + (f", {len(failed)} could not be modernised" if failed else "")
    for file in failed:
        yield f"pong-pg modernize: not modernised: {file.why}"
    yield from _places("to check", files, is_open=False)
    yield from _places("not modernised", files, is_open=True)
    if len(files) == 1 and not files[0].is_notebook and changed:
        beside = folders.modules_beside(files[0].path, files, written)
        if beside:
            names = ", ".join(os.path.relpath(path) for path in beside)
            yield f"pong-pg modernize: it imports {names}, to be modernised as well: name their folder"


def _era(file: File) -> str:
    return "Python 2; " if file.python2 else ""


def _changes(file: File) -> str:
    lines = Counter(file.modern.changes if file.modern else {})
    return "lines changed: " + ", ".join(f"{_TOPICS.get(topic, topic)}: {count}" for topic, count in lines.items())


def _places(title: str, files: Sequence[File], *, is_open: bool) -> Iterator[str]:
    rows = [
        (_place(file, note), note.text)
        for file in files
        for note in (file.modern.notes if file.modern else ())
        if note.is_open == is_open
    ]
    if not rows:
        return
    yield f"pong-pg modernize: {title}:"
    width = max(len(place) for place, _ in rows)
    yield from (f"  {place:{width}}  {text}" for place, text in rows)


def _place(file: File, note: Note) -> str:
    return f"{file.path}:cell {note.cell}:{note.line}" if note.cell else f"{file.path}:{note.line}"
