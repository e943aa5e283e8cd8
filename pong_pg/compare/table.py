"""Print a comparison as tables, or return it as a JSON document."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from pong_pg.compare.curves import GOALS, WINDOW, Group, Point, Summary, reached, summary

if TYPE_CHECKING:
    from rich.console import Console

_WIDE = 1000
# Minimum width of the column of names on a narrow terminal.
_NAME = 9


def print_comparison(groups: Sequence[Group], stream: TextIO) -> None:
    """Print where each group is now and when it first reached the goals: median and range over the seeds.

    A table whose words are wider than the terminal is printed as lines.
    """
    from rich.console import Console

    # Off a terminal nothing is wrapped, so that lines can be searched with grep.
    console = Console(file=stream, highlight=False, width=None if stream.isatty() else _WIDE)
    last, goals = [], []
    for group in groups:
        ends = [run.curve[-1] for run in group.runs]
        seeds = ", ".join(str(run.config.seed) for run in group.runs)
        last.append([[group.name, seeds, *_cells(ends), _cell([end.mean_return for end in ends], "{:.1f}")]])
        rows = []
        for goal in GOALS:
            there = [point for run in group.runs if (point := reached(run, goal)) is not None]
            name = group.name if goal == GOALS[0] else ""
            rows.append([name, f"{goal:g}", f"{len(there)} of {len(group.runs)}", *_cells(there)])
        goals.append(rows)
    console.print("[bold]Latest results: median (range) over the seeds[/bold]", soft_wrap=True)
    _print_rows(console, ("runs", "seeds", "games", "agent steps", "minutes", "mean return"), last)
    title = f"When the mean return of {WINDOW} games first reached a goal: median (range) over the seeds that did"
    console.print(f"[bold]{title}[/bold]", soft_wrap=True)
    _print_rows(console, ("runs", "return", "seeds", "games", "agent steps", "minutes"), goals, sections=True)


def _print_rows(
    console: Console, columns: Sequence[str], groups: Sequence[Sequence[Sequence[str]]], *, sections: bool = False
) -> None:
    """Print the rows of each group as a table, or where that is too wide as lines."""
    from rich.table import Table

    table = Table()
    table.add_column(columns[0], overflow="fold", min_width=_NAME)
    for column in columns[1:]:
        table.add_column(column, justify="right", overflow="fold")
    for rows in groups:
        for row in rows:
            table.add_row(*row)
        if sections:
            table.add_section()
    if console.measure(table, options=console.options.update(width=_WIDE)).minimum <= console.width:
        console.print(table)
        return
    width = max(len(column) for column in columns)
    for row in itertools.chain.from_iterable(groups):
        for column, cell in zip(columns, row, strict=True):
            if cell:
                console.print(f"{column:<{width}}  {cell}", soft_wrap=True, markup=False)
        console.print()


def _cells(points: Sequence[Point]) -> list[str]:
    return [
        _cell([point.games for point in points], "{:.0f}"),
        _cell([point.agent_steps / 1e6 for point in points], "{:.2f} M"),
        _cell([point.minutes for point in points], "{:.1f}"),
    ]


def _cell(values: Sequence[float], form: str) -> str:
    found = summary(values)
    if found is None:
        return "-"
    median = form.format(found.median)
    if found.count == 1:
        return median
    number = form.split("}", maxsplit=1)[0] + "}"
    return f"{median} ({number.format(found.low)} to {number.format(found.high)})"


def comparison_document(groups: Sequence[Group]) -> dict[str, Any]:
    """Return the comparison as a document that can be written as JSON."""
    return {
        "window": WINDOW,
        "groups": [
            {
                "name": group.name,
                "seeds": [run.config.seed for run in group.runs],
                "run_dirs": [str(run.path) for run in group.runs],
                "last": _document([run.curve[-1] for run in group.runs]),
                "reached": {
                    f"{goal:g}": _document([point for run in group.runs if (point := reached(run, goal)) is not None])
                    for goal in GOALS
                },
            }
            for group in groups
        ],
    }


def _document(points: Sequence[Point]) -> dict[str, Any]:
    measures: dict[str, Callable[[Point], float]] = {
        "games": lambda point: point.games,
        "agent_steps": lambda point: point.agent_steps,
        "minutes": lambda point: point.minutes,
        "mean_return": lambda point: point.mean_return,
    }
    found: dict[str, Summary | None] = {
        name: summary([measure(point) for point in points]) for name, measure in measures.items()
    }
    return {name: None if value is None else dataclasses.asdict(value) for name, value in found.items()}
