"""Read the learning curves of runs, and group the runs that differ only in their seeds."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.config import TrainConfig, result_settings
from pong_pg.errors import RunDirError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_config, read_metrics

# Number of games over which a point of a curve is the mean return.
WINDOW = 50
# Mean returns for which the table shows when they were first reached.
GOALS = (-15.0, 0.0, 10.0, 15.0, 18.0)


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: games, agent steps and minutes so far, and the mean return of about 50 games."""

    games: int
    agent_steps: int
    minutes: float
    mean_return: float


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
    ended: list[tuple[int, float]] = []
    points = []
    games, seconds = 0, 0.0
    for row in history:
        seconds += row.seconds
        new, games = row.games - games, row.games
        if new and row.mean_return is not None:
            ended.append((new, row.mean_return))
            while sum(count for count, _ in ended[1:]) >= WINDOW:
                del ended[0]
        if ended:
            total = sum(count for count, _ in ended)
            mean = sum(count * value for count, value in ended) / total
            points.append(Point(row.games, row.agent_steps, seconds / 60, mean))
    return points


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
