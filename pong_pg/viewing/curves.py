"""The learning curves of runs, and the comparison of groups of runs that differ only in their seeds."""

from __future__ import annotations

import dataclasses
import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pong_pg.config import TrainConfig, result_settings
from pong_pg.errors import RunDirError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_config, read_metrics

# Number of games over which a point of a curve is the mean return.
WINDOW = 50
# Characters of a line where it is not a terminal: there nothing is wrapped, so that lines can be searched with grep.
_WIDE = 1000
# Mean returns for which the table shows when they were first reached.
GOALS = (-15.0, 0.0, 10.0, 15.0, 18.0)


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: games, agent steps and minutes so far, and the returns of the last 50 games or so.

    Attributes:
        games: so far.
        agent_steps: so far.
        minutes: so far.
        mean_return: of these games.
        low: the lowest return of them; None where it is not known.
        high: the highest return of them; None where it is not known.
    """

    games: int
    agent_steps: int
    minutes: float
    mean_return: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Run:
    """A run's configuration and its learning curve: one point per update, starting when the first game has ended."""

    path: Path
    config: TrainConfig
    curve: list[Point]


@dataclass(frozen=True)
class Group:
    """Runs that differ only in their seeds; `name` has the algorithm and the settings that differ from other groups."""

    name: str
    runs: list[Run]


@dataclass(frozen=True)
class Summary:
    """Median, minimum, maximum and number of some values, one per seed."""

    median: float
    low: float
    high: float
    count: int


def read_run(path: Path) -> Run:
    """Read a run from its directory.

    Raises:
        RunDirError: the directory is not that of a run, or no game of the run has ended yet.
    """
    config, _ = read_config(path)
    curve = curve_of(read_metrics(path))
    if not curve:
        raise RunDirError(f"{path} has nothing to compare, since no game of the run has ended yet: train it for longer")
    return Run(path, config, curve)


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
            lows = [one.min_return for _, one in ended if one.min_return is not None]
            highs = [one.max_return for _, one in ended if one.max_return is not None]
            low, high = min(lows, default=None), max(highs, default=None)
            points.append(Point(row.games, row.agent_steps, seconds / 60, mean, low, high))
    return points


def names_of(paths: Sequence[Path]) -> list[str]:
    """Return a short name for each run: that of its directory, or the whole path where two have the same."""
    short = [path.resolve().name for path in paths]
    return [name if short.count(name) == 1 else str(path) for name, path in zip(short, paths, strict=True)]


def grouped(runs: Sequence[Run]) -> list[Group]:
    """Group runs that differ only in their seeds, in the order of each group's first run."""
    found: dict[str, list[Run]] = {}
    for run in runs:
        found.setdefault(json.dumps(_settings(run), sort_keys=True), []).append(run)
    groups = list(found.values())
    return [Group(_name(members[0], [others[0] for others in groups]), members) for members in groups]


def _settings(run: Run) -> dict[str, Any]:
    return {name: value for name, value in result_settings(run.config).items() if name != "seed"}


def _name(run: Run, firsts: Sequence[Run]) -> str:
    """Return the algorithm and the settings that differ between the groups of that algorithm."""
    own = _settings(run)
    others = [_settings(other) for other in firsts if other.config.algorithm == run.config.algorithm]
    different = [name for name, value in own.items() if any(other[name] != value for other in others)]
    return ", ".join([run.config.algorithm, *(f"{name.replace('_', ' ')} {own[name]}" for name in different)])


def summary(values: Sequence[float]) -> Summary | None:
    """Return the median and range of values; None if there are none."""
    return Summary(statistics.median(values), min(values), max(values), len(values)) if values else None


def reached(run: Run, goal: float) -> Point | None:
    """Return the first point with a mean return of at least `goal` over at least `WINDOW` games, or None."""
    return next((point for point in run.curve if point.games >= WINDOW and point.mean_return >= goal), None)


def value_at(run: Run, axis: Callable[[Point], float], x: float) -> float | None:
    """Return a curve's mean return at `x` on an axis: that of the last point up to `x`; None outside the curve."""
    if axis(run.curve[-1]) < x:
        return None
    before = [point for point in run.curve if axis(point) <= x]
    return before[-1].mean_return if before else None


def print_comparison(groups: Sequence[Group], stream: TextIO) -> None:
    """Print where each group is now and when it first reached the goals: median and range over the seeds."""
    from rich.console import Console
    from rich.table import Table

    last = Table("runs", "seeds", title="Latest results: median (range) over the seeds", title_justify="left")
    goals = Table(
        "runs",
        title=f"When the mean return of {WINDOW} games first reached a goal: median (range) over the seeds that did",
        title_justify="left",
    )
    for table, columns in (
        (last, ("games", "agent steps", "minutes", "mean return")),
        (goals, ("return", "seeds", "games", "agent steps", "minutes")),
    ):
        for column in columns:
            table.add_column(column, justify="right", overflow="fold")
    for group in groups:
        ends = [run.curve[-1] for run in group.runs]
        seeds = ", ".join(str(run.config.seed) for run in group.runs)
        last.add_row(group.name, seeds, *_cells(ends), _cell([end.mean_return for end in ends], ".1f"))
        for goal in GOALS:
            there = [point for run in group.runs if (point := reached(run, goal)) is not None]
            name = group.name if goal == GOALS[0] else ""
            goals.add_row(name, f"{goal:g}", f"{len(there)} of {len(group.runs)}", *_cells(there))
        goals.add_section()
    console = Console(file=stream, highlight=False, width=None if stream.isatty() else _WIDE)
    console.print(last)
    console.print(goals)


def _cells(points: Sequence[Point]) -> list[str]:
    return [
        _cell([point.games for point in points], ".0f"),
        _cell([point.agent_steps / 1e6 for point in points], ".2f", " M"),
        _cell([point.minutes for point in points], ".1f"),
    ]


def _cell(values: Sequence[float], form: str, unit: str = "") -> str:
    found = summary(values)
    if found is None:
        return "-"
    median = f"{found.median:{form}}{unit}"
    return median if found.count == 1 else f"{median} ({found.low:{form}} to {found.high:{form}})"


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
    names = ("games", "agent_steps", "minutes", "mean_return")
    found = {name: summary([getattr(point, name) for point in points]) for name in names}
    return {name: None if value is None else dataclasses.asdict(value) for name, value in found.items()}
