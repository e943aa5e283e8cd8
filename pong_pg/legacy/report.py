"""Reports what is old in a script, where it is, and what modern code says instead."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pong_pg.legacy.read.findings import Finding
from pong_pg.legacy.read.settings import Settings

_LINES_SHOWN = 5


def first_line(script: str, settings: Settings, found: Sequence[Finding]) -> str:
    """Return the line that is printed before a script starts: what it was written for, and how much is translated."""
    return f"pong-pg run: {script}: {_era(settings)}; {_count(found)}"


def _era(settings: Settings) -> str:
    words = ["Python 2" if settings.python2 else "Python 3"]
    if settings.gym:
        words.append(f"gym with {settings.step_values} values a step")
    if settings.wait_in_milliseconds:
        words.append("Ray before 0.6.2" if not settings.wait_unit_is_guess else "probably Ray before 0.6.2")
    return ", ".join(words)


def _count(found: Sequence[Finding]) -> str:
    if not found:
        return "nothing to translate"
    return f"{len(found)} place{'s' if len(found) > 1 else ''} to translate"


def as_document(script: str, settings: Settings, found: Sequence[Finding], notes: Sequence[str]) -> dict[str, Any]:
    """Return the report as data for JSON."""
    return {
        "script": script,
        "python": 2 if settings.python2 else 3,
        "gym_api": settings.step_values,
        "atari_py": settings.atari_py,
        "atari_py_is_guess": settings.early_gym_is_guess,
        "ray_wait": "milliseconds" if settings.wait_in_milliseconds else "seconds",
        "ray_wait_is_guess": settings.wait_unit_is_guess,
        "translated": [
            {"file": finding.file, "line": finding.line, "old": finding.old, "new": finding.new} for finding in found
        ],
        "notes": list(notes),
    }


def as_table(found: Sequence[Finding]) -> str:
    """Return the report as a table without colours or frames, so that it can be searched with grep.

    The same old code in several places of a file is one row.
    """
    lines: dict[tuple[str, str, str], list[int]] = {}
    for finding in found:
        lines.setdefault((finding.file, finding.old, finding.new), []).append(finding.line)
    rows = [("where", "what the script says", "what modern code says")]
    rows += [(f"{_shown(file)}:{_listed(numbers)}", old, new) for (file, old, new), numbers in lines.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"  {where:{widths[0]}}  {old:{widths[1]}}  {new}" for where, old, new in rows)


def _listed(numbers: Sequence[int]) -> str:
    shown = ",".join(map(str, numbers[:_LINES_SHOWN]))
    more = len(numbers) - _LINES_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def _shown(file: str) -> str:
    """Return a path relative to the current directory if it is in there; otherwise as it is."""
    relative = os.path.relpath(file)
    return file if relative.startswith("..") else relative
