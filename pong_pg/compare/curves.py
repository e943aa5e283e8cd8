"""Learning curves from the metrics of runs: the runs of one configuration, with different seeds, belong together."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.config import TrainConfig, config_from_dict, result_settings
from pong_pg.errors import ConfigError, RunDirError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_metrics

# Games that a point of a curve is the mean of.
WINDOW = 50
# Returns of which the table says when they were reached.
GOALS = (-15.0, 0.0, 10.0, 15.0, 18.0)


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: what was played until then, and the mean return of about the last 50 games."""

    games: int
    agent_steps: int
    minutes: float
    mean_return: float


@dataclass(frozen=True)
class Run:
    """A run's configuration, and its curve: a point for each update from that on in which its first game ended."""

    path: Path
    config: TrainConfig
    curve: list[Point]


@dataclass(frozen=True)
class Group:
    """Runs of one configuration, but for the seed. `name` says what tells it from the other groups."""

    name: str
    runs: list[Run]


@dataclass(frozen=True)
class Spread:
    """Median, lowest and highest of some numbers, one a seed."""

    median: float
    low: float
    high: float
    count: int


def read_run(path: Path) -> Run:
    """Return what a run directory holds of a run.

    Raises:
        RunDirError: it is not the directory of a run, or no game has ended in it.
    """
    try:
        config = config_from_dict(json.loads((path / "config.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, ConfigError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RunDirError(
            f"{path} is not the directory of a run ({reason}): name the one that training wrote to"
        ) from None
    curve = curve_of(read_metrics(path))
    if not curve:
        raise RunDirError(f"{path} has nothing to compare yet: no game has ended in it")
    return Run(path, config, curve)


def curve_of(history: Sequence[UpdateMetrics]) -> list[Point]:
    """Return the curve: at each update the mean return of the games of the last updates that make 50, or of all."""
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
    """Return the runs by configuration, in the order in which each first comes."""
    found: dict[str, list[Run]] = {}
    for run in runs:
        found.setdefault(json.dumps(_settings(run), sort_keys=True), []).append(run)
    groups = list(found.values())
    return [Group(_name(members[0], [others[0] for others in groups]), members) for members in groups]


def _settings(run: Run) -> dict[str, Any]:
    return {name: value for name, value in result_settings(run.config).items() if name != "seed"}


def _name(run: Run, firsts: Sequence[Run]) -> str:
    """Return the algorithm, and those settings in which it is not as another group of the same algorithm."""
    own = _settings(run)
    alike = [_settings(other) for other in firsts if other.config.algorithm == run.config.algorithm]
    telling = [name for name, value in own.items() if any(other[name] != value for other in alike)]
    return ", ".join([run.config.algorithm, *(f"{name.replace('_', ' ')} {own[name]}" for name in telling)])


def spread(values: Sequence[float]) -> Spread | None:
    """Return median and range; None of nothing."""
    return Spread(statistics.median(values), min(values), max(values), len(values)) if values else None


def reached(run: Run, goal: float) -> Point | None:
    """Return the first point at which the mean of a whole window of games is at least so high."""
    return next((point for point in run.curve if point.games >= WINDOW and point.mean_return >= goal), None)


def at(run: Run, measure: Callable[[Point], float], place: float) -> float | None:
    """Return a curve's value where `measure` is `place`: that of the last point before it; None outside the curve."""
    if measure(run.curve[-1]) < place:
        return None
    before = [point for point in run.curve if measure(point) <= place]
    return before[-1].mean_return if before else None
