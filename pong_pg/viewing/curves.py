"""The learning curves of runs, and the comparison of groups of runs that differ only in their seeds."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pong_pg.config import TrainConfig, result_settings
from pong_pg.errors import RunDirError, one_line
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_config, read_metrics

# Number of games over which a point of a curve is the mean return.
WINDOW = 50
# Characters of a line where it is not a terminal: there nothing is wrapped, so that lines can be searched with grep.
_WIDE = 1000
# Mean returns for which the table shows when they were first reached.
GOALS = (-15.0, 0.0, 10.0, 15.0, 18.0)
# What is compared of points, and how it is printed.
_COLUMNS: dict[str, Callable[[float], str]] = {
    "games": "{:.0f}".format,
    "agent_steps": lambda steps: f"{steps / 1e6:.2f} M",
    "seconds": "{:,.0f}".format,
    "mean_return": "{:.1f}".format,
}


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: games, agent steps and seconds so far, and the mean return of the last 50 games."""

    games: int
    agent_steps: int
    seconds: float
    mean_return: float


@dataclass(frozen=True)
class Run:
    """A run as its directory has it.

    Attributes:
        path: the directory.
        config: the settings.
        curve: one point for each update, from the first on by which a game has ended.
        rows: the metrics of each update.
        name: a short one.
    """

    path: Path
    config: TrainConfig
    curve: list[Point]
    rows: Sequence[UpdateMetrics] = ()
    name: str = ""


def read_run(path: Path, name: str = "") -> Run:
    """Read a run from its directory.

    Raises:
        RunDirError: the directory is not that of a run, or its metrics can't be read.
    """
    config, _ = read_config(path)
    rows = read_metrics(path)
    return Run(path, config, curve_of(rows), rows, one_line(name))


def read_runs(paths: Sequence[Path]) -> list[Run]:
    """Read runs; the name of each is that of its directory, or the whole path where two have the same.

    Raises:
        RunDirError: one is named twice; or see `read_run`.
    """
    resolved = [path.resolve() for path in paths]
    if twice := [path for path in paths if resolved.count(path.resolve()) > 1]:
        raise RunDirError(f"{twice[0]} is named twice: name each run once")
    short = [path.name for path in resolved]
    names = [name if short.count(name) == 1 else str(path) for name, path in zip(short, paths, strict=True)]
    return [read_run(path, name) for path, name in zip(paths, names, strict=True)]


def curve_of(history: Sequence[UpdateMetrics]) -> list[Point]:
    """Return the learning curve: at each update the mean return of the last updates that have at least 50 games.

    While there are fewer than 50 games, it is the mean return of all of them.
    """
    # The updates whose games are in the mean, each with the number of games that ended in it.
    ended: list[tuple[int, UpdateMetrics]] = []
    points = []
    games, seconds = 0, 0.0
    for row in history:
        seconds += row.seconds
        new, games = row.games - games, row.games
        if new and row.mean_return is not None:
            ended.append((new, row))
            while sum(count for count, _ in ended[1:]) >= WINDOW:
                del ended[0]
        if ended:
            total = sum(count for count, _ in ended)
            mean = sum(count * (one.mean_return or 0.0) for count, one in ended) / total
            points.append(Point(row.games, row.agent_steps, seconds, mean))
    return points


def grouped(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """Return groups of runs that differ only in their seeds, in the order of each group's first run.

    The name of a group has the algorithm and the settings that differ from other groups.

    Raises:
        RunDirError: no game of a run has ended yet.
    """
    found: dict[str, list[Run]] = {}
    for run in runs:
        if not run.curve:
            raise RunDirError(
                f"{run.path} has nothing to compare, since no game of the run has ended yet: train it for longer"
            )
        found.setdefault(json.dumps(_settings(run), sort_keys=True), []).append(run)
    groups = list(found.values())
    return {_name(members[0], [others[0] for others in groups]): members for members in groups}


def _settings(run: Run) -> dict[str, Any]:
    return {name: value for name, value in result_settings(run.config).items() if name != "seed"}


def _name(run: Run, firsts: Sequence[Run]) -> str:
    """Return the algorithm and the settings that differ between the groups of that algorithm."""
    own = _settings(run)
    others = [_settings(other) for other in firsts if other.config.algorithm == run.config.algorithm]
    different = [name for name, value in own.items() if any(other[name] != value for other in others)]
    return ", ".join([run.config.algorithm, *(f"{name.replace('_', ' ')} {own[name]}" for name in different)])


def reached(run: Run, goal: float) -> Point | None:
    """Return the first point with a mean return of at least `goal` over at least `WINDOW` games, or None."""
    return next((point for point in run.curve if point.games >= WINDOW and point.mean_return >= goal), None)


def print_comparison(groups: Mapping[str, Sequence[Run]], stream: TextIO) -> None:
    """Print tables of groups of runs: the latest results, and when each goal was first reached."""
    from rich.console import Console
    from rich.table import Table

    last = Table("runs", "seeds", title="Latest results: median (range) over the seeds", title_justify="left")
    goals = Table(
        "runs",
        title=f"When the mean return of {WINDOW} games first reached a goal: median (range) over the seeds that did",
        title_justify="left",
    )
    columns = [name.replace("_", " ") for name in _COLUMNS]
    for table, headings in ((last, columns), (goals, ["return", "seeds", *columns[:-1]])):
        for heading in headings:
            table.add_column(heading, justify="right", overflow="fold")
    for name, runs in groups.items():
        last.add_row(name, ", ".join(str(run.config.seed) for run in runs), *_cells([run.curve[-1] for run in runs]))
        for number, goal in enumerate(GOALS):
            points = [point for run in runs if (point := reached(run, goal)) is not None]
            first, seeds = "" if number else name, f"{len(points)} of {len(runs)}"
            goals.add_row(first, f"{goal:g}", seeds, *_cells(points)[:-1])
        goals.add_section()
    console = Console(file=stream, highlight=False, width=None if stream.isatty() else _WIDE)
    console.print(last)
    console.print(goals)


def _cells(points: Sequence[Point]) -> list[str]:
    """Return for each column the median over the points and, of several, their range."""
    cells = []
    for name, form in _COLUMNS.items():
        values = [getattr(point, name) for point in points]
        text = form(statistics.median(values)) if values else "-"
        cells.append(text if len(values) < 2 else f"{text} ({form(min(values))} to {form(max(values))})")
    return cells
