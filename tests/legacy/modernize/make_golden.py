"""Writes what becomes of the small scripts in `golden`: `python tests/legacy/modernize/make_golden.py [NAMES]`.

Each NAME.py is an old script; NAME.diff has what modernising changes in it, and what is to be checked. A person reads
the differences before they are committed.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import pong_pg

FOLDER = Path(__file__).with_name("golden")


def scripts() -> list[Path]:
    """The old scripts."""
    return sorted(FOLDER.glob("*.py"))


def record(script: Path) -> Path:
    """The file with what becomes of a script."""
    return script.with_suffix(".diff")


def outcome(script: Path) -> str:
    """What becomes of a script: the notes, then the differences with the whole file around them."""
    old = script.read_text(encoding="utf-8")
    modern = pong_pg.modernize(old, filename=str(script))
    notes = [f"{'not modernised' if note.is_open else 'to check'}: {note.line}: {note.text}\n" for note in modern.notes]
    before, after = old.splitlines(keepends=True), modern.source.splitlines(keepends=True)
    name = script.name
    return "".join([*notes, *difflib.unified_diff(before, after, name, name, n=max(len(before), len(after)))])


def main(names: list[str]) -> None:
    """Write the records of the scripts that are named, or of all."""
    for script in scripts():
        if not names or script.stem in names:
            record(script).write_text(outcome(script), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
