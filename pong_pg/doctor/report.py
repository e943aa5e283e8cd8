"""What the checks found, as a table, as lines, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TextIO

from pong_pg._about import __version__
from pong_pg.doctor.checks import Check
from pong_pg.doctor.finding import Finding

_STYLES = {"ok": "green", "limited": "yellow", "missing": "dim", "broken": "bold red"}

# Of the table, beside the names of the checks: what was found and what to do are read in columns of some words.
_LEAST_WIDTH = 50


@dataclass(frozen=True)
class Report:
    """What all checks found.

    Attributes:
        found: each check with what it found.
        seconds: how long they took.
    """

    found: tuple[tuple[Check, Finding], ...]
    seconds: float

    def failures(self) -> list[str]:
        """Return the names of the checks without which training does not work."""
        return [check.name for check, found in self.found if check.required and found.status in {"missing", "broken"}]

    def to_json(self) -> str:
        """Return the whole report as one JSON document."""
        checks = [
            {
                "name": check.name,
                "group": check.group,
                "required": check.required,
                "needed_for": check.needed_for,
                **asdict(found),
            }
            for check, found in self.found
        ]
        document = {
            "pong_pg": __version__,
            "training_works": not self.failures(),
            "failures": self.failures(),
            "seconds": round(self.seconds, 2),
            "checks": checks,
        }
        return json.dumps(document, indent=2)


def last_line(report: Report) -> str:
    """Return the conclusion in one line."""
    failures = report.failures()
    checked = f"{len(report.found)} checks in {report.seconds:.1f} s"
    if failures:
        return f"Training does not work here: see {', '.join(failures)} ({checked})"
    return f"Everything that training needs works ({checked})"


def lines(report: Report) -> list[str]:
    """Return one line for each check: its status, its name, what was found and what to do; and the conclusion."""
    width = max(len(check.name) for check, _ in report.found)
    shown = []
    for check, found in report.found:
        advice = f"; to do: {found.advice}" if found.advice else ""
        purpose = "" if found.status == "ok" else f" (needed for {_purpose(check)})"
        shown.append(f"{found.status:<7}  {check.name:<{width}}  {found.detail}{purpose}{advice}")
    return [*shown, last_line(report)]


def print_table(report: Report, stream: TextIO) -> None:
    """Print a table for a terminal, whose marks are words and need no colours; lines where it is too narrow for one."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    names = max(len(check.name) for check, _ in report.found)
    if console.width < names + _LEAST_WIDTH:
        console.print("\n".join(lines(report)), soft_wrap=True, markup=False)
        return
    table = Table(title=f"pong_pg {__version__}", title_justify="left")
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("found", overflow="fold", ratio=3)
    table.add_column("what to do", overflow="fold", ratio=2)
    group = ""
    for check, found in report.found:
        if check.group != group:
            table.add_section()
            group = check.group
        purpose = "" if found.status == "ok" else f"\nneeded for {_purpose(check)}"
        table.add_row(
            Text(found.status, style=_STYLES[found.status]),
            Text(check.name),
            Text(f"{found.detail}{purpose}"),
            Text(found.advice),
        )
    console.print(table)
    console.print(Text(last_line(report), style="bold red" if report.failures() else "bold green"))


def _purpose(check: Check) -> str:
    return f"{check.needed_for}; required" if check.required else check.needed_for


def collect(checks: tuple[Check, ...], found: Mapping[str, Finding], seconds: float) -> Report:
    """Return the report of checks and what they found, by name."""
    return Report(tuple((check, found[check.name]) for check in checks), seconds)
